// Operators that inherited protocols ask for, on the elements of a library type; bounds in a where clause.
protocol Multipliable { static func * (left: Self, right: Self) -> Self }
protocol Addable { static func + (left: Self, right: Self) -> Self }
protocol Number: Multipliable, Addable { static var zero: Self { get } }
extension Int: Number {}
extension Double: Number {}
extension Array where Element: Number {
  func dot(_ other: [Element]) -> Element {
    indices.map { self[$0] * other[$0] }.reduce(Element.zero) { $0 + $1 }
  }
  func first(times other: [Element]) -> Element { self[0] * other[0] }
}
print([1, 2, 3].dot([4, 5, 6]), [0.5].dot([4]), [3].first(times: [5]))

protocol Toy {
  static var pieces: Int { get }
  init()
}
protocol Robot {
  associatedtype Product where Product: Toy
  var speed: Int { get }
}
extension Robot {
  func operate(_ count: Int) -> (Int, [Product]) {
    (count * Product.pieces / speed, (0..<count).map { _ in Product() })
  }
}
struct Car: Toy { static let pieces = 10 }
struct Builder: Robot {
  typealias Product = Car
  let speed = 5
}
print(Builder().operate(2))
