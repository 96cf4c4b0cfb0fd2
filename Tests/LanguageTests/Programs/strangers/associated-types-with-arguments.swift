// Associated types that are bound by protocols with arguments.
protocol Container<Item> {
  associatedtype Item; associatedtype Items: Collection<Item>; var items: Items { get }; init(_ items: [Item]);
  mutating func add(_ i: Item)
}
extension Container { var isEmpty: Bool { items.isEmpty }; func mapped<T>(_ f: (Item) -> T) -> [T] { items.map(f) } }
extension Container where Item: Comparable { var largest: Item? { items.max() } }
extension Container where Item == String { var joined: String { items.joined(separator: "+") } }
struct Bag<Item: Hashable>: Container {
  private(set) var items: Set<Item>; init(_ i: [Item]) { items = Set(i) };
  mutating func add(_ i: Item) { items.insert(i) }
}
struct Stack<Item>: Container {
  var items: [Item]; init(_ i: [Item]) { items = i }; mutating func add(_ i: Item) { items.append(i) }
}
extension Stack: Equatable where Item: Equatable {}
extension Stack: CustomStringConvertible where Item: CustomStringConvertible {
  var description: String { "⟨\(items.map(\.description).joined(separator: " "))⟩" }
}
extension Stack: Sequence { func makeIterator() -> some IteratorProtocol<Item> { items.reversed().makeIterator() } }
func fill<C: Container>(_ c: inout C, with xs: C.Item...) { xs.forEach { c.add($0) } }
func total(_ c: some Container<Int>) -> Int { c.items.reduce(0, +) }
func describe(_ c: any Container<Int>) -> String { "\(type(of: c)) \(c.items.count) \(total(c))" }
func build<C: Container>(_: C.Type = C.self, _ x: C.Item) -> C { C([x]) }
var s = Stack([1, 2]); fill(&s, with: 3, 4)
var b = Bag(["x"]); fill(&b, with: "y", "x")
print(
  s, s.largest!, b.items.count, b.largest!, Stack(["a", "b"]).joined, total(s), describe(Bag([5, 6])),
  s == Stack([1, 2, 3, 4]))
print(
  build(Stack<Double>.self, 2.5), build(Bag<Int>.self, 7).items, Array(s), s.map { $0 * 2 }, s.isEmpty,
  s.mapped { "\($0)" })
let containers: [any Container<Int>] = [s, Bag([9])]
print(
  containers.map { $0.items.count }, containers.map { describe($0) }.count,
  containers.compactMap { $0 as? Stack<Int> }.count)
protocol Shelf<Item> {
  associatedtype Item; associatedtype Items: Collection<Item>; associatedtype Key: Hashable; var items: Items { get };
  var key: Key { get }; func all() -> Items
}
struct Row<T>: Shelf { var items: [T]; var key: Int { items.count }; func all() -> [T] { items } }
let bs: [any Shelf<Int>] = [Row(items: [1, 2])]
print(bs[0].items.count, bs[0].items.first as Any, bs[0].all().map { $0 * 2 })
print(bs.map { $0.items.count })
let all: any Collection<Int> = bs[0].items
print(all.count, all.reduce(0, +))
let k: any Hashable = bs[0].key
print(k)
let anyBox: any Shelf = bs[0]
print(anyBox.items.count, "\(anyBox.key)", anyBox.items.isEmpty)
for x in bs[0].items { print(x) }
let some: any Sequence = [1, 2]
for x in some { print(x) }
