// What cannot be overridden, and how.
// swift-format-ignore-file
class Base {
  static func shared() {}
  static var count: Int { 1 }
  class func made() {}
  final class func sealed() {}
  func method() {}
  var property: Int { 1 }
  var changeable: Int { get { 1 } set {} }
  let constant = 1
  var stored = 1
}
class Part: Base {
  override static func shared() {}  // error: cannot override static method
  override class var count: Int { 2 }  // error: cannot override static property
  override class func made() {}
  override class func sealed() {}  // error: class method overrides a 'final' class method
  private override func method() {}  // error: overriding instance method must be as accessible as the declaration it overrides
  override var changeable: Int { 1 }  // error: cannot override mutable property with read-only property 'changeable'
  override var constant: Int { 2 }  // error: cannot override immutable 'let' property 'constant' with the getter of a 'var'
  override var stored = 2  // error: cannot override with a stored property 'stored'
}
public class Open {
  public init() {}
  public func method() {}
}
public class Closed: Open {
  override func method() {}  // error: overriding instance method must be as accessible as the declaration it overrides
}
