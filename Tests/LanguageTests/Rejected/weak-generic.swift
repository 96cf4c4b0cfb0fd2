// weak and unowned on what need not be a class: generic parameters, existentials.
// swift-format-ignore-file
class Box<T> { weak var content: T? }  // error: 'weak' must not be applied to non-class-bound 'T'; consider adding a protocol conformance that has a class bound
class Owned<T> { unowned var content: T; init(_ content: T) { self.content = content } }  // error: 'unowned' must not be applied to non-class-bound 'T'; consider adding a protocol conformance that has a class bound
struct Pair<T> { weak var first: T? }  // error: 'weak' must not be applied to non-class-bound 'T'; consider adding a protocol conformance that has a class bound
protocol Plain {}
protocol Bound: AnyObject {}
class Fine<T: AnyObject> { weak var content: T? }
class FineToo<T: Bound> { weak var content: T?; weak var other: Bound? }
func local<T>(_ value: T) { weak var inner: T? = value; print(inner as Any) }  // error: 'weak' must not be applied to non-class-bound 'T'; consider adding a protocol conformance that has a class bound
