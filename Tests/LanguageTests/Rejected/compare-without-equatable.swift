// == on a type that has none.
// swift-format-ignore-file
struct Book {
  var title = ""
}
print(Book() == Book())  // error: referencing operator function '==' on 'Equatable' requires that 'Book' conform to 'Equatable'
