struct V {
  var n: Int {
    willSet { if newValue < n { w.append("w\(newValue)") } }
    didSet { w.append("d\(oldValue)") }
  }
  var w: [String] = []
  init(n: Int) { self.n = n }
}
var v = V(n: 5)
v.n = 3; print(v.w)
v.n -= 1; print(v.w)
func f(_ x: inout V) { x.n -= 1; x.n = 0 }
f(&v); print(v.w)
var list = [V(n: 1)]
list[0].n = 0; print(list[0].w)
list[0].n += 5; print(list[0].w)
func g(_ c: (inout V) -> Void) { c(&list[0]) }
g {
  $0.n -= 1; $0.n = 7
}; print(list[0].w)
final class C { var v = V(n: 1) }
let c = C(); c.v.n = 0; c.v.n -= 1; print(c.v.w)
var o: V? = V(n: 2); o?.n = 1; o?.n -= 1; print(o!.w)
extension V { mutating func go() { n -= 1; self.n = 100; n -= 3 } }
v.w = []; v.go(); print(v.w)
var t = (V(n: 1), 2); t.0.n -= 1; print(t.0.w)
v.w = []; withUnsafe(&v.n); print(v.w)
func withUnsafe(_ i: inout Int) { i -= 1 }
