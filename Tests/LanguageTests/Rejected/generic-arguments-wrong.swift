// The arguments of a generic type do what it asks of them.
// swift-format-ignore-file
struct Book {}
struct Box<T: Comparable> { var value: T? }
class Cell<T> where T: Hashable {}
var books: Set<Book> = []  // error: type 'Book' does not conform to protocol 'Hashable'
var pages: [Book: Int] = [:]  // error: type 'Book' does not conform to protocol 'Hashable'
let box: Box<Book>? = nil  // error: type 'Book' does not conform to protocol 'Comparable'
func shelve(_ books: Set<Book>) -> Cell<Book> { fatalError() }  // error: type 'Book' does not conform to protocol 'Hashable'  // error: type 'Book' does not conform to protocol 'Hashable'
struct Store {
  var items: Set<Book>  // error: type 'Book' does not conform to protocol 'Hashable'
  var index: [Book: [Int]]  // error: type 'Book' does not conform to protocol 'Hashable'
}
