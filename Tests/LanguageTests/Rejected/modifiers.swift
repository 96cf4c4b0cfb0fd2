// Modifiers where they mean nothing.
// swift-format-ignore-file
final struct Final {}  // error: 'final' modifier cannot be applied to this declaration
struct Value {
  lazy let constant = 1  // error: 'lazy' cannot be used on a let
  final func sealed() {}  // error: only classes and class members may be marked with 'final'
  override func overriding() {}  // error: 'override' can only be specified on class members
  required init() {}  // error: 'required' initializer in non-class type 'Value'
  class func shared() {}  // error: class methods are only allowed within classes; use 'static' to declare a static method
}
enum Choice {
  case one
  final var sealed: Int { 1 }  // error: only classes and class members may be marked with 'final'
  override var overriding: Int { 2 }  // error: 'override' can only be specified on class members
}
class Object {
  mutating func change() {}  // error: 'mutating' is not valid on instance methods in classes
  class let constant = 1  // error: class stored properties not supported in classes; did you mean 'static'?
  class var stored = 2  // error: class stored properties not supported in classes; did you mean 'static'?

}
extension Object {
  mutating func changeInExtension() {}  // error: 'mutating' is not valid on instance methods in classes
  required init(again: Int) { fatalError() }  // error: designated initializer cannot be declared in an extension of 'Object'; did you mean this to be a convenience initializer?  // error: 'required' initializer must be declared directly in class 'Object' (not in an extension)
}
extension Value {
  override func overridingInExtension() {}  // error: 'override' can only be specified on class members
}
protocol Named {
  final func sealed()  // error: only classes and class members may be marked with 'final'
}
extension Named {
  override func overridingInProtocol() {}  // error: method does not override any method from its parent protocol
}
weak let nobody: Object? = nil
protocol Shown {}
public class Seen {}
public extension Seen: Shown {}  // error: 'public' modifier cannot be used with extensions that declare protocol conformances
