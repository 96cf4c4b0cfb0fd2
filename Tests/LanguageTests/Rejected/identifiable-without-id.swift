// Identifiable needs an id.
struct Book: Identifiable {  // error: type 'Book' does not conform to protocol 'Identifiable'
  var title = ""
}
