// Patterns outside of switch: if case, guard case, for case, while case.
enum Event { case tap(x: Int, y: Int), key(Character), idle }
let events: [Event?] = [.tap(x: 1, y: 2), nil, .key("q"), .idle, .tap(x: 5, y: 5)]
for case .tap(let x, let y)? in events where x != y { print("tap", x, y) }
for case let .key(c)? in events { print("key", c) }
if case .some(.idle) = events[3] { print("idle") }
if case .tap(x: let x, y: _)? = events[4], x > 3 { print("right", x) }
func firstKey(_ events: [Event?]) -> Character? {
  for event in events {
    guard case .key(let key)? = event else { continue }
    return key
  }
  return nil
}
print(firstKey(events) as Any)
for case let number? in [1, nil, 3] { print(number, terminator: " ") }
for case 2...3 in [1, 2, 3, 4] { print("in range", terminator: " ") }
for case let (a, b) in [(1, 2), (3, 4)] where a + b > 3 { print(a * b) }
let value: Any = 5
if case let number as Int = value { print("number", number) }
if case is String = value { print("no") } else { print("no string") }
