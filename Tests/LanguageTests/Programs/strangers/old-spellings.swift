// Spellings that swiftc still takes: index(where:), index(of:).
let words = ["one", "two", "three"]
print(words.index(where: { $0.count > 3 })!, words.index(of: "two")!)
func search<T: Equatable>(_ list: [T], _ wanted: T) -> Array<T>.Index? {
  return list.index { $0 == wanted }
}
print(search(words, "three") as Any, search(words, "four") as Any)
print(["1", "x", "3"].flatMap { Int($0) }, [[1], [2]].flatMap { $0 }, [[1], [2]].flatMap { $0.map { $0 + 1 } })
print([3, 1, 2].sorted(by: <).enumerated().flatMap { $0 % 2 == 0 ? $1 : nil }.reduce(0) { $0 + $1 })
func powers() -> UnfoldSequence<Int, (Int?, Bool)> { sequence(first: 1) { $0 < 10 ? $0 * 2 : nil } }
print(Array(powers()))
