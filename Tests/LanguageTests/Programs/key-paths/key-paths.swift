// Key paths: reading, writing, nesting, as functions, with optionals and subscripts, stored in variables.
struct Author { var name: String; var born: Int? }
struct Book {
  var title: String
  var author: Author
  var tags: [String]
}
class Shelf { var books: [Book] = []; let room = "attic" }

var book = Book(title: "Dune", author: Author(name: "Frank", born: 1920), tags: ["sf", "sand"])
let title = \Book.title
let name: WritableKeyPath<Book, String> = \.author.name
print(book[keyPath: title], book[keyPath: name], book[keyPath: \.tags.count], book[keyPath: \.tags[1]])
book[keyPath: name] = "F. Herbert"
book[keyPath: \.tags[0]] += "!"
print(book.author.name, book.tags)
print(book[keyPath: \.author.born] as Any, book[keyPath: \.author.born?.description] as Any)

let shelf = Shelf()
shelf[keyPath: \.books].append(book)
shelf[keyPath: \.books[0].title] = "Dune Messiah"
print(shelf.books.map(\.title), shelf[keyPath: \Shelf.books.first?.author.name] as Any)

func sorted<T, V: Comparable>(_ values: [T], by path: KeyPath<T, V>) -> [T] {
  values.sorted { $0[keyPath: path] < $1[keyPath: path] }
}
print(sorted(["ccc", "a", "bb"], by: \.count))
let extract: (Book) -> String = \.title
print(extract(book), ["a", "bb"].map(\.count), [1, 2, 3].map(\.self), ["x": 1].map(\.value))
let full = (\Book.author).appending(path: \.name)
print(book[keyPath: full], title == \Book.title, [5, 0].filter(\.isZero))
extension Int { var isZero: Bool { self == 0 } }
let partial: PartialKeyPath<Book> = \.title
print(book[keyPath: partial])
func set<Root: AnyObject, V>(_ object: Root, _ path: ReferenceWritableKeyPath<Root, V>, to value: V) {
  object[keyPath: path] = value
}
set(shelf, \.books, to: [])
print(shelf.books.isEmpty)
