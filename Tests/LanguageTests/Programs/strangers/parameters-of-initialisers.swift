// What the generic parameters of initialisers stand for.
protocol Shape {}
struct C: Shape {}
struct AnyS { let d: String; init<S: Shape>(_ s: S) { d = "\(S.self)" } }
class K { let d: String; init<S: Shape>(_ s: S, n: Int = 1) { d = "\(S.self) \(type(of: s))" } }
final class L: K { init() { super.init(C()) } }
struct G<T> {
  let d: String; init<S>(_ s: S, _ t: T) { d = "\(S.self) \(T.self)" }
  init<U>(u: U) where T == Int { self.init(u, 3) }
}
enum E { case a(String); init<S>(_ s: S.Type) { self = .a("\(S.self)") } }
extension G { init<V: Sequence>(seq: V, t: T) where V.Element == Int { d = "\(V.self) \(V.Element.self) \(T.self)" } }
print(AnyS(C()).d, K(C()).d, L().d, G("x", 2.5).d, G(u: "q").d, E(Int.self), G(seq: [1], t: "s").d)
let make: (C) -> AnyS = AnyS.init
print(make(C()).d, [C()].map(AnyS.init)[0].d)
struct Wrapper {
  var values: [String: Any] = [:]; mutating func set<T>(_ t: T) { values["\(T.self)"] = t };
  func get<T>(_: T.Type = T.self) -> T? { values["\(T.self)"] as? T }
  subscript<T>(_ t: T.Type) -> T? {
    get { values[String(describing: t)] as? T }
    set { values["\(T.self)"] = newValue }
  }
}
var w = Wrapper(); w.set(3); w.set("s"); w[Double.self] = 2.5
let d: Double? = w.get()
print(w.get(Int.self)!, w[String.self]!, d!, w.values.keys.sorted())
