// A `let` property of a value is changed.
struct Book {
  let title: String
  var pages: Int
}
var book = Book(title: "Dune", pages: 412)
book.pages = 413
book.title = "Emma"  // error: cannot assign to property: 'title' is a 'let' constant
