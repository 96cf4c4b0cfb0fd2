// Several properties of one pattern.
// swift-format-ignore-file
struct Fibonacci: Sequence, IteratorProtocol {
  var (a, b) = (0, 1)
  mutating func next() -> Int? { defer { (a, b) = (b, a + b) }; return a }
}
print(Array(Fibonacci().prefix(10)), Fibonacci(a: 2, b: 3).prefix(3).map { $0 })
struct Size {
  static let (small, large) = (1, 10)
  var (width, height): (Int, Double) = (3, 4.5)
  var ((x, y), _) = ((1, "y"), 0)
}
let size = Size()
print(Size.small + Size.large, size.width, size.height, size.x, size.y)
