// Generic functions with bounds and where clauses.
func largest<T: Comparable>(_ values: [T]) -> T? { values.max() }
print(largest([3, 9, 2])!, largest(["b", "c", "a"])!, largest([Double]()) as Any)
func allEqual<C: Collection>(_ values: C) -> Bool where C.Element: Equatable {
  guard let first = values.first else { return true }
  return values.allSatisfy { $0 == first }
}
print(allEqual([1, 1, 1]), allEqual("ab"), allEqual([String]()))
func counts<S: Sequence>(_ values: S) -> [S.Element: Int] where S.Element: Hashable {
  values.reduce(into: [:]) { $0[$1, default: 0] += 1 }
}
print(counts("hello")["l"]!, counts([1, 2, 1])[1]!)
func pairs<A, B>(_ a: [A], _ b: [B]) -> [(A, B)] { Array(zip(a, b)) }
print(pairs([1, 2], ["x", "y"]))
func swapTwo<T>(_ a: inout T, _ b: inout T) { (a, b) = (b, a) }
var left = 1, right = 2
swapTwo(&left, &right)
print(left, right)
