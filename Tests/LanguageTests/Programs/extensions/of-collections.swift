// Extensions of the protocols of collections: their indices and slices, and what is asked of their elements.
extension Collection {
  subscript(safe index: Index) -> Element? { indices.contains(index) ? self[index] : nil }
  var tail: [Element] { isEmpty ? [] : Array(self[index(after: startIndex)...]) }
  func pairs() -> [(Element, Element)] {
    var result: [(Element, Element)] = []
    for i in indices { for j in indices.suffix(from: index(after: i)) { result.append((self[i], self[j])) } }
    return result
  }
}
print([1, 2, 3][safe: 1] as Any, [1, 2, 3][safe: 7] as Any, "abc".tail, "abc"[safe: "abc".startIndex] as Any)
print([1, 2, 3].pairs(), [1, 2, 3][1...][safe: 0] as Any, [1, 2, 3][1...].tail)
extension MutableCollection {
  mutating func put(_ element: Element, at index: Index) { self[index] = element }
  mutating func change(_ body: (Element) -> Element) { for i in indices { self[i] = body(self[i]) } }
}
var list = [1, 2, 3]
list.put(9, at: 1)
list.change { $0 * 2 }
print(list)
func adding<S: Sequence, T>(_ sequence: S, _ element: T) -> [T] where S.Iterator.Element == T {
  var result = Array(sequence)
  result.append(element)
  return result
}
print(adding([1, 2], 3))
func has<S: Sequence>(_ sequence: S, _ wanted: S.Iterator.Element) -> Bool where S.Iterator.Element: Equatable {
  sequence.contains { $0 == wanted }
}
print(has("abc", "b"))
extension Sequence where Iterator.Element: Hashable {
  func unique() -> [Iterator.Element] {
    var seen: Set<Iterator.Element> = []
    return filter { seen.insert($0).inserted }
  }
  var counts: [Iterator.Element: Int] { reduce(into: [:]) { $0[$1, default: 0] += 1 } }
}
print([1, 2, 1, 3].unique(), "hello".unique(), "aab".counts["a"]!)
extension Sequence where Iterator.Element == Int { func total() -> Int { reduce(0, +) } }
print([1, 2].total(), (1...3).total(), Set([4]).total())
extension Collection where Iterator.Element: Equatable, Index == Int {
  func place(of wanted: Iterator.Element) -> Int? { indices.first { self[$0] == wanted } }
}
print([5, 6].place(of: 6)!)
extension Collection where Element: Collection, Element.Element: Hashable {
  func distinct() -> Int { Set(joined()).count }
}
print([[1, 2], [2]].distinct())
