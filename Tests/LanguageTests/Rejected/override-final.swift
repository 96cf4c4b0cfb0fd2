// A final method is overridden.
class Base {
  final func load() {}
}
class Derived: Base {
  override func load() {}  // error: instance method overrides a 'final' instance method
}
