// Hashable cannot be made when a member is not hashable.
// swift-format-ignore-file
struct Author {
  var name = ""
}
struct Book: Hashable {  // error: type 'Book' does not conform to protocol 'Hashable'  // error: type 'Book' does not conform to protocol 'Equatable'
  var author: Author
}
