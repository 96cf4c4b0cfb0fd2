// A variable is read before it has a value.
func show(_ flag: Bool) {
  let text: String
  if flag {
    text = "yes"
  }
  print(text)  // error: constant 'text' used before being initialized
}
