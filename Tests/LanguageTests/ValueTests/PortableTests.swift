// Values as plain data and back.
import Foundation
import Testing

@testable import Language

@Suite struct PortableTests {
  static let everythingPlain = record(
    ("bool", .bool(true)), ("int", .int(1)), ("small", .int(-8)), ("double", .double(2.5)), ("float", .double(0.1)),
    ("string", .string("text")), ("character", .string("é")), ("date", .string("2024-01-01T00:00:00Z")),
    ("data", .string("AQL/")), ("uuid", .string("E621E1F8-C36C-495A-93FC-0C247A3E6E5F")),
    ("url", .string("https://example.org/a?b=c")), ("optional", .null), ("list", .list([.int(1), .int(2)])),
    ("set", .list([.int(1), .int(2), .int(3)])), ("dictionary", record(("a", .int(1)), ("b", .int(2)))),
    ("pairs", .list([.list([.bool(false), .int(0)]), .list([.bool(true), .int(1)])])),
    ("tuple", .list([.int(1), .bool(false)])),
    ("status", record(("lost", record(("by", .string("me")), ("day", .int(2)))))), ("size", .string("S")),
    ("level", .int(9)))

  @Test func everyPlainKindGoesOutAndComesBack() throws {
    let shop = Shop()
    #expect(shop.filledEverything.portable == Self.everythingPlain)
    let back = try Value(Self.everythingPlain, as: shop.everything.plainType)
    #expect(back == shop.filledEverything)
    #expect(back.isIdentical(to: shop.filledEverything))
  }

  /// Each number is as long as it is, and what is surely too large is not made first.
  @Test func whatIsTooLargeIsFoundEarly() {
    let numbers = Value.array(Array(repeating: .int(1_000_000_000), count: 1000))
    var calls = 0
    func isTooLarge(_ value: Value, _ bytes: Int) -> Bool {
      calls = 0
      if case .tooLarge = value.plainForm(within: bytes, meanwhile: { calls += 1 }) { return true }
      return false
    }
    #expect(isTooLarge(numbers, 9_000))
    #expect(!isTooLarge(numbers, 11_100))
    let many = Value.array(Array(repeating: .int(1), count: 50_000))
    #expect(!isTooLarge(many, 200_000))
    #expect(calls == 12 + 6, "others are looked after while it is measured, and while it is made")
    #expect(isTooLarge(many, 60_000))
    #expect(calls == 0)
  }

  @Test func payloadsAreNamedForTheirCase() throws {
    let status = Shop().status
    let table: [(Value, PortableValue)] = [
      (status["placed"], .string("placed")),
      (status["shipped", .int(3)], record(("shipped", .int(3)))),
      (status["one", .int(4)], record(("one", record(("label", .int(4)))))),
      (status["both", .int(1), .string("x")], record(("both", record(("_0", .int(1)), ("_1", .string("x")))))),
    ]
    for (value, plain) in table {
      #expect(value.portable == plain)
      #expect(try Value(plain, as: status.plainType) == value)
    }
  }

  @Test func casesComeByRawValueFirstAndByName() throws {
    let shop = Shop()
    // "small" is the raw value of `large` and the name of `small`.
    #expect(try Value(.string("small"), as: shop.size.plainType) == shop.size["large"])
    #expect(try Value(.string("large"), as: shop.size.plainType) == shop.size["large"])
    #expect(try Value(.int(1), as: shop.level.plainType) == shop.level["low"])
    #expect(try Value(.string("low"), as: shop.level.plainType) == shop.level["low"])
  }

  @Test func whatContainsAReferenceHasNoPlainForm() {
    let shop = Shop()
    let function = Value.function(NativeFunction { (_) throws(Abort) in .void })
    let object = shop.reader.make(.string("Ann"), .string("x"))
    for value in [.void, function, object, .array([object]), shop.filledShelf, .native(NativeObject(type: .any))] {
      #expect(value.portable == nil)
    }
  }

  @Test func nestingHasAnEnd() {
    var value = Value.int(1)
    for _ in 0..<100 { value = .array([value]) }
    #expect(value.portable != nil)
    for _ in 0..<10_000 { value = .array([value]) }
    #expect(value.portable == nil)
  }

  @Test func whatTheTypeAllowsIsAccepted() throws {
    let shop = Shop()
    let world = shop.world
    let table: [(PortableValue, Type, Value)] = [
      (.int(3), world.double, .double(3)), (.int(3), world.float, .float(3)),
      (.null, world.optional(world.int), .null), (.int(1), world.optional(world.optional(world.int)), .int(1)),
      (.string("9007199254740993"), world.int, .int(9_007_199_254_740_993)),
      (.int(255), .nominal(Nominal("UInt8", .structure), []), .int(255)),
      (record(("1", .bool(true))), world.dictionary(world.int, world.bool), .dictionary([.int(1): .bool(true)])),
      (
        record(("S", .int(1))), world.dictionary(shop.size.plainType, world.int),
        .dictionary([shop.size["small"]: .int(1)])
      ),
      // The order of fields is the sender's; optional fields may be missing.
      (
        record(("pages", .int(1)), ("title", .string("t")), ("id", .string("b"))), shop.book.plainType,
        shop.makeBook("b", "t", 1)
      ),
      (
        record(("height", .int(2)), ("width", .int(1))), world.tuple(("width", world.int), ("height", world.int)),
        .tuple(Tuple([.int(1), .int(2)], labels: ["width", "height"]))
      ),
    ]
    for (plain, type, wanted) in table { #expect(try Value(plain, as: type) == wanted) }
  }

  @Test func whatDoesNotFitIsRefusedWithItsPlace() {
    let shop = Shop()
    let world = shop.world
    let books = world.array(shop.book.plainType)
    let book = record(("id", .string("b")), ("title", .int(1)), ("pages", .int(1)))
    let nested = world.dictionary(world.string, world.array(world.int))
    let table: [(PortableValue, Type, expected: String, got: String, at: String)] = [
      (.string("1"), world.int, "Int", "String", ""),
      (.double(1.5), world.int, "Int", "Double", ""),
      (.bool(true), world.int, "Int", "Bool", ""),
      (.int(1), world.bool, "Bool", "Int", ""),
      (.int(1), world.string, "String", "Int", ""),
      (.null, world.string, "String", "nil", ""),
      (.string("1"), world.double, "Double", "String", ""),
      (.int(128), world.int8, "Int8 (-128 to 127)", "128", ""),
      (.int(-1), world.uint, "UInt (0 to 18446744073709551615)", "-1", ""),
      (.string("12"), world.int, "Int", "String", ""),
      (.string("+9007199254740993"), world.int, "Int", "String", ""),
      (.string("ab"), world.character, "Character", "a text of 2 characters", ""),
      (.list([.int(1), .string("x")]), world.array(world.int), "Int", "String", "[1]"),
      (record(), world.array(world.int), "[Int]", "a record", ""),
      (.list([book]), books, "String", "Int", "[0].title"),
      (.list([record(("id", .string("b")))]), books, "String", "nothing", "[0].title"),
      (
        .list([record(("titel", .string("b")))]), books, "Book (id, title, pages, note)", "an unknown field",
        "[0].titel"
      ),
      (
        record(("id", .string("b")), ("id", .string("c"))), shop.book.plainType, "every field once", "'id' twice", "id"
      ),
      (record(("tea", .list([.null]))), nested, "Int", "nil", "[\"tea\"][0]"),
      (record(("x", .int(1))), world.dictionary(world.int, world.int), "Int", "String", "[\"x\"]"),
      (
        record(("a", .int(1)), ("a", .int(2))), world.dictionary(world.string, world.int), "every key once",
        "'a' twice", "[\"a\"]"
      ),
      (.list([.int(1)]), world.dictionary(world.bool, world.int), "[key, value]", "Int", "[0]"),
      (.string("plced"), shop.status.plainType, "Status (placed, shipped, lost, one, both)", "'plced'", ""),
      (.string("shipped"), shop.status.plainType, "'shipped' with its values", "the name alone", ""),
      (record(("placed", .null)), shop.status.plainType, "Status (placed, shipped, lost, one, both)", "'placed'", ""),
      (record(("shipped", .string("x"))), shop.status.plainType, "Int", "String", "shipped"),
      (record(("lost", record(("by", .string("x"))))), shop.status.plainType, "Int", "nothing", "lost.day"),
      (.int(2), shop.level.plainType, "Level (1, 9)", "Int", ""),
      (.string("yesterday"), world.date, "Date (RFC 3339 text)", "'yesterday'", ""),
      (.int(1), world.date, "Date (RFC 3339 text)", "Int", ""),
      (.string("?"), world.data, "Data (base64 text)", "'?'", ""),
      (.string("x"), world.uuid, "UUID (text)", "'x'", ""),
      (.string(""), world.url, "URL (text)", "''", ""),
      (.int(1), .any, "Any", "Int", ""),
      (record(), shop.reader.plainType, "Reader", "a record", ""),
      (.list([.int(1)]), world.tuple((nil, world.int), (nil, world.int)), "(Int, Int)", "a list", ""),
    ]
    for row in table {
      let wanted = ValueMismatch(expected: row.expected, got: row.got, at: row.at)
      #expect(throws: wanted) { try Value(row.0, as: row.1) }
    }
  }

  @Test func aPlaceIsSeenFromAround() {
    let mismatch = ValueMismatch(expected: "Int", got: "String", at: "[0].pages")
    #expect(mismatch.inside("books").at == "books[0].pages")
    #expect(mismatch.inside("books").inside("shelf").at == "shelf.books[0].pages")
    #expect(ValueMismatch(expected: "Int", got: "String", at: "").inside("count").at == "count")
  }
}
