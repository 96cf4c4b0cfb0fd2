// The types of the tests of plain forms, shapes and paths: a shelf of books, and one type of every kind beside it.
import Foundation

@testable import Language

struct Shop {
  let world = World()
  let status: Nominal
  let size: Nominal
  let level: Nominal
  let book: Nominal
  let shelf: Nominal
  let tree: Nominal
  let reader: Nominal
  /// Every plain kind of field, by name.
  let everything: Nominal

  init() {
    let world = world
    status = World.enumeration(
      "Status",
      [
        ("placed", []), ("shipped", [(nil, world.int)]), ("lost", [("by", world.string), ("day", world.int)]),
        ("one", [("label", world.int)]), ("both", [(nil, world.int), (nil, world.string)]),
      ])
    size = World.enumeration(
      "Size", raw: ["small": .string("S"), "large": .string("small")], rawType: world.string,
      [("small", []), ("large", [])])
    level = World.enumeration(
      "Level", raw: ["low": .int(1), "high": .int(9)], rawType: world.int, [("low", []), ("high", [])])
    book = World.declare(
      "Book", .structure,
      properties: [
        ("id", world.string), ("title", world.string), ("pages", world.int), ("note", world.optional(world.string)),
      ], lets: ["id"], identifiable: world.identifiable)
    reader = World.declare("Reader", .classType, properties: [("name", world.string), ("secret", world.string)])
    reader.storedProperties[1].declaration.access = .private
    shelf = World.declare(
      "Shelf", .structure,
      properties: [
        ("books", world.array(book.plainType)), ("prices", world.dictionary(world.string, world.double)),
        ("best", world.optional(book.plainType)), ("size", world.tuple(("width", world.int), ("height", world.int))),
        ("byLevel", world.dictionary(world.int, world.array(world.string))), ("reader", reader.plainType),
      ])
    tree = World.declare("Tree", .structure, properties: [("name", world.string)])
    World.addProperties([("children", world.array(tree.plainType))], to: tree)
    everything = World.declare(
      "Everything", .structure,
      properties: [
        ("bool", world.bool), ("int", world.int), ("small", world.int8), ("double", world.double),
        ("float", world.float), ("string", world.string), ("character", world.character), ("date", world.date),
        ("data", world.data), ("uuid", world.uuid), ("url", world.url), ("optional", world.optional(world.int)),
        ("list", world.array(world.int)), ("set", world.set(world.int)),
        ("dictionary", world.dictionary(world.string, world.int)),
        ("pairs", world.dictionary(world.bool, world.int)), ("tuple", world.tuple((nil, world.int), (nil, world.bool))),
        ("status", status.plainType), ("size", size.plainType), ("level", level.plainType),
      ])
  }

  func makeBook(_ id: String, _ title: String, _ pages: Int = 100) -> Value {
    book.make(.string(id), .string(title), .int(pages), .null)
  }

  var filledShelf: Value {
    shelf.make(
      .array([makeBook("b1", "One"), makeBook("b2", "Two")]), .dictionary([.string("tea"): .double(2.5)]),
      makeBook("b9", "Best"), .tuple(Tuple([.int(80), .int(200)], labels: ["width", "height"])),
      .dictionary([.int(1): .array([.string("easy")])]), reader.make(.string("Ann"), .string("x")))
  }

  var filledEverything: Value {
    everything.make(
      .bool(true), .int(1), .int(-8), .double(2.5), .float(0.1), .string("text"), .character("é"),
      .native(DateObject(725_760_000, type: world.date)), .native(DataObject(Data([1, 2, 255]), type: world.data)),
      .native(UUIDObject(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!, type: world.uuid)),
      .native(URLObject(URL(string: "https://example.org/a?b=c")!, type: world.url)), .null,
      .array([.int(1), .int(2)]), .set([.int(3), .int(1), .int(2)]),
      .dictionary([.string("b"): .int(2), .string("a"): .int(1)]),
      .dictionary([.bool(true): .int(1), .bool(false): .int(0)]),
      .tuple(Tuple([.int(1), .bool(false)])), status["lost", .string("me"), .int(2)], size["small"], level["high"])
  }
}

/// `record(("a", 1))` reads better than the fields spelled out.
func record(_ fields: (String, PortableValue)...) -> PortableValue {
  .record(fields.map { PortableValue.Field($0.0, $0.1) })
}
