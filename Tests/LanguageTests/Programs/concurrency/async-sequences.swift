// AsyncStream and own asynchronous sequences: for await, map, filter, reduce, first.
let numbers = AsyncStream<Int> { continuation in
  for i in 1...5 { continuation.yield(i) }
  continuation.finish()
}
for await number in numbers { print(number, terminator: " ") }
print()
struct Countdown: AsyncSequence {
  typealias Element = Int
  let start: Int
  struct Iterator: AsyncIteratorProtocol {
    var current: Int
    mutating func next() async -> Int? {
      guard current > 0 else { return nil }
      defer { current -= 1 }
      return current
    }
  }
  func makeAsyncIterator() -> Iterator { Iterator(current: start) }
}
for await n in Countdown(start: 3) where n != 2 { print(n) }
print(await Countdown(start: 4).reduce(0, +), await Countdown(start: 5).first { $0 < 3 } ?? 0)
var texts: [String] = []
for await text in Countdown(start: 3).map({ "#\($0)" }).filter({ $0 != "#2" }) { texts.append(text) }
print(texts, await Countdown(start: 3).contains(1))
func old(_ completion: @escaping (String) -> Void) { completion("from a callback") }
let bridged = await withCheckedContinuation { continuation in
  old { continuation.resume(returning: $0) }
}
print(bridged)
