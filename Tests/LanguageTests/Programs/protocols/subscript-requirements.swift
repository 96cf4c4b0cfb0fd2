// A subscript that a protocol asks for, through a generic parameter, through `any`, and read and written.
protocol Shelf {
  associatedtype Item
  var count: Int { get }
  subscript(position: Int) -> Item { get set }
  subscript(name name: String) -> Int? { get }
}
extension Shelf {
  var all: [Item] { (0..<count).map { self[$0] } }
}
extension Shelf where Item: Equatable {
  func position(of item: Item) -> Int? {
    for position in 0..<count where self[position] == item { return position }
    return nil
  }
}
struct Books<Element>: Shelf {
  var items: [Element]
  var count: Int { items.count }
  subscript(position: Int) -> Element {
    get { items[position] }
    set { items[position] = newValue }
  }
  subscript(name name: String) -> Int? { name == "first" ? 0 : nil }
}
final class Box: Shelf {
  var numbers = [10, 20]
  var count: Int { numbers.count }
  subscript(position: Int) -> Int {
    get { numbers[position] }
    set { numbers[position] = newValue }
  }
  subscript(name name: String) -> Int? { name.count }
}
struct AnyShelf<Item> {
  private let item: (Int) -> Item
  init<S: Shelf>(_ shelf: S) where S.Item == Item {
    let copy = shelf
    item = { copy[$0] }
  }
  subscript(position: Int) -> Item { item(position) }
}
func swapEnds<S: Shelf>(_ shelf: inout S) {
  let first = shelf[0]
  shelf[0] = shelf[shelf.count - 1]
  shelf[shelf.count - 1] = first
}
func double<S: Shelf>(_ shelf: inout S) where S.Item == Int {
  for position in 0..<shelf.count { shelf[position] *= 2 }
}

var books = Books(items: ["a", "b", "c"])
swapEnds(&books)
print(books.all, books.position(of: "a") ?? -1, books.position(of: "z") as Any)
print(AnyShelf(books)[1], books[name: "first"] ?? -1)
var box = Box()
double(&box)
swapEnds(&box)
print(box.all, box.numbers, AnyShelf(box)[0])
let shelves: [any Shelf] = [books, box]
for shelf in shelves { print(shelf[0], shelf[name: "first"] as Any) }
