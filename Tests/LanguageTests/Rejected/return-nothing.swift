// return without a value in a function that has a result.
func count() -> Int {
  return  // error: non-void function should return a value
}
