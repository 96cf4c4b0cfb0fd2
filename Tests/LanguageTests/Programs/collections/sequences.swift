// Lazy and custom sequences: zip, stride, sequence(first:), IteratorProtocol, chunks by hand, own Sequence.
print(Array(zip([1, 2, 3], ["a", "b"])).map { "\($0)\($1)" })
print(Array(stride(from: 10, through: 0, by: -5)), Array(sequence(first: 1) { $0 < 50 ? $0 * 3 : nil }))
print(Array((1...3).reversed()), (1...3).lazy.map { $0 + 1 }.reduce(0, +), Array(repeatElement("r", count: 2)))

struct Countdown: Sequence, IteratorProtocol {
  var current: Int
  mutating func next() -> Int? {
    guard current > 0 else { return nil }
    defer { current -= 1 }
    return current
  }
}
for n in Countdown(current: 3) { print(n, terminator: " ") }
print(Array(Countdown(current: 4)), Countdown(current: 5).filter { $0 % 2 == 1 }, Countdown(current: 3).contains(2))

var iterator = ["x", "y"].makeIterator()
while let next = iterator.next() { print(next, terminator: " ") }
print(iterator.next() as Any)

struct Fibonacci: Sequence {
  func makeIterator() -> AnyIterator<Int> {
    var (a, b) = (0, 1)
    return AnyIterator {
      defer { (a, b) = (b, a + b) }
      return a
    }
  }
}
print(Array(Fibonacci().prefix(10)), Array(Fibonacci().lazy.filter { $0 > 20 }.prefix(2)))
print([1, 2, 3, 4, 5].split { $0 == 3 }.map(Array.init), "a-b".split(separator: "-").map(String.init))
print(
  [1, 2, 3].elementsEqual([1, 2, 3]), [1, 2, 3].starts(with: [1, 2]), [1, 2].lexicographicallyPrecedes([1, 3]))
print(
  [4, 8, 15].min(by: { $0 % 4 < $1 % 4 })!, (1...3).flatMap { Array(repeating: $0, count: $0) },
  [[1], [2]].joined().reduce(0, +))
