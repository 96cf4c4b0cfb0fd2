// map with one, two and three key paths; with functions, initialisers and enum cases.
import Combine

struct Book { var title: String; var pages: Int; var author: String }
enum Row { case book(Int), none }
let books = [Book(title: "A", pages: 10, author: "x"), Book(title: "B", pages: 20, author: "y")].publisher
_ = books.map(\.title).sink { print($0, terminator: " ") }
_ = books.map(\.title, \.pages).sink { print($0.0, $0.1, terminator: " ") }
_ = books.map(\.title, \.pages, \.author).sink { print($0, terminator: " ") }
print()
_ = books.map(\.pages).map(Double.init).collect().sink { print($0) }
_ = books.map(\.pages).map(Row.book).collect().sink { print($0) }
_ = books.map(\.author.count).map(String.init(describing:)).collect().sink { print($0) }
_ = books.map { (name: $0.title, size: $0.pages) }.filter { $0.size > 10 }.sink { print($0.name) }
