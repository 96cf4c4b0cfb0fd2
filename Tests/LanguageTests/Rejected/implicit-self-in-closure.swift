// self has to be said in an escaping closure.
class Loader {
  var count = 0
  var action: (() -> Void)?
  func start() {
    action = { count += 1 }  // error: reference to property 'count' in closure requires explicit use of 'self' to make capture semantics explicit
  }
}
