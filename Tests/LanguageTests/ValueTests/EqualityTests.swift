// Equality as dictionary keys mean it, and identity as the question whether a write changed anything.
import Foundation
import Testing

@testable import Language

@Suite struct EqualityTests {
  private struct Row {
    var what: String
    var left: Value
    var right: Value
    var isEqual: Bool
    /// Where it differs from equality.
    var isIdentical: Bool?
  }

  private static func rows() -> [Row] {
    let world = World()
    let book = World.declare("Book", .structure, properties: [("title", world.string), ("score", world.double)])
    let other = World.declare("Book", .structure, properties: [("title", world.string), ("score", world.double)])
    let status = World.enumeration("Status", [("placed", []), ("shipped", [(nil, world.int)]), ("lost", [])])
    let shelf = World.declare("Shelf", .classType)
    let object = Instance(shelf, slots: [])
    let function = NativeFunction { (_) throws(Abort) in .void }
    let date: (Double) -> Value = { .native(DateObject($0, type: world.date)) }
    let a = Value.string("a")
    return [
      Row(what: "void", left: .void, right: .void, isEqual: true),
      Row(what: "same ints", left: .int(1), right: .int(1), isEqual: true),
      Row(what: "different ints", left: .int(1), right: .int(2), isEqual: false),
      Row(what: "an int and a double", left: .int(1), right: .double(1), isEqual: false),
      Row(what: "texts", left: a, right: .string("a"), isEqual: true),
      Row(what: "a composed accent", left: .string("é"), right: .string("e\u{301}"), isEqual: true, isIdentical: false),
      Row(what: "a text and a character", left: a, right: .character("a"), isEqual: false),
      Row(what: "NaN", left: .double(.nan), right: .double(.nan), isEqual: false, isIdentical: true),
      Row(what: "zeros", left: .double(0), right: .double(-0.0), isEqual: true, isIdentical: false),
      Row(what: "single NaN", left: .float(.nan), right: .float(.nan), isEqual: false, isIdentical: true),
      Row(what: "nil", left: .null, right: .null, isEqual: true),
      Row(what: "nil and some nil", left: .null, right: .null.some, isEqual: false),
      Row(what: "some and the bare value", left: .int(1).some, right: .int(1), isEqual: true),
      Row(what: "lists", left: .array([a]), right: .array([a]), isEqual: true),
      Row(
        what: "lists of NaN", left: .array([.double(.nan)]), right: .array([.double(.nan)]), isEqual: false,
        isIdentical: true),
      Row(what: "a longer list", left: .array([a]), right: .array([a, a]), isEqual: false),
      Row(what: "sets", left: .set([.int(1), .int(2)]), right: .set([.int(2), .int(1)]), isEqual: true),
      Row(
        what: "dictionaries", left: .dictionary([.int(1): a, .int(2): a]),
        right: .dictionary([.int(2): a, .int(1): a]),
        isEqual: true),
      Row(
        what: "dictionaries of NaN", left: .dictionary([a: .double(.nan)]), right: .dictionary([a: .double(.nan)]),
        isEqual: false, isIdentical: true),
      Row(what: "dictionaries by key", left: .dictionary([a: a]), right: .dictionary([.int(1): a]), isEqual: false),
      Row(
        what: "tuples", left: .tuple(Tuple([a, a], labels: ["x", nil])), right: .tuple(Tuple([a, a])), isEqual: true),
      Row(what: "structs", left: book.make(a, .double(1)), right: book.make(a, .double(1)), isEqual: true),
      Row(what: "struct fields", left: book.make(a, .double(1)), right: book.make(a, .double(2)), isEqual: false),
      Row(
        what: "structs of NaN", left: book.make(a, .double(.nan)), right: book.make(a, .double(.nan)), isEqual: false,
        isIdentical: true),
      Row(what: "struct types", left: book.make(a, .double(1)), right: other.make(a, .double(1)), isEqual: false),
      Row(what: "cases", left: status["placed"], right: status["placed"], isEqual: true),
      Row(what: "different cases", left: status["placed"], right: status["lost"], isEqual: false),
      Row(what: "payloads", left: status["shipped", .int(1)], right: status["shipped", .int(1)], isEqual: true),
      Row(
        what: "different payloads", left: status["shipped", .int(1)], right: status["shipped", .int(2)], isEqual: false),
      Row(what: "an object", left: .instance(object), right: .instance(object), isEqual: true),
      Row(what: "two objects", left: .instance(object), right: shelf.make(), isEqual: false),
      Row(
        what: "a weak reference", left: .weak(WeakReference(.instance(object))), right: .instance(object), isEqual: true
      ),
      Row(what: "a function", left: .function(function), right: .function(function), isEqual: true),
      Row(what: "dates", left: date(1), right: date(1), isEqual: true),
      Row(what: "different dates", left: date(1), right: date(2), isEqual: false),
      Row(
        what: "boxes", left: .any(Existential(.int(1), world.int)), right: .any(Existential(.int(1), world.int)),
        isEqual: true),
      Row(
        what: "boxes of two types", left: .any(Existential(.int(1), world.int)),
        right: .any(Existential(.int(1), world.int8)), isEqual: true, isIdentical: false),
      Row(
        what: "a box and its value", left: .any(Existential(.int(1), world.int)), right: .int(1), isEqual: true,
        isIdentical: false),
      Row(what: "types", left: .metatype(TypeBox(world.int)), right: .metatype(TypeBox(world.int)), isEqual: true),
    ]
  }

  @Test func equalityIsStructural() {
    for row in Self.rows() {
      #expect((row.left == row.right) == row.isEqual, "\(row.what)")
      #expect((row.right == row.left) == row.isEqual, "\(row.what), the other way round")
      if row.isEqual { #expect(row.left.hashValue == row.right.hashValue, "\(row.what)") }
    }
  }

  @Test func identityIsEqualityButForWhatCanBeTold() {
    for row in Self.rows() {
      let wanted = row.isIdentical ?? row.isEqual
      #expect(row.left.isIdentical(to: row.right) == wanted, "\(row.what)")
      #expect(row.right.isIdentical(to: row.left) == wanted, "\(row.what), the other way round")
      #expect(row.left.isIdentical(to: row.left), "\(row.what), itself")
    }
  }

  @Test func keysAreFoundAgain() {
    let world = World()
    let key = World.declare("Key", .structure, properties: [("id", world.int)])
    let elements: [Value: Value] = [key.make(.int(1)): .string("one"), .native(DateObject(2, type: world.date)): .void]
    #expect(elements[key.make(.int(1))] == .string("one"))
    #expect(elements[key.make(.int(2))] == nil)
    #expect(elements[.native(DateObject(2, type: world.date))] == .void)
  }
}
