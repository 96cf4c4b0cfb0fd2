// Own numbers in generic code: zero, sums, products, literals, assignments, strides.
struct V: AdditiveArithmetic {
  var x: Int; static var zero: V { V(x: 0) }
  static func + (a: V, b: V) -> V { V(x: a.x + b.x) }
  static func - (a: V, b: V) -> V { V(x: a.x - b.x) }
}
func total<T: AdditiveArithmetic>(_ v: [T]) -> T { v.reduce(.zero, +) }
print(total([V(x: 1), V(x: 2)]), total([1, 2, 3]), total([1.5]))
extension Sequence where Element: AdditiveArithmetic {
  func sum() -> Element { reduce(.zero, +) }
  func diff() -> Element { var r = Element.zero; for e in self { r -= e }; return r }
}
print([V(x: 1), V(x: 5)].sum(), [1, 2].sum(), [V(x: 1), V(x: 5)].diff())
var v = V(x: 3); v += V(x: 4); v -= V(x: 1); print(v, +v)
struct Cx: Numeric, Equatable {
  var r: Int
  init(_ r: Int) { self.r = r }
  init(integerLiteral value: Int) { r = value }
  init?<T: BinaryInteger>(exactly s: T) { r = Int(s) }
  var magnitude: Int { abs(r) }
  static func + (a: Cx, b: Cx) -> Cx { Cx(a.r + b.r) }
  static func - (a: Cx, b: Cx) -> Cx { Cx(a.r - b.r) }
  static func * (a: Cx, b: Cx) -> Cx { Cx(a.r * b.r) }
  static func *= (a: inout Cx, b: Cx) { print("own *="); a = a * b }
}
func product<T: Numeric>(_ v: [T]) -> T { v.reduce(1, *) }
print(product([Cx(2), Cx(3)]), product([2, 3]), product([1.5, 2]))
func square<T: Numeric>(_ v: T) -> T { var w = v; w *= v; return w + 1 - 1 }
print(square(Cx(5)), square(5), Cx.zero)
func halve<T: BinaryInteger>(_ v: T) -> T { var w = v; w /= 2; w %= 10; return w }
func halve<T: FloatingPoint>(_ v: T) -> T { var w = v; w /= 2; return w }
print(halve(45), halve(3.0), halve(UInt8(9)))
let lit: Cx = 5; print(lit, lit + 3, [1, 2, 3].map { Cx($0) }.reduce(0, +))
extension Cx: SignedNumeric {}
func neg<T: SignedNumeric>(_ v: T) -> T { -v }
print(neg(Cx(4)), neg(3), neg(2.5), -Cx(7))
struct Day: Strideable {
  var n: Int
  func distance(to o: Day) -> Int { o.n - n }
  func advanced(by k: Int) -> Day { Day(n: n + k) }
}
for d in stride(from: Day(n: 1), to: Day(n: 10), by: 3) { print(d.n, terminator: " ") }
for d in stride(from: Day(n: 10), through: Day(n: 1), by: -3) { print(d.n, terminator: " ") }
print(
  Day(n: 1) < Day(n: 2), Day(n: 1) == Day(n: 1), [Day(n: 3), Day(n: 1)].sorted().map(\.n), max(Day(n: 3), Day(n: 9)))
print(Day(n: 1).distance(to: Day(n: 4)), Day(n: 1).advanced(by: 4), (Day(n: 1)...Day(n: 4)).contains(Day(n: 5)))
struct P2 { var x: Int }
func + (a: P2, b: P2) -> P2 { P2(x: a.x + b.x) }
func - (a: P2, b: P2) -> P2 { P2(x: a.x - b.x) }
extension P2: AdditiveArithmetic { static let zero = P2(x: 0) }
func total<T: AdditiveArithmetic>(_ v: T...) -> T { v.reduce(.zero, +) }
print(total(P2(x: 1), P2(x: 4)), total(1, 2), total(0.5, 1))
enum Level: Int, Comparable { case low, high; static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue } }
print([Level.high, .low].sorted(), Level.low < .high, max(Level.low, .high), Level.low...Level.high ~= .low)
struct Temp: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  var d: Double
  init(floatLiteral value: Double) { d = value }
  init(integerLiteral value: Int) { d = Double(value) }
}
func mk<T: ExpressibleByIntegerLiteral>() -> T { 7 }
let x: Int = mk(); let y: Double = mk(); let z: Temp = mk(); print(x, y, z)
func avg<T: FloatingPoint>(_ v: [T]) -> T { v.reduce(0, +) / T(v.count) }
print(avg([1.0, 2]), avg([Float(1), 4]))
func fact<T: BinaryInteger>(_ n: T) -> T { n <= 1 ? 1 : n * fact(n - 1) }
print(fact(5), fact(UInt8(5)))
