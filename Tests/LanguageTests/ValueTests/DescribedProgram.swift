// The types and values of `Programs/descriptions.swift`, made by hand.
import Foundation

@testable import Language

struct DescribedProgram {
  struct Row {
    var label: String
    var value: Value
    var type: Type
  }

  var rows: [Row] = []
  var describer = Describer()

  private mutating func show(_ label: String, _ value: Value, _ type: Type = .hole) {
    rows.append(Row(label: label, value: value, type: type))
  }

  init() {
    let world = World()
    let (int, string) = (world.int, world.string)
    let status = World.enumeration(
      "OrderStatus",
      [
        ("placed", []), ("shipped", [(nil, int)]), ("lost", [("by", string), ("day", int)]),
        ("both", [(nil, int), (nil, string)]), ("one", [("label", int)]),
      ])
    let book = World.declare("Book", .structure, properties: [("title", string), ("pages", int)])
    let failure = World.enumeration("Failure", [("bad", []), ("worse", [(nil, string)])])
    let x = book.make(.string("x"), .int(3))
    scalars(world)
    cases(world, status)
    structs(world, status, book, x)
    objects(world)
    optionals(world, status, x, book)
    collections(world)
    show(
      "any",
      .array([
        .any(Existential(.int(3), int)), .string("a"), status["placed"], book.make(.string("t"), .int(1)),
        .any(Existential(.int(3), world.optional(int))), .any(Existential(.null, world.optional(int))),
      ]), world.array(.any))
    show("error", failure["bad"], world.error)
    show("errors", .array([failure["worse", .string("x")]]), world.array(world.error))
    let result = world.result(int, failure.plainType)
    show("result", result.nominal!["success", .int(3)], result)
    show("failed result", result.nominal!["failure", failure["bad"]], world.result(book.plainType, world.error))
    nice(world)
    natives(world)
    types(world, book)
  }

  private mutating func scalars(_ world: World) {
    show("int", .int(3), world.int)
    show("bool", .bool(true), world.bool)
    show("void", .void, .void)
    show("float", .float(0.1), world.float)
    show("character", .character("c"), world.character)
    show("text", .string("a \"q\" \\ é'\u{1}"), world.string)
    show("empty text", .string(""), world.string)
    let doubles = [1.0, 1e20, 0.1, -0.0, .nan, .infinity, -.infinity, 1e16, 1e15, 1e-300, 0.0001, 0.00001]
    show("doubles", .array(doubles.map { .double($0) }), world.array(world.double))
    show(
      "characters", .array([.character("c"), .character("\""), .character("\u{301}")]), world.array(world.character))
  }

  private mutating func cases(_ world: World, _ status: Nominal) {
    let size = World.enumeration("Size", raw: ["small": .string("S")], rawType: world.string, [("small", [])])
    show("case", status["placed"], status.plainType)
    show("raw case", size["small"], size.plainType)
    show("payload", status["shipped", .int(3)], status.plainType)
    show("labelled payload", status["lost", .string("me"), .int(2)], status.plainType)
    show("two in payload", status["both", .int(1), .string("x")], status.plainType)
    show("one labelled", status["one", .int(4)], status.plainType)
    let carrier = World.declare("Carrier", .enumeration, generics: ["T"])
    let parameter = Type.parameter(carrier.genericParameters[0])
    World.addCases(
      [("some2", [(nil, parameter)]), ("none2", []), ("maybe", [(nil, world.optional(parameter))])], to: carrier)
    let carriesInt = Type.nominal(carrier, [world.int])
    show("generic case", carrier["none2"], carriesInt)
    show("generic payload", carrier["some2", .int(1)], carriesInt)
    show("optional payload", carrier["maybe", .int(1)], carriesInt)
    show("void payload", carrier["some2", .void], .nominal(carrier, [.void]))
    show(
      "tuple payload", carrier["some2", .tuple(Tuple([.int(1), .int(2)], labels: ["a", nil]))],
      .nominal(carrier, [world.tuple(("a", world.int), (nil, world.int))]))
    show("cases", .array([status["placed"], status["shipped", .int(2)]]), world.array(status.plainType))
    show("optional case", status["placed"], world.optional(status.plainType))
    show(
      "tuple of case", .tuple(Tuple([.int(1), status["placed"]], labels: [nil, "b"])),
      world.tuple((nil, world.int), ("b", status.plainType)))
    show("dictionary of case", .dictionary([.int(1): status["placed"]]), world.dictionary(world.int, status.plainType))
  }

  private mutating func structs(_ world: World, _ status: Nominal, _ book: Nominal, _ x: Value) {
    let empty = World.declare("Empty", .structure)
    let box = World.declare("Box", .structure, generics: ["T"])
    World.addProperties([("value", .parameter(box.genericParameters[0]))], to: box)
    show("struct", x, book.plainType)
    show("structs", .array([book.make(.string("a\"b"), .int(1))]), world.array(book.plainType))
    show("empty struct", empty.make(), empty.plainType)
    show("box", box.make(.string("a")), .nominal(box, [world.string]))
    show("box of array", box.make(.array([])), .nominal(box, [world.array(book.plainType)]))
    show("box of nil", box.make(.null), .nominal(box, [world.optional(world.int)]))
    show("box of case", box.make(status["placed"]), .nominal(box, [status.plainType]))
    let shelf = Self.shelf(world)
    show("box of object", box.make(Self.filled(shelf)), .nominal(box, [shelf.plainType]))
    let outer = World.declare("Outer", .structure, generics: ["T"])
    let inner = World.declare("Inner", .structure, parent: outer, properties: [("x", world.int)])
    let kind = World.enumeration("Kind", parent: outer, [("a", [])])
    show("inner", inner.make(.int(1)), .nominal(inner, [world.int]))
    show("inner case", kind["a"], .nominal(kind, [world.int]))
    let lazily = World.declare("Lazy", .structure, properties: [("made", world.int), ("unmade", world.int)])
    for property in lazily.storedProperties { property.isLazy = true }
    show("lazy", lazily.make(.int(3), .void), lazily.plainType)
  }

  private static func shelf(_ world: World) -> Nominal {
    World.declare("Shelf", .classType, properties: [("books", world.array(world.int)), ("name", world.string)])
  }

  private static func filled(_ shelf: Nominal) -> Value { shelf.make(.array([.int(1), .int(2)]), .string("s")) }

  private mutating func objects(_ world: World) {
    let shelf = Self.shelf(world)
    let drawer = World.declare(
      "Drawer", .classType, superclass: shelf.plainType, properties: [("extra", world.optional(world.int))])
    let copy = World.declare("Copy", .classType, superclass: drawer.plainType)
    let crate = World.declare("Crate", .classType, generics: ["T"])
    World.addProperties([("content", .parameter(crate.genericParameters[0]))], to: crate)
    let object = Self.filled(shelf)
    let contents: [Value] = [.array([.int(1), .int(2)]), .string("s"), .null]
    show("object", object, shelf.plainType)
    show("subclass", .instance(Instance(drawer, slots: contents)), shelf.plainType)
    show("copy", .instance(Instance(copy, slots: contents)), copy.plainType)
    show("generic object", crate.make(.int(1)), .nominal(crate, [world.int]))
    show("objects", .array([object, object]), world.array(shelf.plainType))
    show("optional object", object, world.optional(shelf.plainType))
    let node = World.declare("Node", .classType)
    let optionalNode = world.optional(node.plainType)
    World.addProperties([("next", optionalNode), ("n", world.int), ("w", optionalNode)], to: node)
    let ring = Instance(node, slots: [.null, .int(1), .null])
    ring.slots[0] = .instance(ring)
    ring.slots[2] = .weak(WeakReference(.instance(ring)))
    show("ring", .instance(ring), node.plainType)
  }

  private mutating func optionals(_ world: World, _ status: Nominal, _ x: Value, _ book: Nominal) {
    let optionalInt = world.optional(world.int)
    show("optional", .int(3), optionalInt)
    show("nil", .null, optionalInt)
    show("double optional", .int(3), world.optional(optionalInt))
    show("some nil", .null.some, world.optional(optionalInt))
    show("optional text", .string("a"), world.optional(world.string))
    show("optional struct", x, world.optional(book.plainType))
    show("optionals", .array([.int(1), .null]), world.array(optionalInt))
    show("optional any", .any(Existential(.int(3), world.int)), world.optional(.any))
    show("optional array", .array([.string("a")]), world.optional(world.array(world.string)))
    show("tuple", .tuple(Tuple([.int(1), .string("a")])), world.tuple((nil, world.int), (nil, world.string)))
    show(
      "labelled tuple", .tuple(Tuple([.int(1), .string("x")], labels: ["a", "b"])),
      world.tuple(("a", world.int), ("b", world.string)))
    show("nested tuple", .tuple(Tuple([.tuple(Tuple([.int(1), .int(2)])), .int(3)])))
    show(
      "tuple of nil", .tuple(Tuple([.int(1), .null], labels: ["x", "y"])),
      world.tuple(("x", optionalInt), ("y", optionalInt)))
  }

  private mutating func collections(_ world: World) {
    let (int, string) = (world.int, world.string)
    show("array", .array([.int(1), .int(2)]), world.array(int))
    show("empty array", .array([]), world.array(int))
    show("nested array", .array([.array([.int(1)]), .array([])]), world.array(world.array(int)))
    show("texts", .array([.string("a\n")]), world.array(string))
    show("voids", .array([.void]), world.array(.void))
    show("dictionary", .dictionary([.string("a"): .int(1)]), world.dictionary(string, int))
    show("empty dictionary", .dictionary([:]), world.dictionary(string, int))
    show(
      "nested dictionary", .dictionary([.string("k"): .array([.string("x"), .string("y")])]),
      world.dictionary(string, world.array(string)))
    show("dictionary of nil", .dictionary([.string("a"): .null]), world.dictionary(string, world.optional(int)))
    show("set", .set([.int(1)]), world.set(int))
    show("empty set", .set([]), world.set(string))
    show("sets", .array([.set([.string("a")])]), world.array(world.set(string)))
    show("slice", .array([.int(1), .int(2)]), world.slice(int))
    let range = world.range(int)
    let closed = world.closedRange(int)
    let of: (Type, Value, Value) -> Value = { .record(Record($0.nominal!, [$1, $2])) }
    show("range", of(range, .int(0), .int(3)), range)
    show("closed range", of(closed, .int(0), .int(3)), closed)
    show("ranges", .array([of(range, .int(0), .int(3))]), world.array(range))
    show("text range", of(closed, .string("a"), .string("c")), world.closedRange(string))
  }

  /// Those that describe themselves.
  private mutating func nice(_ world: World) {
    let nice = World.declare("Nice", .structure, properties: [("a", world.int)])
    let both = World.declare("Both", .structure, properties: [("a", world.int)])
    let niceCase = World.enumeration("NiceCase", [("a", []), ("b", [(nil, world.int)])])
    let niceClass = World.declare("NiceClass", .classType, properties: [("n", world.int)])
    describer.describeInstance = { _, type, wanted in
      switch (type.nominal?.name, wanted) {
      case ("Nice", .description), ("Both", .description): "nice"
      case ("Both", .debugDescription): "debug"
      case ("NiceCase", .description): "a nice case"
      case ("NiceClass", .description): "a nice object"
      default: nil
      }
    }
    show("nice", nice.make(.int(1)), nice.plainType)
    show("both", both.make(.int(1)), both.plainType)
    show("nices", .array([nice.make(.int(1))]), world.array(nice.plainType))
    show("boths", .array([both.make(.int(1))]), world.array(both.plainType))
    show("nice case", niceCase["a"], niceCase.plainType)
    show("nice payload", niceCase["b", .int(1)], niceCase.plainType)
    show("nice object", niceClass.make(.int(1)), niceClass.plainType)
    show("nice objects", .array([niceClass.make(.int(1))]), world.array(niceClass.plainType))
  }

  private mutating func natives(_ world: World) {
    let function = Value.function(NativeFunction { (_) throws(Abort) in .void })
    show("function", function)
    show("functions", .array([function]))
    let date: (Double) -> Value = { .native(DateObject($0, type: world.date)) }
    show("date", date(725_760_000.5), world.date)
    show("dates", .array([date(-63_114_076_800), date(63_113_904_000)]), world.array(world.date))
    show("before", date(-0.5), world.date)
    show("far", date(63_113_904_001), world.date)
    let uuid = UUIDObject(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!, type: world.uuid)
    show("uuid", .array([.native(uuid)]), world.array(world.uuid))
  }

  private mutating func types(_ world: World, _ book: Nominal) {
    let int = world.int
    let inner = World.declare(
      "Inner", .structure, parent: World.declare("Outer", .structure, generics: ["T"]))
    let shape = World.declare("Shape", .protocolType)
    let function = FunctionType(
      [.init(type: int, isInout: true), .init(type: book.plainType)], .void, isThrowing: true)
    let all: [(String, Type)] = [
      ("type", int), ("type of struct", book.plainType), ("type of array", world.array(book.plainType)),
      ("type of optional", world.optional(int)), ("type of tuple", world.tuple((nil, int), ("a", world.string))),
      ("type of dictionary", world.dictionary(world.string, book.plainType)), ("type of any", .any),
      ("type of error", world.error), ("type of inner", .nominal(inner, [int])),
      ("type of function", .function(function)),
      ("type of optional function", world.optional(.function(FunctionType([], .void)))),
      ("type of result", world.result(int, world.error)),
      ("type of protocol", .existential(ExistentialType(protocols: [shape]))), ("type of type", .metatype(int)),
    ]
    for (label, type) in all { show(label, .metatype(TypeBox(type)), .metatype(type)) }
    let metatype = Value.metatype(TypeBox(int))
    show("types", .array([metatype, metatype]), world.array(.metatype(int)))
  }
}
