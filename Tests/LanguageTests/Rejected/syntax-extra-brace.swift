// A brace too many.
func work() {
  print("x")
}
}  // error: extraneous '}' at top level
