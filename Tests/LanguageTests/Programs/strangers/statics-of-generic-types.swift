// Static members of a generic type that generic code asks for.
protocol Ring { static var one: Self { get }; static func * (a: Self, b: Self) -> Self }
extension Ring {
  func power(_ n: UInt) -> Self { n == 0 ? .one : self * power(n - 1) }
  static func unit() -> Self { one }
}
extension Double: Ring { static var one: Double { 1 } }
struct Complex<F: Ring>: Ring {
  var re: F, im: F
  static var one: Self { .init(re: .one, im: .one) }
  static func * (a: Self, b: Self) -> Self { .init(re: a.re * b.re, im: a.im * b.im) }
}
print(Complex(re: 2.0, im: 3.0).power(2))
print(Complex<Double>.unit())
func make<R: Ring>(_ t: R.Type) -> R { R.one * .one }
print(make(Complex<Double>.self), make(Complex<Complex<Double>>.self))
print([Complex(re: 2.0, im: 1)].reduce(.one, *))
struct Stack<T> { static var name: String { "Stack of \(T.self)" }; static func of(_ t: T) -> [T] { [t] } }
protocol Named { static var name: String { get } }
extension Stack: Named {}
func n<N: Named>(_ x: N) -> String { N.name + x.own }
extension Named { var own: String { " " + Self.name } }
print(n(Stack<Int>()), Stack<String>().own)
