// Only errors can be thrown.
struct Problem { var text = "" }
func check() throws {
  throw Problem(text: "bad")  // error: thrown expression type 'Problem' does not conform to 'Error'
}
