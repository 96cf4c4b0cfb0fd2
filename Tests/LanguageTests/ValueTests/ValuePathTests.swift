// Reading and replacing parts of values.
import Testing

@testable import Language

@Suite struct ValuePathTests {
  private static func book(_ id: String) -> PathStep { .identified(field: "id", value: .string(id)) }

  @Test func everyStepLeadsSomewhere() throws {
    let shelf = Shop().filledShelf
    let table: [([PathStep], Value)] = [
      ([], shelf),
      ([.member("books"), .index(1), .member("title")], .string("Two")),
      ([.member("books"), Self.book("b2"), .member("title")], .string("Two")),
      ([.member("best"), .member("title")], .string("Best")),
      ([.member("prices"), .key("tea")], .double(2.5)),
      ([.member("byLevel"), .index(1), .index(0)], .string("easy")),
      ([.member("byLevel"), .key("1"), .index(0)], .string("easy")),
      ([.member("size"), .member("height")], .int(200)),
      ([.member("size"), .member("0")], .int(80)),
      ([.member("reader"), .member("name")], .string("Ann")),
    ]
    for (steps, wanted) in table { #expect(try shelf.projected(along: steps) == wanted, "\(steps.text)") }
  }

  @Test func aStepThatLeadsNowhereSaysWhy() {
    let shelf = Shop().filledShelf
    let table: [([PathStep], message: String, at: String)] = [
      ([.member("boks")], "'Shelf' has no stored property 'boks'", "boks"),
      ([.index(0)], "'Shelf' takes the name of a property", "[0]"),
      ([.member("books"), .index(2)], "index 2 is out of range; there are 2 elements", "books[2]"),
      ([.member("books"), .index(-1)], "index -1 is out of range; there are 2 elements", "books[-1]"),
      ([.member("books"), .member("count")], "a list takes an index or an identity such as [id: 1]", "books.count"),
      ([.member("books"), Self.book("b7")], "there is no element with id: \"b7\"", "books[id: \"b7\"]"),
      ([.member("prices"), .key("a\"b")], "there is no such key", "prices[\"a\\\"b\"]"),
      (
        [.member("books"), .index(0), .member("note"), .member("x"), .member("y")], "the value is nil",
        "books[0].note.x"
      ),
      ([.member("books"), .index(0), .member("pages"), .member("x")], "'Int' has no parts", "books[0].pages.x"),
      ([.member("size"), .member("depth")], "the tuple has no such element", "size.depth"),
      ([.member("reader"), .member("secret")], "'Reader' has no stored property 'secret'", "reader.secret"),
    ]
    for row in table {
      let isGone = ["there is no element with", "index", "there is no such key", "the value is nil"]
        .contains { row.message.hasPrefix($0) }
      #expect(throws: PathError(message: row.message, at: row.at, isGone: isGone)) {
        try shelf.projected(along: row.0)
      }
    }
  }

  @Test func onePartIsReplacedAndTheOthersStay() throws {
    let shop = Shop()
    let shelf = shop.filledShelf
    let type = shop.shelf.plainType
    let table: [([PathStep], PortableValue, Value)] = [
      ([.member("books"), .index(1), .member("title")], .string("New"), .string("New")),
      ([.member("books"), Self.book("b1"), .member("pages")], .int(7), .int(7)),
      ([.member("books"), .index(0), .member("note")], .string("n"), .string("n")),
      ([.member("best")], .null, .null),
      ([.member("best"), .member("title")], .string("T"), .string("T")),
      ([.member("prices"), .key("tea")], .int(3), .double(3)),
      ([.member("prices"), .key("milk")], .double(1), .double(1)),
      ([.member("byLevel"), .index(1), .index(0)], .string("x"), .string("x")),
      ([.member("byLevel"), .key("2")], .list([]), .array([])),
      ([.member("size"), .member("width")], .int(1), .int(1)),
    ]
    for (steps, plain, wanted) in table {
      let changed = try shelf.replacing(type, along: steps, with: plain)
      #expect(try changed.projected(along: steps) == wanted, "\(steps.text)")
      #expect(shelf == shop.filledShelf.keepingReader(of: shelf), "\(steps.text) changed the original")
      #expect(changed.differences(from: shelf) == [steps[0].text], "\(steps.text)")
    }
  }

  @Test func aKeyThatBecomesNullIsGone() throws {
    let shop = Shop()
    let steps: [PathStep] = [.member("prices"), .key("tea")]
    let changed = try shop.filledShelf.replacing(shop.shelf.plainType, along: steps, with: .null)
    #expect(try changed.projected(along: [.member("prices")]) == .dictionary([:]))
  }

  @Test func theWholeIsReplacedByNoSteps() throws {
    let shop = Shop()
    #expect(try Value.int(1).replacing(shop.world.int, along: [], with: .int(2)) == .int(2))
  }

  @Test func aReplacementThatCannotBeSaysWhy() {
    let shop = Shop()
    let table: [([PathStep], PortableValue, ReplacementError)] = [
      (
        [.member("books"), .index(0), .member("pages")], .string("x"),
        .mismatch(ValueMismatch(expected: "Int", got: "String", at: "books[0].pages"))
      ),
      (
        [.member("books"), .index(0)], record(("id", .int(1))),
        .mismatch(ValueMismatch(expected: "String", got: "Int", at: "books[0].id"))
      ),
      (
        [.member("books"), .index(0), .member("id")], .string("x"),
        .path(PathError(message: "'id' is a 'let' constant", at: "books[0].id"))
      ),
      (
        [.member("books"), .index(9)], .null,
        .path(PathError(message: "index 9 is out of range; there are 2 elements", at: "books[9]", isGone: true))
      ),
      (
        [.member("byLevel"), .key("x")], .list([]),
        .path(PathError(message: "a key of type Int is expected", at: "byLevel[\"x\"]"))
      ),
      (
        [.member("byLevel"), .index(7), .index(0)], .string("x"),
        .path(PathError(message: "there is no such key", at: "byLevel[7]", isGone: true))
      ),
      (
        [.member("reader"), .member("name")], .string("x"),
        .path(
          PathError(
            message: "'Reader' is a class; its objects are changed by themselves, not as part of a value",
            at: "reader.name"))
      ),
      (
        [.member("best"), .member("note"), .member("x")], .null,
        .path(PathError(message: "the value is nil", at: "best.note.x", isGone: true))
      ),
    ]
    for (steps, plain, error) in table {
      #expect(throws: error) { try shop.filledShelf.replacing(shop.shelf.plainType, along: steps, with: plain) }
    }
  }

  @Test func whatIsNotOnThePathIsShared() throws {
    let shop = Shop()
    let shelf = shop.filledShelf
    let steps: [PathStep] = [.member("books"), .index(0), .member("title")]
    let changed = try shelf.replacing(shop.shelf.plainType, along: steps, with: .string("New"))
    let sibling: [PathStep] = [.member("books"), .index(1)]
    guard case .record(let before) = try shelf.projected(along: sibling),
      case .record(let after) = try changed.projected(along: sibling)
    else {
      Issue.record("a book is a record")
      return
    }
    #expect(before === after)
  }
}

extension Value {
  /// The same value with another's last field, which is an object and so equal to itself only.
  fileprivate func keepingReader(of other: Value) -> Value {
    guard case .record(let own) = self, case .record(let other) = other else { return self }
    return .record(Record(own.type, own.fields.dropLast() + [other.fields.last!]))
  }

  /// The names of the properties in which two structs differ.
  fileprivate func differences(from other: Value) -> [String] {
    guard case .record(let own) = self, case .record(let other) = other else { return [] }
    return own.type.storedProperties.filter { own[$0.slot] != other[$0.slot] }.map(\.name)
  }
}
