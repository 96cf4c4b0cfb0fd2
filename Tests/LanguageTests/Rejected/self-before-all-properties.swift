// A method is called before every property has a value.
class Loader {
  var name: String
  init() {
    load()  // error: 'self' used in method call 'load' before all stored properties are initialized
    name = "x"
  }
  func load() {}
}
