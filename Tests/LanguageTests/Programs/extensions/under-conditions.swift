// The implementation with the most conditions is chosen, statically and behind a protocol; retroactive conformance.
protocol Number {
  static var zero: Self { get }
  static func + (left: Self, right: Self) -> Self
  static func * (left: Self, right: Self) -> Self
}
extension Int: Number {}
extension Double: Number {}
extension UInt8: Number {}
extension Sequence where Element: Number {
  func total() -> Element { reduce(Element.zero, +) }
  func squares() -> Element {
    var sum = Element.zero
    for element in self { sum = sum + element * element }
    return sum
  }
}
print([1, 2, 3].total(), [1.5, 2.5].total(), [1, 2, 3].squares(), ([1, 2] as [UInt8]).squares())
protocol Shape { func name() -> String }
extension Shape { func name() -> String { "shape" } }
extension Shape where Self: Equatable { func name() -> String { "equatable shape" } }
struct Circle: Shape {}
struct Square: Shape, Equatable {}
let shapes: [Shape] = [Circle(), Square()]
print(Circle().name(), Square().name(), shapes.map { $0.name() })
extension Array { func kind() -> String { "any" } }
extension Array where Element: Numeric { func kind() -> String { "numeric" } }
extension Array where Element == Int { func kind() -> String { "int" } }
print(["a"].kind(), [1.0].kind(), [1].kind())
struct Box<T> { var value: T }
extension Box { var kind: String { "any" } }
extension Box where T: Equatable { var kind: String { "equatable" } }
extension Box where T == Int { var kind: String { "int" } }
print(Box(value: 1).kind, Box(value: "a").kind, Box(value: (1, 2)).kind)
extension Box: CustomStringConvertible where T: CustomStringConvertible {
  var description: String { "<\(value.description)>" }
}
print(Box(value: 1), Box(value: (1, 2)))
extension CustomStringConvertible where Self: Hashable { var description: String { "hashable" } }
struct Plain: CustomStringConvertible, Hashable { var x = 1 }
print(Plain(), [Plain()])
