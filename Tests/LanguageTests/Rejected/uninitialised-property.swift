// An initialiser leaves a property without a value.
struct Book {
  var title: String
  var pages: Int
  init(title: String) {
    self.title = title
  }  // error: return from initializer without initializing all stored properties
}
