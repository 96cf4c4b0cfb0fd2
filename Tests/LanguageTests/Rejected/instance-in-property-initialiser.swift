// A property initialiser cannot use another property.
// swift-format-ignore-file
struct Form {
  var name = "Ann"
  var greeting = "Hello, " + name  // error: cannot use instance member 'name' within property initializer; property initializers run before 'self' is available
}
