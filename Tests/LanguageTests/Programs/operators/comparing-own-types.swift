// Types that are ordered by their own <, patterns by an own ~=, generic operators.
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
struct Money: Comparable { var c: Int; static func < (a: Money, b: Money) -> Bool { a.c < b.c } }
let ms = [Money(c: 3), Money(c: 1), Money(c: 2)]
print(
  ms.max()!, ms.min()!, ms.sorted(), ms.sorted(by: >), ms[0] > ms[1], ms[0] >= ms[1], ms[0] <= ms[1], max(ms[0], ms[1]),
  min(ms[0], ms[1]))
func biggest<T: Comparable>(_ a: [T]) -> T { var b = a[0]; for x in a where x > b { b = x }; return b }
print(biggest(ms), biggest([1, 5, 2]))
func clamp<T: Comparable>(_ x: T, _ r: ClosedRange<T>) -> T { min(max(x, r.lowerBound), r.upperBound) }
print(clamp(Money(c: 9), Money(c: 1)...Money(c: 4)), clamp(9, 1...4))
print((Money(c: 1)...Money(c: 4)).contains(Money(c: 2)), (Money(c: 1)..<Money(c: 4)) ~= Money(c: 4))
struct Cx: Numeric, Equatable {
  var r: Int
  init(_ r: Int) { self.r = r }
  init(integerLiteral value: Int) { r = value }
  init?<T: BinaryInteger>(exactly s: T) { r = Int(s) }
  var magnitude: Int { abs(r) }
  static func + (a: Cx, b: Cx) -> Cx { Cx(a.r + b.r) }
  static func - (a: Cx, b: Cx) -> Cx { Cx(a.r - b.r) }
  static func * (a: Cx, b: Cx) -> Cx { Cx(a.r * b.r) }
  static func *= (a: inout Cx, b: Cx) { a = a * b }
}
func product<T: Numeric>(_ v: [T]) -> T { v.reduce(1, *) }
print(product([Cx(2), Cx(3)]), product([2, 3]), product([1.5, 2]))
func square<T: Numeric>(_ v: T) -> T { var w = v; w *= v; return w + 1 - 1 }
print(square(Cx(5)), square(5), Cx.zero)
let lit: Cx = 5; print(lit, lit + 3, [1, 2, 3].map { Cx($0) }.reduce(0, +))
struct Day: Strideable, Comparable {
  var n: Int
  func distance(to o: Day) -> Int { o.n - n }
  func advanced(by k: Int) -> Day { Day(n: n + k) }
}
for d in Day(n: 1)..<Day(n: 4) { print(d.n, terminator: " ") }
for d in stride(from: Day(n: 1), to: Day(n: 10), by: 3) { print(d.n, terminator: " ") }
print((Day(n: 1)...Day(n: 3)).map(\.n), Day(n: 1) < Day(n: 2), Day(n: 1) == Day(n: 1))
struct Box { var v: Int }
func ~= (p: Box, x: Int) -> Bool { p.v == x }
switch 5 {
case Box(v: 4): print("4");
case Box(v: 5): print("5!");
default: print("no")
}
func ~= <T>(p: (T) -> Bool, x: T) -> Bool { p(x) }
func even(_ i: Int) -> Bool { i % 2 == 0 }
switch 6 {
case even: print("even");
default: print("odd")
}
infix operator <+> : AdditionPrecedence
func <+> <T: AdditiveArithmetic>(a: T, b: T) -> T { a + b + b }
print(1 <+> 2, V(x: 1) <+> V(x: 2), 1.5 <+> 2)
prefix operator √
prefix func √ (x: Double) -> Double { x.squareRoot() }
print(√16.0)
postfix operator %%
postfix func %% <T: BinaryInteger>(x: T) -> String { "\(x)%" }
print(5%%)
