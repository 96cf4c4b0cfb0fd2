// Protocols with static members and initialisers, conformance by extension, dynamic casts, conditional conformance.
protocol Shape {
  static var name: String { get }
  var area: Double { get }
  init(size: Double)
}
extension Shape {
  static func make(_ sizes: Double...) -> [Self] { sizes.map(Self.init(size:)) }
  func isLarger(than other: some Shape) -> Bool { area > other.area }
}
struct Square: Shape {
  static let name = "square"
  let size: Double
  var area: Double { size * size }
}
final class Disc: Shape {
  static var name: String { "disc" }
  let area: Double
  required init(size: Double) { area = 3 * size * size }
}
print(Square.make(1, 2).map(\.area), Square(size: 2).isLarger(than: Disc(size: 1)))
let types: [any Shape.Type] = [Square.self, Disc.self]
for type in types { print(type.name, type.init(size: 2).area) }
protocol Describable { var text: String { get } }
extension Int: Describable { var text: String { "int \(self)" } }
extension String: Describable { var text: String { "string \(self)" } }
extension Array: Describable where Element: Describable {
  var text: String { "[" + map(\.text).joined(separator: ", ") + "]" }
}
extension Optional: Describable where Wrapped: Describable {
  var text: String { map(\.text) ?? "nothing" }
}
print([1, 2].text, ["a"].text, [[3]].text, Optional(4).text, String?.none.text)
let things: [Any] = [1, "two", 3.0, [4]]
print(things.map { ($0 as? any Describable)?.text ?? "?" })
func check(_ value: Any) -> String {
  switch value {
  case let shape as any Shape: return "shape \(shape.area)"
  case let describable as Describable: return describable.text
  default: return "?"
  }
}
print(check(Square(size: 3)), check(7), check(1.5))
