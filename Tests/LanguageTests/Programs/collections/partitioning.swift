// partition(by:): the order in which elements are left, and asked about.
var a = [5, 2, 9, 1, 7, 3, 8]
let p = a.partition { $0 > 4 }
print(p, a)
var b = [10, 20, 30, 40, 50]
print(b.partition { $0 % 20 == 0 }, b)
var c = [1]; print(c.partition { _ in true }, c)
var d: [Int] = []; print(d.partition { _ in true }, d)
var e = [3, 4, 5, 6, 1, 2, 3]; print(e.partition(by: { $0 < 4 }), e)
var n = 0
var g = [4, 3, 2, 1]
_ = g.partition {
  n += 1; print("test", $0); return $0 > 2
}
print(n, g)
struct Err: Error {}
var h = [5, 1, 6, 2, 7, 3]
do {
  _ = try h.partition {
    if $0 == 7 { throw Err() }; return $0 > 4
  }
} catch { print("threw", h) }
