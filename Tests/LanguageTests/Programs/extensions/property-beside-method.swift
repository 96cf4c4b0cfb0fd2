// A property of a constrained extension beside a method of the same name: a name alone is the property.
extension Array where Element == Int { var sum: Int { reduce(0, +) }; func sum(_ k: Int) -> Int { sum * k } }
print([1, 2].sum)
print([1, 2].sum(2))
extension Array where Element == String { var joined: String { joined(separator: "-") } }
print(["a", "b"].joined)
extension Array {
  var count2: Int { count * 2 }
  func count2(_ x: Int) -> Int { count2 + x }
}
print([1].count2)
extension Array where Element: Comparable {
  var max: Element? { self.max() }
  var min: String { "m" }
}
print([1, 3].max ?? 0)
let s: Int = [1, 2, 3].sum
print(s)
print("\([3,4].sum)")
struct P { var a: Int { 1 }; func a(_ b: Int) -> Int { b } }
print(P().a)
let arr = ["x": [1, 2, 3].sum]
print(arr)
extension Array where Element: Numeric { var first: String { "F" } }
print([1.5].first)
extension Collection where Element: Numeric { var reversed: String { "R" } }
print([1.5].reversed)
extension Sequence where Element == Int { var sorted: [Int] { sorted() } }
print([2, 1].sorted)
