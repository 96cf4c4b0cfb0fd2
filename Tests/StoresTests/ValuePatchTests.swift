// What is told of a value that has changed: less than the value, and never something that it has not been.
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
      told = try #require(ValuePatch.step(told, new, bytes: 2000))
      guard case .array(let elements)? = told else { break }
      #expect(elements.count >= least)
      steps += 1
    }
    #expect(steps > 3)
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
}
