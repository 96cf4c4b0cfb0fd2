// Local functions that use what their block declares after them, and each other.
let x = "outer"
func f() {
  func g() { print(x) }
  let x = "inner"
  g()
  _ = x
}
f()
func h(_ v: Int?) {
  func show() { print(v as Any) }
  guard let v else { return }
  show()
  _ = v
}
h(3)
func k() {
  if true {
    func g() { print(y) }
    let y = 2
    g()
  }
  func m() -> Int { n { total += 1 }; return total }
  func n(_ f: () -> Void) { f(); f() }
  var total = 0
  print(m(), total)
  var c: Int { total + later }
  let later = 10
  print(c)
}
k()
func rec() {
  func a(_ i: Int) -> Int { i <= 0 ? base : b(i - 1) }
  func b(_ i: Int) -> Int { let f = { a(i - 1) + one }; return f() }
  let base = 100, one = 1
  print(a(5))
  for i in 0..<2 {
    func inner() -> Int { k + i }
    let k = i * 10
    print(inner())
  }
  let (p, q) = (1, 2)
  func late() -> Int { p + q + r }
  let r: Int
  r = 5
  print(late())
}
rec()
