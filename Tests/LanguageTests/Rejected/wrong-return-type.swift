// The returned value does not have the declared type.
func count(_ text: String) -> Int {
  return text  // error: cannot convert return expression of type 'String' to return type 'Int'
}
