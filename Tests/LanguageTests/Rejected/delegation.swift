// Who may call `self.init`.
// swift-format-ignore-file
class Object {
  init() {}
  init(again: Int) { self.init() }  // error: designated initializer for 'Object' cannot delegate (with 'self.init'); did you mean this to be a convenience initializer?
  convenience init(right: Int) { self.init() }
}
class Part: Object {
  init(part: Int) { self.init(part: part) }  // error: designated initializer for 'Part' cannot delegate (with 'self.init'); did you mean this to be a convenience initializer?
  convenience init(wrong: String) { super.init() }  // error: convenience initializer for 'Part' must delegate (with 'self.init') rather than chaining to a superclass initializer (with 'super.init')
}
