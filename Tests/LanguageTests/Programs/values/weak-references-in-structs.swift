final class C { let n: Int; init(_ n: Int) { self.n = n }; deinit { print("gone", n) } }
struct W { weak var o: C? }
var c: C? = C(1)
var w = W(o: c)
var list = [W(o: c)]
c = nil
print(w.o == nil, list[0].o == nil)
struct W2 { weak var o: C?; init(_ o: C?) { self.o = o } }
var d: C? = C(2)
let w2 = W2(d); var w3 = W2(nil); w3.o = d
struct W4<T: AnyObject> { weak var o: T?; unowned let u: T }
var e: C? = C(4)
var w4 = [W4(o: d, u: e!)]
var w5 = W(o: nil); w5.o = d
d = nil
print(w2.o == nil, w3.o == nil, w4[0].o == nil, w4[0].u.n, w5.o == nil)
e = nil
