// A throwing call in a function that does not throw.
struct Failed: Error {}
func load() throws -> String { throw Failed() }
func show() {
  print(try load())  // error: errors thrown from here are not handled
}
