// Equality of cases with payloads, comparison made by the compiler, enums as dictionary keys and in sets.
enum Suit: Int, Comparable {
  case clubs, diamonds, hearts, spades
  static func < (a: Suit, b: Suit) -> Bool { a.rawValue < b.rawValue }
}
print([Suit.spades, .clubs, .hearts].sorted(), Suit.clubs < .spades, Suit.hearts > .spades)

enum Priority: Comparable { case low, medium, high(Int) }
print([Priority.high(2), .low, .high(1), .medium].sorted(), Priority.low < .medium)

enum Event: Equatable {
  case tap(x: Int, y: Int)
  case key(Character)
  case end
}
print(Event.tap(x: 1, y: 2) == .tap(x: 1, y: 2), Event.tap(x: 1, y: 2) == .tap(x: 1, y: 3), Event.end == .key("a"))
let events: [Event] = [.key("a"), .end, .tap(x: 0, y: 0)]
print(events.contains(.end), events.firstIndex(of: .tap(x: 0, y: 0)) as Any, events.filter { $0 != .end }.count)

enum Section: String, CaseIterable { case tips, favorites }
var rows: [Section: [String]] = [.tips: ["a"]]
rows[.favorites, default: []].append("b")
for section in Section.allCases { print(section, rows[section] ?? []) }
print(Set([Section.tips, .tips]).count)
enum Wrapper { enum Inner { case one }; case outer(Inner) }
print(Wrapper.outer(.one), Wrapper.Inner.one)
