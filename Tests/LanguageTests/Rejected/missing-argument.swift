// An argument is missing.
struct Book {
  var title: String
  var pages: Int
}
let book = Book(title: "Dune")  // error: missing argument for parameter 'pages' in call
