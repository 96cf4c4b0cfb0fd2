// The own properties have to be there before super.init.
class Base {
  init() {}
}
class Derived: Base {
  let value: Int
  override init() {
    super.init()  // error: property 'self.value' not initialized at super.init call
    value = 1  // error: immutable value 'self.value' may only be initialized once
  }
}
