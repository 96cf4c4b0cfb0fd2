// A key path to a property that is not there.
struct Book {
  var title = ""
}
let titles = [Book()].map(\.name)  // error: value of type 'Book' has no member 'name'
