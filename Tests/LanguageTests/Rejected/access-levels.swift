// Nothing is seen wider than the types it speaks of.
// swift-format-ignore-file
private struct Hidden {}
fileprivate class Within {}
internal struct Inside {}
public struct Shown {
  public var hidden: Hidden  // error: property cannot be declared public because its type uses a private type
  public var inside: Inside  // error: property cannot be declared public because its type uses an internal type
  var alsoHidden: Hidden?  // error: property must be declared fileprivate because its type uses a private type
  private var right: Hidden
  fileprivate var alsoRight: [Hidden]
  public init(inside: Inside) { fatalError() }  // error: initializer cannot be declared public because its parameter uses an internal type
  func take(_ hidden: Hidden) {}  // error: method must be declared fileprivate because its parameter uses a private type
  func give() -> [Hidden] { [] }  // error: method must be declared fileprivate because its result uses a private type
  public func showInside() -> Inside { fatalError() }  // error: method cannot be declared public because its result uses an internal type
  var computed: Within { Within() }  // error: property must be declared fileprivate because its type uses a fileprivate type
  subscript(hidden: Hidden) -> Int { 1 }  // error: subscript must be declared fileprivate because its index uses a private type
  private struct Nested {}
  func nested() -> Nested { Nested() }  // error: method must be declared private because its result uses a private type
  private func nestedRight() -> Nested { Nested() }
  var inferred = Nested()  // error: property must be declared private because its type 'Shown.Nested' uses a private type
}
func free(_ hidden: Hidden) {}  // error: function must be declared private or fileprivate because its parameter uses a private type
private func freeRight(_ hidden: Hidden) {}
func freeInferred() -> Within { Within() }  // error: function must be declared private or fileprivate because its result uses a fileprivate type
let value = Hidden()  // error: constant must be declared private or fileprivate because its type 'Hidden' uses a private type
var annotated: Hidden? = nil  // error: variable must be declared private or fileprivate because its type uses a private type
private let valueRight = Hidden()
typealias Alias = Hidden  // error: type alias must be declared private or fileprivate because its underlying type uses a private type
class Part: Within {}  // error: class must be declared private or fileprivate because its superclass is fileprivate
private class PartRight: Within {}
enum Choice { case hidden(Hidden) }  // error: enum case in an internal enum uses a private type
struct Generic<T: Marked> {}  // error: generic struct must be declared private or fileprivate because its generic parameter uses a private type
private protocol Marked {}
protocol Below: Marked {}  // error: protocol must be declared private or fileprivate because it refines a private protocol
private extension Shown { func inPrivateExtension(_ hidden: Hidden) {} }
extension Hidden { func inExtension() -> Hidden { self } }
struct Outer { private struct Deep {}; struct Other { var deep: Deep } }  // error: property must be declared private because its type uses a private type
