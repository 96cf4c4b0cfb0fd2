// super.init is not called on all paths.
class Base {
  var a: Int
  init(a: Int) { self.a = a }
}
class Derived: Base {
  init() {
  }  // error: 'super.init' isn't called on all paths before returning from initializer
}
