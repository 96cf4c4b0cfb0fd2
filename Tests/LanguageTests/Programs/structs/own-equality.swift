// == and hash(into:) wherever they stand: in extensions, in those of protocols, at top level; collections use them.
struct P { var id: Int; var n: String }
func == (a: P, b: P) -> Bool { a.id == b.id }
extension P: Equatable {}
print([P(id: 1, n: "a")].contains(P(id: 1, n: "b")))
class Base: Equatable {
  let id: Int; init(_ i: Int) { id = i }
  static func == (a: Base, b: Base) -> Bool { a.id == b.id }
}
class Sub: Base { static func == (a: Sub, b: Sub) -> Bool { false } }
print([Sub(1)].contains(Sub(1)), Sub(1) == Sub(1), Base(1) == Sub(1))
enum E { case a(Int), b(Int) }
extension E: Hashable {
  static func == (x: E, y: E) -> Bool { x.key == y.key }
  func hash(into h: inout Hasher) { h.combine(key) }
  var key: Int {
    switch self {
    case .a(let i), .b(let i): i
    }
  }
}
print(Set([E.a(1), .b(1), .a(2)]).count, [E.a(1), .b(1)] == [.b(1), .b(1)], Optional(E.a(1)) == E.b(1))
protocol Key: Hashable { var id: Int { get } }
extension Key {
  static func == (a: Self, b: Self) -> Bool { a.id == b.id }
  func hash(into h: inout Hasher) { h.combine(id) }
}
final class R: Key { let id: Int; init(_ i: Int) { id = i } }
print(Set([R(1), R(1), R(2)]).count, R(3) == R(3), R(3) != R(4))
struct H: Key { var id: Int; var t: String }
print([H(id: 1, t: "a"): 1, H(id: 2, t: "a"): 2][H(id: 1, t: "z")] as Any)
func make() -> Bool {
  struct L: Key { var id: Int; var t: String }
  return [L(id: 1, t: "a")].contains(L(id: 1, t: "b"))
}
print(make())
struct Pair { var id: Int; var name: String }
extension Pair: Equatable { static func == (a: Pair, b: Pair) -> Bool { a.id == b.id } }
extension Pair: Hashable { func hash(into h: inout Hasher) { h.combine(id) } }
let pairs = [Pair(id: 1, name: "a"), Pair(id: 1, name: "b"), Pair(id: 2, name: "c")]
print(pairs.firstIndex(of: Pair(id: 2, name: "z")) as Any, Set(pairs).count)
print([1: pairs[0]] == [1: pairs[1]], (pairs[0], 1) == (pairs[1], 1))
var counts: [Pair: Int] = [:]
for pair in pairs { counts[pair, default: 0] += 1 }
print(counts[Pair(id: 1, name: "q")] as Any, counts.count)
enum Outer {
  struct Inner { var a: Int; var b: Int }
  class K { var x: Int; init(_ x: Int) { self.x = x } }
}
extension Outer.Inner: Hashable {
  static func == (l: Self, r: Self) -> Bool { l.a == r.a }
  func hash(into hasher: inout Hasher) { hasher.combine(a) }
}
print(Set([Outer.Inner(a: 1, b: 2), Outer.Inner(a: 1, b: 3)]).count)
extension Outer.K: Equatable { static func == (l: Outer.K, r: Outer.K) -> Bool { l.x % 10 == r.x % 10 } }
class Below: Outer.K {}
print([Outer.K(1)].contains(Outer.K(11)), [Below(1)].contains(Below(21)), [Outer.K(1)].contains(Below(31)))
struct Box<T> { var v: T; var tag = 0 }
extension Box: Equatable where T: Equatable { static func == (l: Box, r: Box) -> Bool { l.v == r.v } }
extension Box: Hashable where T: Hashable { func hash(into h: inout Hasher) { h.combine(v) } }
print([Box(v: 1, tag: 3)].contains(Box(v: 1, tag: 4)), Set([Box(v: "a", tag: 1), Box(v: "a", tag: 2)]).count)
print(
  AnyHashable(R(1)) == AnyHashable(R(1)), AnyHashable(R(1)) == AnyHashable(1),
  AnyHashable(pairs[0]) == AnyHashable(R(1)))
