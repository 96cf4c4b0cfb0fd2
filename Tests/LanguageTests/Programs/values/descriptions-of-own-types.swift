// How own types print: defaults, custom descriptions, debug descriptions, nested.
struct Plain { var a = 1, b = "text", c: Int? = nil }
struct Described: CustomStringConvertible { var description: String { "described" } }
struct Both: CustomStringConvertible, CustomDebugStringConvertible {
  var description: String { "short" }
  var debugDescription: String { "long" }
}
enum Kind { case one, two(Int), three(a: String, b: Bool) }
final class Object {}
final class Named: CustomStringConvertible { var description: String { "named object" } }
print(Plain(), Described(), [Described()], ["k": Both()], Both(), [Both()])
print(Kind.one, Kind.two(2), [Kind.three(a: "x", b: true)], Optional(Kind.one) as Any, (Kind.one, Kind.two(1)))
debugPrint(Plain(b: "q"), "text", [Both()], Kind.one, 1.5)
print("\(Plain())", "\(Optional(Described()) as Any)", String(describing: Kind.self), String(reflecting: "x"), Named())
print(type(of: Object()), type(of: Kind.two), Plain.self, [Int].self, Int?.self)
