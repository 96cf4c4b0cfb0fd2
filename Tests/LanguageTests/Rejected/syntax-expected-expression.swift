// An operator without its right side.
func sum(_ a: Int) -> Int {
  return a +
}  // error: expected expression after operator
