import Foundation
protocol Shape: CustomStringConvertible {
  var area: Double { get }; var perimeter: Double { get }; func scaled(by f: Double) -> Self;
  static var sides: Int { get }
}
extension Shape {
  static var sides: Int { 0 }; var description: String { "\(type(of: self)) \(String(format: "%.2f", area))" };
  static func * (s: Self, f: Double) -> Self { s.scaled(by: f) };
  func isLarger(than o: some Shape) -> Bool { area > o.area }
}
struct Circle: Shape {
  var r: Double; var area: Double { .pi * pow(r, 2) }; var perimeter: Double { 2 * .pi * r };
  func scaled(by f: Double) -> Circle { .init(r: r * f) }
}
struct Rect: Shape, Hashable {
  var w, h: Double; static let sides = 4; var area: Double { w * h }; var perimeter: Double { 2 * (w + h) };
  func scaled(by f: Double) -> Self { Self(w: w * f, h: h * f) }; static let unit = Rect(w: 1, h: 1)
}
class Polygon: Shape {
  let points: [Vec]; required init(_ p: [Vec]) { points = p }; class var sides: Int { -1 }
  var area: Double { abs(zip(points, points.dropFirst() + points.prefix(1)).reduce(0) { $0 + $1.0.cross($1.1) }) / 2 }
  var perimeter: Double { zip(points, points.dropFirst() + [points[0]]).map { ($1 - $0).length }.reduce(0, +) }
  func scaled(by f: Double) -> Self { Self(points.map { $0 * f }) }
}
final class Triangle: Polygon {
  override class var sides: Int { 3 }; convenience init(_ a: Vec, _ b: Vec, _ c: Vec) { self.init([a, b, c]) };
  override var perimeter: Double { super.perimeter.rounded() }
}
struct Vec: Equatable {
  var x = 0.0, y = 0.0
  static let zero = Vec(); static func - (a: Vec, b: Vec) -> Vec { Vec(x: a.x - b.x, y: a.y - b.y) };
  static func + (a: Vec, b: Vec) -> Vec { .init(x: a.x + b.x, y: a.y + b.y) }
  static func * (v: Vec, f: Double) -> Vec { Vec(x: v.x * f, y: v.y * f) };
  static func * (f: Double, v: Vec) -> Vec { v * f }; static prefix func - (v: Vec) -> Vec { .zero - v };
  static func += (a: inout Vec, b: Vec) { a = a + b }
  static func ~= (r: ClosedRange<Double>, v: Vec) -> Bool { r.contains(v.length) }
  var length: Double { hypot(x, y) }; func cross(_ o: Vec) -> Double { x * o.y - y * o.x }
}
infix operator • : MultiplicationPrecedence
infix operator ≈ : ComparisonPrecedence
func • (a: Vec, b: Vec) -> Double { a.x * b.x + a.y * b.y }
func ≈ (a: Double, b: Double) -> Bool { abs(a - b) < 1e-9 }
postfix operator °
postfix func ° (d: Double) -> Double { d * .pi / 180 }
let shapes: [any Shape] = [Circle(r: 1), Rect(w: 2, h: 3), Triangle(.zero, Vec(x: 4), Vec(y: 3))]
for s in shapes { print(s, s.perimeter ≈ 10, type(of: s).sides) }
func total(_ s: [any Shape]) -> Double { s.map { $0.area }.reduce(0, +) }
print(
  total(shapes.map { $0.scaled(by: 2) }) ≈ total(shapes) * 4, (Rect.unit * 3).area,
  (Triangle(.zero, Vec(x: 1), Vec(y: 1)) * 2).area)
func largest<S: Shape>(_ a: S, _ b: S) -> S { a.area > b.area ? a : b }
print(largest(Rect.unit, Rect(w: 1, h: 2)), Circle(r: 1).isLarger(than: Rect.unit), Set([Rect.unit, .unit]).count)
var v = Vec(x: 1, y: 2); v += 2 * Vec(x: 1); v = -v; print(v, v • Vec(x: 1, y: 1), sin(90°) ≈ 1)
switch Vec(x: 3, y: 4) {
case 0...1: print("short");
case 4.5...5.5: print("about five");
default: print("other")
}
func make(_ kind: String) -> (any Shape)? {
  switch kind {
  case "circle": Circle(r: 2);
  case "rect": Rect.unit;
  default: nil
  }
}
print(make("circle")?.perimeter.rounded(.up) ?? 0, make("x")?.area as Any)
print(
  [Double](stride(from: 0, through: 1, by: 0.25)), (1...4).map { sqrt(Double($0)) }.map { ($0 * 100).rounded() / 100 },
  Int(7.9), Int(exactly: 7.5) as Any, -7 / 2, -7 % 3, 7.0.truncatingRemainder(dividingBy: 2.5), UInt8(clamping: 300),
  Int8(truncatingIfNeeded: 200), Double.greatestFiniteMagnitude > 1e300, 0.1 + 0.2, 1e16, 1e-5, Float(0.1), 5.0 / 3)
