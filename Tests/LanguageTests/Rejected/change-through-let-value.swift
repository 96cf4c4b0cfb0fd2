// A struct held by a `let` cannot be changed, not even its `var` properties.
struct Book {
  var pages = 1
}
let book = Book()
book.pages = 2  // error: cannot assign to property: 'book' is a 'let' constant
