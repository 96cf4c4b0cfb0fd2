// throw in a function that is not marked with throws.
struct Failed: Error {}
func check(_ name: String) {
  if name.isEmpty {
    throw Failed()  // error: error is not handled because the enclosing function is not declared 'throws'
  }
}
