// A method that changes a property of its struct has to be mutating.
struct Form {
  var name = ""
  func clear() {
    name = ""  // error: cannot assign to property: 'self' is immutable
  }
}
