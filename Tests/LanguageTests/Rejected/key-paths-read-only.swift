// Key paths that only read, and values that do not change.
// swift-format-ignore-file
struct Book {
  let title = ""
  var pages = 1
}
func edit() {
  var book = Book()
  book[keyPath: \.title] = "x"  // error: cannot assign through subscript: key path is read-only
  book[keyPath: \.pages] = 1
  let path = \Book.title
  book[keyPath: path] = "y"  // error: cannot assign through subscript: 'path' is a read-only key path
  let fixed = book
  fixed[keyPath: \.pages] = 2  // error: cannot assign through subscript: 'fixed' is a 'let' constant
  let writable: WritableKeyPath<Book, String> = \.title  // error: cannot convert key path type 'KeyPath<Book, String>' to contextual type 'WritableKeyPath<Book, String>'
  book[keyPath: \.pages] += 1
  book[keyPath: \.title] += ""  // error: left side of mutating operator isn't mutable: key path is read-only
  let numbers = [1]
  numbers[0] = 2  // error: cannot assign through subscript: 'numbers' is a 'let' constant
  fixed.pages = 3  // error: cannot assign to property: 'fixed' is a 'let' constant
  fixed.pages += 1  // error: left side of mutating operator isn't mutable: 'fixed' is a 'let' constant
}
