// The elements of a set have to be hashable.
struct Book {}
var books: Set<Book> = []  // error: type 'Book' does not conform to protocol 'Hashable'
