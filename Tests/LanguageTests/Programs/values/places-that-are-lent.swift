// Indices and objects of what is lent, called or changed are found before the arguments behind them are worked out.
final class C {
  var n = 0; var items = [0, 0]; init(_ n: Int) { self.n = n }; func tell(_ x: Int) { print(n, x) };
  subscript(i: Int) -> Int {
    get { n + i }
    set { print("set", n, i, newValue) }
  }
}
var n = 0
var arr = [1, 2, 3]
func next() -> Int { n += 1; return 9 }
func put(_ x: inout Int, _ y: Int) { x = y }
put(&arr[n], next())
print(arr)
var here = C(1)
func swapped() -> Int { here = C(here.n + 1); return 7 }
here.tell(swapped())
put(&here.n, swapped())
print(here.n)
here[n] = next()
here[swapped()] += next()
struct S { var n: Int; func tell(_ x: Int) { print(n, x) }; mutating func add(_ x: Int) { n += x } }
var list = [S(n: 1), S(n: 2), S(n: 3), S(n: 4), S(n: 5), S(n: 6), S(n: 7)]
n = 0
list[n].tell(next())
list[n].add(next())
print(list.map(\.n))
n = 0
var optional: [Int]? = [1, 2]
optional?[n] = next()
print(optional!)
n = 0
optional![n] += next()
print(optional!)
var pairs = [(a: 1, b: 2), (a: 3, b: 4)]
n = 0
pairs[n].b = next()
print(pairs)
n = 0
arr[n...] = [next()]
print(arr)
n = 0
(arr[n], n) = (next(), 5)
print(arr, n)
n = 0
let f: (Int) -> Void = { print("f", $0) }
var fs = [f, { print("g", $0) }]
fs[n](next())
var text = "abc"
var dict = [0: "x"]
n = 0
dict[n]?.append(contentsOf: String(next()))
print(dict)
n = 0
dict[n, default: ""] += String(next())
print(dict.sorted { $0.key < $1.key })
enum E { case a(Int) }
var box: Any = 0
class Base { var v = 0 { didSet { print("did", v) } } }
class Sub: Base { func go() { super.v = next(); self.v += next() } }
Sub().go()
func wait(_ x: Int) async -> Int { n += 1; return x }
n = 0
arr = [1, 2, 3]
arr[n] = await wait(8)
print(arr)
final class M { func m(_ x: inout Int, _ y: Int) { x = y } }
func moved() -> M { n += 1; return M() }
n = 0
arr = [1, 2, 3]
moved().m(&arr[n], next())
print(arr)
