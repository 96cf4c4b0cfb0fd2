// At the end of a block its objects end, the last first.
// swift-format-ignore-file
class D { let n: String; init(_ n: String) { self.n = n }; deinit { print("gone", n) } }
do { let a = D("a"); let b = D("b"); print(a.n, b.n) }
func f() { let a = D("fa"); var b = D("fb"); b = D("fb2"); print(a.n, b.n); if true { let c = D("fc"), d = D("fd"); print(c.n, d.n) } }
f()
for i in 1...2 { let x = D("x\(i)"), y = D("y\(i)"); print(x.n, y.n) }
func g(_ p: D) -> D { let q = D("q"); let r = D("r"); print(q.n, r.n); return p }
print(g(D("p")).n)
let closure = { let a = D("ca"); let b = D("cb"); print(a.n + b.n) }
closure()
struct S { let one = D("s1"); let two = D("s2") }
do { let s = S(); print(s.one.n) }
class H { let one = D("h1"); let two = D("h2"); deinit { print("h") } }
do { let h = H(); print(h.one.n) }
do { let xs = [D("l1"), D("l2")]; print(xs.count) }
do { let t = (D("t1"), D("t2")); print(t.0.n) }

func weakly() {
  weak var seen: D?
  do { let d = D("w"); seen = d; print(seen?.n ?? "none") }
  print(seen?.n ?? "none")
  for n in 1...2 { guard n > 1 else { continue }; let d = D("in loop"); seen = d }
  print(seen?.n ?? "none")
}
weakly()
enum Failed: Error { case now }
func failing() { do { let d = D("thrown"); print(d.n); throw Failed.now } catch { print("caught") } }
failing()
