// inout parameters of mutating methods, of requirements and of generic ones; recursion.
struct E: Error {}
struct S {
  var v = 1
  var w = 2
  mutating func take(_ x: inout Int) { x += v; v = 50 }
  mutating func gen<T>(_ x: inout [T], _ t: T) { x.append(t); v += x.count; print(T.self) }
  mutating func fail(_ x: inout Int) throws { x = -1; v = -2; throw E() }
  mutating func both() { swap2(&v, &w); print(v, w) }
  func swap2(_ a: inout Int, _ b: inout Int) { (a, b) = (b, a) }
}
var s = S()
var k = 10
s.take(&k); print(s, k)
var l = ["a"]
s.gen(&l, "b"); print(s, l)
try? s.fail(&k); print(s, k)
protocol P { mutating func go(_ x: inout Int) }
extension S: P { mutating func go(_ x: inout Int) { x += 1; w = x } }
func run<T: P>(_ t: inout T, _ x: inout Int) { t.go(&x); t.go(&x) }
run(&s, &k); print(s, k)
var p: P = s; p.go(&k); print(p, k)
class Holder { var s = S(); var n = 3; func go() { s.take(&n); print(s, n) } }
Holder().go()
let h = Holder(); h.s.take(&h.n); print(h.s, h.n)
enum Tree { case leaf, node(Int); mutating func grow(_ n: inout Int) { n += 1; self = .node(n) } }
var t = Tree.leaf; t.grow(&k); print(t, k)
extension Array {
  mutating func pull(_ n: inout Int, into other: inout [Element]) {
    while n > 0, !isEmpty { other.append(removeLast()); n -= 1 }
  }
}
var a1 = [1, 2, 3], a2: [Int] = [], n = 2
a1.pull(&n, into: &a2); print(a1, a2, n)
func outer(_ x: inout Int) { inner(&x); inner(&x) }
func inner(_ x: inout Int) { x *= 2 }
outer(&k); print(k)
var opt: Int? = 3
func clear(_ x: inout Int?) { x = nil }
clear(&opt); print(opt as Any)
var tup = (1, "a"); inner(&tup.0); print(tup)
func rec(_ depth: Int, _ out: inout [Int]) {
  if depth == 0 { return }; out.append(depth); rec(depth - 1, &out); out.append(-depth)
}
var out: [Int] = []; rec(3, &out); print(out)
struct Box<T> { var v: T; init(_ v: T) { self.v = v } }
let unit = Box(()); print(unit)
class CBox<T> { var v: T; init(_ v: T) { self.v = v } }
let cu = CBox(()); print(cu.v); cu.v = ()
func capt<T>(_ t: T) -> T { var r = t; let f = { r = t }; f(); return r }
print(capt(()), capt(2))
extension Int { mutating func bump(_ by: inout Int) { self += by; by = 0 } }
k.bump(&n); var by = 4; k.bump(&by); print(k, by, n)
