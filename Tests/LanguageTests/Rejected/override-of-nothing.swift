// override of something that the superclass does not have.
class Base {}
class Derived: Base {
  override func load() {}  // error: method does not override any method from its superclass
}
