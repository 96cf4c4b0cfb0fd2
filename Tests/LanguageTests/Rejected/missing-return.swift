// A function with a result and a path that returns nothing.
func grade(_ points: Int) -> String {
  if points > 50 {
    return "good"
  }
}  // error: missing return in global function expected to return 'String'
