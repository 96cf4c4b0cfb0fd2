// Parameters are constants.
func trim(_ text: String) -> String {
  text = text.lowercased()  // error: cannot assign to value: 'text' is a 'let' constant
  return text
}
