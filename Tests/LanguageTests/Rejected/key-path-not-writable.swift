// Writing through a key path of a constant.
struct Book {
  let title = ""
}
var book = Book()
book[keyPath: \.title] = "x"  // error: cannot assign through subscript: key path is read-only
