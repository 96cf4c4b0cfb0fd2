// Static members, operators and initialisers of a generic type know its arguments, in generic code and as values too.
// swift-format-ignore-file
protocol Kind { static var symbol: String { get } }
enum Meters: Kind { static let symbol = "m" }
enum Feet: Kind { static let symbol = "ft" }
struct Length<U: Kind>: CustomStringConvertible, AdditiveArithmetic {
  var value: Double
  var description: String { "\(value)\(U.symbol)" }
  static var zero: Self { .init(value: 0) }
  static var unit: Self { Length(value: 1) }
  static func made(_ value: Double) -> Self { .init(value: value) }
  static func + (a: Self, b: Self) -> Self { .init(value: a.value + b.value) }
  static func - (a: Self, b: Self) -> Self { .init(value: a.value - b.value) }
  init(value: Double) { self.value = value }
  init?(text: String) { guard let value = Double(text) else { return nil }; self.value = value }
}
protocol Shape { associatedtype Unit: Kind; var side: Length<Unit> { get } }
struct Square: Shape { var side: Length<Meters> }
struct Plot: Shape { var side: Length<Feet> }
extension Array where Element: Shape {
  var total: Length<Element.Unit> { map(\.side).reduce(.zero, +) }
  var none: Length<Element.Unit> { .zero }
  var one: Length<Element.Unit> { Length<Element.Unit>.unit }
}
func zero<S: Shape>(like shape: S) -> Length<S.Unit> { .zero }
func all<U: Kind>(_ numbers: [Double], in unit: U.Type) -> [Length<U>] { numbers.map(Length<U>.init(value:)) }
func made<U: Kind>(_ numbers: [Double], in unit: U.Type) -> [Length<U>] { numbers.map(Length.made) }
func read<U: Kind>(_ texts: [String], as unit: U.Type) -> [Length<U>] { texts.compactMap(Length<U>.init(text:)) }
func difference<U: Kind>(_ a: Length<U>, _ b: Length<U>) -> Length<U> {
  let subtract: (Length<U>, Length<U>) -> Length<U> = (-)
  return subtract(a, b)
}
print([Square(side: .init(value: 1)), Square(side: .init(value: 2))].total, [Plot(side: .unit)].total, [Plot(side: .unit)].none, [Square(side: .zero)].one)
print(zero(like: Plot(side: .zero)), all([1, 2], in: Feet.self), made([3], in: Meters.self), read(["4", "x"], as: Feet.self))
print(difference(Length<Feet>(value: 5), .unit))
struct Box<T> {
  static var name: String { "\(T.self)" }
  static func list(_ items: T...) -> [T] { items }
  var own: String { Self.name }
}
func names<T>(_ value: T) -> [String] { [Box<T>.name, Box<T>().own, Box<[T]>.name] }
print(names(1), names("a"))
