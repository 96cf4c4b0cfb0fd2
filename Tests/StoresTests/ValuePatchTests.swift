// What is told of a value that has changed: less than the value, and never something that it has not been.
import TestSupport
import Testing
import Wire

@testable import Stores

@Suite struct ValuePatchTests {
  private static func list(_ numbers: some Sequence<Int>, _ text: String = "") -> JSONValue {
    .array(numbers.map { ["id": .int($0), "text": .string(text)] })
  }

  private static let rewritten: [(old: JSONValue?, new: JSONValue)] = [
    (nil, list(0..<300)), (list(0..<300), list((0..<300).reversed())), (list(0..<300), list(1000..<1300)),
    (list(0..<300), list(1000..<1700)), (list(0..<700), list(1000..<1300)), (list(0..<300), list(0..<900)),
    ("text", list(0..<300)),
  ]

  @Test(arguments: rewritten.indices) func aListThatIsToldInPiecesIsNeverShorterThanItWasAndWillBe(_ row: Int) throws {
    let (old, new) = Self.rewritten[row]
    guard case .array(let wanted) = new else { return }
    var told = old
    var least = 0
    if case .array(let present)? = old { least = min(present.count, wanted.count) }
    var steps = 0
    while told != new {
      told = ValuePatch.step(told, new, bytes: 2000)
      guard case .array(let elements)? = told else { break }
      #expect(elements.count >= least)
      steps += 1
    }
    #expect(steps > 3)
  }

  /// A structure has all of its members at any time, and its lists are told one after the other.
  @Test func aStructureIsToldInPieces() {
    let new: JSONValue = ["a": 1, "rows": Self.list(0..<300), "more": ["rows": Self.list(0..<300), "b": "x"]]
    var (told, steps) = (JSONValue?.none, 0)
    while told != new, steps < 100 {
      told = ValuePatch.step(told, new, bytes: 2000)
      guard case .object(let members)? = told else { break }
      #expect(members.map(\.name) == ["a", "rows", "more"])
      #expect(told?["more"]?["rows"]?.array != nil)
      steps += 1
    }
    #expect(told == new && steps > 6)
  }

  @Test func whatWouldNeverBeAllOfItIsNotBegun() {
    let long = JSONValue.array([1, 2, .string(String(repeating: "x", count: 3000))])
    #expect(ValuePatch.step([1], long, bytes: 2000) == nil)
    #expect(ValuePatch.step(nil, long, bytes: 2000) == nil)
  }

  @Test func anEditOfAnElementOfAListInAListIsThat() throws {
    func shelves(_ title: String) -> JSONValue {
      let books = (0..<50).map { number -> JSONValue in
        ["id": .int(number), "title": number == 20 ? .string(title) : "a title of some length"]
      }
      return [[], .array(books), []]
    }
    let patch = ValuePatch.from(shelves("the old one of them"), to: shelves("the new one of them"))
    #expect(patch == [["patch", 1, [["set", 20, ["id": 20, "title": "the new one of them"]]]]])
  }

  @Test func anEditOfAListInAStructureIsThat() throws {
    func shelf(_ count: Int) -> JSONValue {
      ["name": "hall", "books": .array((0..<count).map { ["id": .int($0), "title": "a title of some length"] })]
    }
    let patch = ValuePatch.from(shelf(50), to: shelf(51))
    #expect(patch == ["patch": ["books": [["insert", 50, [["id": 50, "title": "a title of some length"]]]]]])
  }

  /// Edits here and there are told as these, and replayed they make the same list.
  @Test(arguments: 1...60 as ClosedRange<UInt64>) func editsHereAndThereAreToldAsThese(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var rows = (0..<200).map { (id: $0, text: "a text of some length") }
    func json() -> JSONValue { .array(rows.map { ["id": .int($0.id), "text": .string($0.text)] }) }
    let old = json()
    for number in 0..<Int.random(in: 1...6, using: &random) {
      let place = Int.random(in: 0..<rows.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: rows.insert((1000 + number, "new"), at: place)
      case 1: rows.remove(at: place)
      default: rows[place].text = "edit \(number)"
      }
    }
    let new = json()
    let patch = try #require(ValuePatch.from(old, to: new))
    #expect(patch.leastBytes < 600)
    #expect(Self.replay(patch, on: old) == new)
  }

  /// The same of what has no identity, or another order: only what differs is told of a few places.
  @Test(arguments: 1...60 as ClosedRange<UInt64>) func whatIsPutElsewhereIsReplaced(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let rows = (0..<200).map { number -> JSONValue in
      seed % 2 == 0 ? .string("number \(number)") : ["id": .int(number), "text": "a text of some length"]
    }
    var changed = rows
    let first = Int.random(in: 0..<150, using: &random)
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      changed.swapAt(first + Int.random(in: 0..<50, using: &random), first + Int.random(in: 0..<50, using: &random))
    }
    let (old, new) = (JSONValue.array(rows), JSONValue.array(changed))
    let patch = try #require(ValuePatch.from(old, to: new))
    #expect(Self.replay(patch, on: old) == new)
  }

  @Test func anotherOrderIsToldAsAWhole() throws {
    let old = Self.list(0..<100, "a text of some length")
    let new = Self.list((0..<100).reversed(), "a text of some length")
    #expect(ValuePatch.from(old, to: new).map { Self.replay($0, on: old) == new } ?? true)
  }

  private static func replay(_ patch: JSONValue, on list: JSONValue) -> JSONValue? {
    var items = list.array!
    for operation in patch.array! {
      guard let words = operation.array, words.count == 3, let at = words[1].int else { return nil }
      switch words[0].string {
      case "insert": items.insert(contentsOf: words[2].array!, at: at)
      case "remove": items.removeSubrange(at..<at + words[2].int!)
      case "set": items[at] = words[2]
      default: return nil
      }
    }
    return .array(items)
  }
}
