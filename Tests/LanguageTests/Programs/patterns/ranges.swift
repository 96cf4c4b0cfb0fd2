// Ranges: closed, half-open, one-sided, contains, ~=, clamping, in switch and as slices, of Double and Character.
let closed = 1...5
let half = 1..<5
print(closed.contains(5), half.contains(5), closed.count, half.last!, closed.lowerBound, half.upperBound)
print(200..<300 ~= 204, (200...299).contains(304), (..<0).contains(-1), (5...).contains(4))
print((0.0...1.0).contains(0.5), ("a"..."f").contains("c"), Array("a"..."a" == "a"..."a" ? [1] : [2]))
print(closed.map { $0 * 2 }, half.reversed() as [Int], closed.isEmpty, (3..<3).isEmpty)
print((1...10).clamped(to: 5...20), closed.overlaps(5...9), half == 1..<5)
func describe(_ status: Int) -> String {
  switch status {
  case 200...299: return "success"
  case 400..<500: return "client error"
  case 500...: return "server error"
  case ..<0: return "nonsense"
  default: return "other"
  }
}
print([204, 404, 503, -1, 302].map(describe))
let letters = ["a", "b", "c", "d"]
print(letters[1...2], letters[2...], letters[..<1], letters[...1])
let valid = 3...12
for name in ["ab", "abc", "a very long name"] { print(name, valid ~= name.count) }
print(Int.random(in: 1...1), (1...3).randomElement()! <= 3, Double.random(in: 0..<1) < 1, Bool.random() || true)
print(stride(from: 0, to: 1, by: 0.25).map { $0 }, (1...3).reduce(0, +), (1...3).contains { $0 == 2 })
let bounds: ClosedRange<Double> = 0...1
print(min(max(1.7, bounds.lowerBound), bounds.upperBound))
