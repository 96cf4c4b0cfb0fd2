// Local variables are there from their declaration on.
func early() {
  print(total)  // error: use of local variable 'total' before its declaration
  let total = 1
}
func assigned() {
  total = 2  // error: use of local variable 'total' before its declaration
  var total = 1
}
func ofItself() {
  let total = total + 1  // error: use of local variable 'total' before its declaration
}
