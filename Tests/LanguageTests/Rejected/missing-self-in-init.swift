// The parameter hides the property.
class Book {
  var title: String
  init(title: String) {
    title = title  // error: cannot assign to value: 'title' is a 'let' constant
  }
}
