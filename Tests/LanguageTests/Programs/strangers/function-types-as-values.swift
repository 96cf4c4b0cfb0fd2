// Function types that are written where an expression stands.
var handlers = [(Int) -> Void]()
handlers.append { print($0) }
handlers[0](3)
var table = [String: () -> Int]()
table["a"] = { 4 }
print(table["a"]!())
let d = Dictionary<String, (Int) throws -> Int>()
print(d.count)
let o = Optional<() -> Void>.none
print(o == nil)
protocol P { var n: Int { get } }
struct S: P { var n: Int }
func f<T>(_ x: T?) { print(T.self, x as Any) }
let p: any P = S(n: 1)
f(p)
f(S(n: 2))
f(p as (any P)?)
func g<T: P>(_ x: T?) { print(x?.n ?? 0) }
g(p)
let q: (any P)? = p
func h<T: P>(_ x: T) { print(x.n) }
h(p)
if let q { h(q) }
func k<T>(_ x: T?, _ y: T) { print(T.self) }
k(p, p)
let m = (() -> Int).self
print(m, type(of: m))
let ms: [Any.Type] = [
  (() -> Int).self, (Int, String).self, [Int].self, (Int?).self, ((Int) throws -> Void).self, Void.self, (any P).self,
  P.self,
]
ms.forEach { print($0) }
print(m == (() -> Int).self, ObjectIdentifier(m) == ObjectIdentifier((() -> Int).self))
func name<T>(_ t: T.Type) -> String { "\(t)" }
print(name((() -> Int).self), name(((Int) async throws -> String).self))
func d<T>(_ x: Any, _ t: T.Type) -> T? { x as? T }
print(d({ 3 } as () -> Int, (() -> Int).self)?() ?? 0)
