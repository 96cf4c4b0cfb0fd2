// An instance member used through the type.
// swift-format-ignore-file
struct Book {
  var title = ""
}
print(Book.title)  // error: instance member 'title' cannot be used on type 'Book'; did you mean to use a value of this type instead?
