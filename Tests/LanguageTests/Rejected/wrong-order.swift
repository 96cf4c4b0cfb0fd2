// Arguments in the wrong order.
struct Book {
  var title: String
  var pages: Int
}
let book = Book(pages: 10, title: "x")  // error: argument 'title' must precede argument 'pages'
