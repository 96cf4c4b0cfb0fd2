// Tuples: labels, destructuring, positions, comparison, as results and in collections.
let point = (x: 3, y: 4)
print(point.x, point.y, point.0, point.1, point)
let (x, y) = point
print(x * y)
let (first, _) = (1, "ignored")
print(first)

var pair = ("a", 1)
pair.1 += 1
pair.0 = "b"
print(pair)
(pair.0, pair.1) = ("c", 9)
print(pair)

var low = 1
var high = 2
(low, high) = (high, low)
print(low, high)

func minMax(_ values: [Int]) -> (min: Int, max: Int)? {
  guard let first = values.first else { return nil }
  return values.reduce((first, first)) { (Swift.min($0.0, $1), Swift.max($0.1, $1)) }
}
if let range = minMax([3, 8, -2, 5]) {
  print("from \(range.min) to \(range.max)")
}
print(minMax([]) as Any)
print((1, "a") == (1, "a"), (1, 2) < (1, 3), ("b", 1) > ("a", 9))
let list = [(name: "Ann", age: 31), (name: "Bob", age: 25)]
for (name, age) in list { print(name, age) }
print(list.map(\.name), list.sorted { $0.age < $1.age }.map { $0.name })
let labelled: (width: Int, height: Int) = (2, 3)
print(labelled.width * labelled.height)
