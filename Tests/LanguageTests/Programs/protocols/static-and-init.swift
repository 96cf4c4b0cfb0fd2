// Static requirements and initialisers called on the generic type.
protocol Defaultable { init(); static var label: String { get } }
struct Point: Defaultable {
  var x = 1, y = 2
  static let label = "point"
}
final class Box: Defaultable {
  var content = "empty"
  required init() {}
  static var label: String { "box" }
}
func make<T: Defaultable>(_ type: T.Type) -> T {
  print("making a \(T.label)")
  return T()
}
print(make(Point.self).y, make(Box.self).content)
extension Array where Element: Defaultable {
  init(defaults count: Int) { self = (0..<count).map { _ in Element() } }
}
print([Point](defaults: 2).count)
