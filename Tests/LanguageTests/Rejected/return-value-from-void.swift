// A value is returned from a function without result.
func save() {
  return true  // error: unexpected non-void return value in void function
}
