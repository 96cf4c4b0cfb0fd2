// Local functions whose body is one if or one switch.
// swift-format-ignore-file
indirect enum N { case e, n(N, Int, N) }
func ins(_ r: N, _ x: Int) -> N {
  func go(_ n: N) -> N { switch n { case .e: .n(.e, x, .e); case let .n(l, v, r): x < v ? .n(go(l), v, r) : .n(l, v, go(r)) } }
  return go(r)
}
func pick(_ b: Bool) -> N? { func f() -> N? { if b { .e } else { nil } }; return f() }
struct S { func m() -> [Int] { func g(_ n: Int) -> [Int] { switch n { case 0: []; default: [n] + g(n - 1) } }; return g(3) } }
print(ins(.e, 3), pick(true) as Any, S().m())
func outer() -> String { func name(_ n: Int) -> Character { switch n { case 0: "a"; default: "b" } }; return String(name(0)) }
print(outer())
let cl: (Int) -> N = { switch $0 { case 0: .e; default: .n(.e, $0, .e) } }
print(cl(0), cl(1))
