// self has to be said in an escaping closure.
// swift-format-ignore-file
class Loader {
  var count = 0
  var action: (() -> Void)?
  func start() {
    action = { count += 1 }  // error: reference to property 'count' in closure requires explicit use of 'self' to make capture semantics explicit
  }
}
