// Methods, initialisers and functions by their names: bound, unapplied, with labels.
class K {
  var n = 1; func add(_ k: Int) -> Int { n += k; return n };
  static func make(_ n: Int) -> K { let k = K(); k.n = n; return k }
}
let add = K().add; print(add(2), add(3)); let mk = K.make; print(mk(4).n); let cur = K.add; print(cur(K())(9))
let ini = K.init; print(ini().n)
let cont = [1, 2, 3].contains as (Int) -> Bool; print(cont(2))
struct St { var v = 1; func get() -> Int { v }; func plus(_ a: Int, b: Int) -> Int { v + a + b } }
var st = St(); let g = st.get; st.v = 5; print(g(), st.plus(_:b:)(1, 2))
let up = String.uppercased
print(up("x")())
func free(a: Int, b: Int) -> Int { a - b }
print(free(a:b:)(5, 3), [(1, 2)].map(free(a:b:)))
let m = "abc".hasPrefix
print(m("a"), ["a", "ab", "x"].filter("abc".hasPrefix))
let memberwise = St.init(v:); print(memberwise(9).v)
