// A sequence that is its own iterator and says so.
struct Countdown: Sequence, IteratorProtocol {
  var left: Int
  mutating func next() -> Int? {
    if left == 0 { return nil }
    left -= 1
    return left
  }
  func makeIterator() -> Countdown { self }
}
for x in Countdown(left: 3) { print(x) }
print(Countdown(left: 4).map { $0 * 2 }, Array(Countdown(left: 2)))

struct Letters: AsyncSequence, AsyncIteratorProtocol {
  var left = ["a", "b"]
  mutating func next() async -> String? { left.popLast() }
  func makeAsyncIterator() -> Letters { self }
}
for await x in Letters() { print(x) }
