// What is assigned through an optional is not worked out where there is nothing, and what leads there is found once.
// swift-format-ignore-file
final class C { var n = 0; var d: C?; var a = [1]; subscript(i: Int) -> Int { get { print("get"); return a[i] } set { print("set"); a[i] = newValue } } }
var here: C? = C()
var gone: C?
var o: Int?
func k() -> Int { print("k"); return 7 }
func f() -> C? { print("f"); return nil }
func g() -> C? { print("g"); return here }
f()?.n = k()
g()?.n = k()
o? = k()
o = 1
o? = k()
print(o as Any, here!.n)
gone?.n = k()
gone?.n += k()
here?.d?.n = k()
gone?.a[0] = k()
gone?[0] = k()
here?[0] = k()
var t: (x: Int, y: Int)? = nil
t?.x = k()
var dict: [String: [Int]] = [:]
dict["a"]?[0] = k()
dict["a"]?.append(k())
gone?.a.append(k())
o = nil
o? += k()
struct S { var n = 0 }
var s: S?
s?.n = k()
let made: Void? = f()?.n = k()
print(made == nil)
final class Gone {
  var n = 0
  deinit { print("gone") }
}
func make() -> Gone? { Gone() }
func once() {
  make()?.n = k()
  print("after")
  g()?.a.append(k())
  g()?.n += k()
  f()?.n += k()
  f()?.a.append(k())
  f()?[0] = k()
  g()?[0] = k()
  g()?.d?.n = k()
  g()?.d = C()
  g()?.d?.n = k()
  print(here!.n, here!.a, here!.d!.n)
}
once()
