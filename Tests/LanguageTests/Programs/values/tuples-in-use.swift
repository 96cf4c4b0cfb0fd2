// Tuples: labels, nesting, comparison, as results, exchanged, in arrays.
func bounds(_ values: [Int]) -> (low: Int, high: Int)? {
  guard let low = values.min(), let high = values.max() else { return nil }
  return (low, high)
}
if let (low, high) = bounds([3, 9, 1]) { print(low, high) }
print(bounds([4])!.high, bounds([]) == nil, bounds([1, 2])!)
var point = (x: 1, y: (a: 2, b: 3))
point.y.b = 10
(point.x, point.y.a) = (point.y.a, point.x)
print(point, point.0, point.y.0)
print((1, "a") < (1, "b"), (2, 1) > (1, 9), (1, 2) == (1, 2))
let named = [(name: "x", value: 1), (name: "y", value: 2)]
print(named.map(\.name), named.first { $0.value == 2 }!.name, named.map { $0.1 }.reduce(0, +))
