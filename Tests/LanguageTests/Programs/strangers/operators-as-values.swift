// Operators as values inside a type that has some of the same name, and the magnitude of generic numbers.
protocol Ring: Equatable {
  static var zero: Self { get }; static func + (a: Self, b: Self) -> Self; static func * (a: Self, b: Self) -> Self
}
struct Poly<C: Ring>: Ring {
  var c: [C]
  static var zero: Self { Poly(c: []) }
  subscript(i: Int) -> C { c[i] }
  static func + (a: Self, b: Self) -> Self { a }
  static func * (a: Self, b: Self) -> Self {
    print(a[0] * b[0])
    let y = (0...1).map { a[$0] * b[$0] }
    print(y.reduce(.zero, +))
    let w: C = (0...1).map { a[$0] * b[$0] }.reduce(.zero, +)
    print(w)
    return Poly(c: (0...1).map { k in (0...k).map { a[$0] * b[k - $0] }.reduce(.zero, +) })
  }
}
struct M<E: Numeric> {
  var g: [E]
  subscript(row r: Int) -> ArraySlice<E> { g[...] }
  static func * (a: Self, k: E) -> Self { a }
  static func * (k: E, a: Self) -> Self { a }
  static func x(_ a: Self, _ b: Self) {
    let p = zip(a.g, b.g).map(*)
    print(p.reduce(0, +), zip(a.g, b.g).map(*).reduce(0, +))
    var m = a
    m.g[0] = zip(a[row: 1], b.g).map(*).reduce(0, +)
    print(m)
  }
}
func f<T: FloatingPoint>(_ m: [[T]]) -> Int? { (0..<m.count).max(by: { m[$0][0].magnitude < m[$1][0].magnitude }) }
func g<T: FloatingPoint>(_ a: T, _ b: T) -> Bool { a.magnitude < b.magnitude && a.magnitude == a }
func h<T: SignedNumeric & Comparable>(_ a: T, _ b: T) -> Bool { a.magnitude < b.magnitude }
func k<T: BinaryInteger>(_ a: T, _ b: T) -> Bool { a.magnitude < b.magnitude && a.magnitude > 3 }
func l<T: Numeric>(_ a: T) -> Bool { a.magnitude > 3 }
print(f([[1.0], [-3]]) as Any, g(1.0, -2.0), h(-4, 3), k(5 as Int8, -9), l(-4))
extension Int: Ring {}
print((Poly(c: [2, 3]) * Poly(c: [4, 5])).c)
M<Int>.x(M(g: [1, 2]), M(g: [3, 4]))
