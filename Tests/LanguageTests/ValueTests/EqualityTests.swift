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

  // MARK: Long texts

  /// The same ones in each run.
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64 = 7

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      return (state ^ (state >> 31)) &* 0xBF58_476D_1CE4_E5B9
    }
  }

  /// Texts are cut where nothing depends on what stands before, and have the same pieces in all their forms.
  @Test func textsAreCutBetweenPieces() {
    for value in UInt32(0)...0x10_FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let parts = Array(String(Character(scalar)).decomposedStringWithCanonicalMapping.unicodeScalars)
      if LongText.beginsPiece(scalar) != LongText.beginsPiece(parts[0]), parts[0] != scalar {
        Issue.record("\(scalar.escaped(asASCII: true)) begins a piece, or its first part does, and the other does not")
      }
      for part in parts.dropFirst() where LongText.beginsPiece(part) {
        Issue.record("\(part.escaped(asASCII: true)) in \(scalar.escaped(asASCII: true)) would be in another piece")
      }
    }
  }

  /// Against what Swift says of them.
  @Test func longTextsAreComparedAsSwiftDoes() {
    var random = Numbers()
    let scalars: [Unicode.Scalar] = [
      "a", "e", "\u{E9}", "\u{301}", "\u{323}", "\u{300}", "\u{344}", "\u{F71}", "\u{F73}", "\u{F72}", "\u{212B}",
      "\u{C5}",
      "\u{30A}", "\u{1100}", "\u{1161}", "\u{11A8}", "\u{AC00}", "\u{AC01}", "\u{9C7}", "\u{9BE}", "\u{9CB}",
      "\u{3099}",
      "\u{304B}", "\u{304C}", "\u{1D15E}", "\u{958}", "\r", "\n", "\u{1F600}", "\u{200D}",
    ]
    func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
      var view = String.UnicodeScalarView()
      view.append(contentsOf: scalars)
      return String(view)
    }
    func hash(_ text: String) -> Int {
      var hasher = Hasher()
      LongText.hash(text, into: &hasher) { _ in true }
      return hasher.finalize()
    }
    for _ in 0..<4000 {
      let left = text((0..<Int.random(in: 1...12, using: &random)).map { _ in scalars.randomElement(using: &random)! })
      var right =
        Bool.random(using: &random)
        ? left.decomposedStringWithCanonicalMapping : left.precomposedStringWithCanonicalMapping
      if Int.random(in: 0..<3, using: &random) == 0 {
        right.unicodeScalars.append(scalars.randomElement(using: &random)!)
      }
      if Int.random(in: 0..<3, using: &random) == 0 { right.unicodeScalars.removeFirst() }
      let isSame = left == right
      #expect(
        LongText.areSame(left, right) { _ in true } == isSame, "\(left.debugDescription) \(right.debugDescription)")
      #expect(LongText.areSameAtOnce(left, right) ?? isSame == isSame)
      if isSame { #expect(hash(left) == hash(right)) }
      #expect(LongText.inOrder(left) == left)
    }
    for (left, right) in [("a", "b"), ("\u{E9}a", "e\u{301}b"), ("f", "e\u{301}"), ("a", "a\u{301}"), ("", "a")] {
      let (more, rest) = (String(repeating: "e\u{301}", count: 300), "\u{E9}")
      let (left, right) = (more + rest + left, more + "e\u{301}" + right)
      #expect(LongText.isLess(left, than: right) { _ in true } && !LongText.isLess(right, than: left) { _ in true })
      #expect(LongText.isLessAtOnce(left, than: right) != false && LongText.isLessAtOnce(right, than: left) != true)
    }
  }

  /// Thousands of marks in disorder behind one letter, which Swift puts in order by moving each past the others.
  @Test func marksInDisorderTakeNoLongerThanOthers() {
    let (one, other) = ("\u{301}\u{323}", "\u{323}\u{301}")
    let (left, right) = ("a" + String(repeating: one, count: 10_000), "a" + String(repeating: other, count: 10_000))
    #expect(left.isSame(as: right) && !left.isSame(as: right + one) && !left.precedes(right))
    #expect(left.precedes(right + one) && left.precedes("\u{3000}" + right) && right.precedes(left + other))
    #expect(Character(left).isSame(as: Character(right)))
    #expect([Value.string(left): 1][.string(right)] == 1)
    #expect(LongText.hasPrefix(left + "b", right) && !LongText.hasPrefix("b" + left, right))
    #expect(LongText.hasSuffix("b" + left, right) && !LongText.hasSuffix(left + "b", right))
    #expect(LongText.hasPrefix("abc", "ab") && LongText.hasSuffix("abc", "bc"))
  }
}
