// The body of a guard must leave the scope.
func show(_ name: String?) {
  guard let name else {
    print("no name")
  }  // error: 'guard' body must not fall through, consider using a 'return' or 'throw' to exit the scope
  print(name)
}
