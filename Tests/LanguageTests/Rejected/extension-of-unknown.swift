// An extension of a type that does not exist.
extension Pizzeria {  // error: cannot find type 'Pizzeria' in scope
  func open() {}
}
