// A protocol's associated type, read off the members that an array, a set or a text has already.
// swift-format-ignore-file
protocol Row {
  associatedtype Cell
  var count: Int { get }
  subscript(i: Int) -> Cell { get }
  mutating func append(_ item: Cell)
}
extension Array: Row {}
struct Pile<Element>: Row {
  var items: [Element] = []
  mutating func append(_ item: Element) { items.append(item) }
  var count: Int { items.count }
  subscript(i: Int) -> Element { items[i] }
}
func match<A: Row, B: Row>(_ a: A, _ b: B) -> Bool where A.Cell == B.Cell, A.Cell: Equatable {
  if a.count != b.count { return false }
  for i in 0..<a.count where a[i] != b[i] { return false }
  return true
}
var pile = Pile<String>()
for word in ["a", "b", "c"] { pile.append(word) }
print(match(pile, ["a", "b", "c"]), match(pile, ["a"]))
extension Row where Cell: Equatable {
  func startsWith(_ item: Cell) -> Bool { count >= 1 && self[0] == item }
}
extension Row where Cell == Double {
  func average() -> Double { (0..<count).reduce(0) { $0 + self[$1] } / Double(count) }
}
print([9, 9, 9].startsWith(4), [4.0, 5.5, 7.0].average())
func make<T>(_ item: T) -> some Row { [item] }
let opaque = make(12)
print(type(of: opaque[0]), opaque.count)
protocol Bag { associatedtype Thing; func contains(_ thing: Thing) -> Bool }
extension Set: Bag {}
func has<B: Bag>(_ bag: B, _ thing: B.Thing) -> Bool { bag.contains(thing) }
print(has(Set([1, 2]), 2), has(Set(["a"]), "b"))
