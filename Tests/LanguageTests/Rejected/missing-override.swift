// A method of the superclass is redefined without override.
class Base {
  func load() {}
}
class Derived: Base {
  func load() {}  // error: overriding declaration requires an 'override' keyword
}
