// Key paths as functions, in sorting helpers, writable ones, through optionals and subscripts.
struct Author { var name: String; var born: Int? }
struct Book { var title: String; var author: Author; var tags: [String] }
var books = [
  Book(title: "B", author: Author(name: "Zed", born: 1950), tags: ["x"]),
  Book(title: "A", author: Author(name: "Amy", born: nil), tags: ["y", "z"]),
]
print(books.map(\.title), books.map(\.author.name), books.compactMap(\.author.born), books.map(\.tags.count))
extension Sequence {
  func sorted<T: Comparable>(by path: KeyPath<Element, T>) -> [Element] {
    sorted { $0[keyPath: path] < $1[keyPath: path] }
  }
}
print(books.sorted(by: \.title).map(\.title), books.sorted(by: \.author.name)[0].title)
func set<Root, Value>(_ root: inout Root, _ path: WritableKeyPath<Root, Value>, _ value: Value) {
  root[keyPath: path] = value
}
set(&books[0], \.author.name, "New")
set(&books[0], \.tags[0], "first")
print(books[0].author.name, books[0].tags, books[keyPath: \.[1].title], books[1][keyPath: \.author.born] as Any)
