// Protocols with associated types, Self requirements, constrained extensions, inheritance of protocols.
protocol Container {
  associatedtype Item
  var items: [Item] { get set }
  init()
}
extension Container {
  mutating func add(_ item: Item) { items.append(item) }
  var count: Int { items.count }
  subscript(i: Int) -> Item { items[i] }
}
extension Container where Item: Comparable {
  var largest: Item? { items.max() }
}
struct Box: Container {
  var items: [Int] = []
}
struct Bag<T>: Container {
  var items: [T] = []
}
var box = Box()
box.add(3)
box.add(8)
print(box.count, box[1], box.largest as Any)
var bag = Bag<String>()
bag.add("x")
print(bag.largest as Any, bag.count)

func merge<C: Container>(_ a: C, _ b: C) -> C {
  var result = C()
  for item in a.items + b.items { result.add(item) }
  return result
}
print(merge(box, box).items)

protocol Named { var name: String { get } }
protocol Aged { var age: Int { get } }
protocol Person: Named, Aged {}
extension Person { var label: String { "\(name) (\(age))" } }
struct Ann: Person { let name = "Ann", age = 31 }
func show(_ value: Named & Aged) -> String { value.name + " " + String(value.age) }
print(Ann().label, show(Ann()))
protocol Shape { static var sides: Int { get }; func area() -> Double }
extension Shape { func describe() -> String { "\(Self.sides) sides, area \(area())" } }
struct Square: Shape { static let sides = 4; var side = 2.0; func area() -> Double { side * side } }
print(Square().describe(), (Square() as any Shape) is Square)
