// A do that catches one kind of error only, in a function that does not throw.
enum LoadError: Error { case offline, denied }
func load() throws {}
func show() {
  do {
    try load()  // error: errors thrown from here are not handled because the enclosing catch is not exhaustive
  } catch LoadError.offline {
    print("offline")
  }
}
