// expression trees, as one page of a program.
indirect enum Expr {
  case num(Double), add(Expr, Expr), mul(Expr, Expr), neg(Expr), variable(name: String)
  static func + (l: Expr, r: Expr) -> Expr { .add(l, r) }
  static func * (l: Expr, r: Expr) -> Expr { .mul(l, r) }
  static prefix func - (e: Expr) -> Expr { .neg(e) }
}
extension Expr: ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  init(floatLiteral v: Double) { self = .num(v) }
  init(stringLiteral v: String) { self = .variable(name: v) }
  init(integerLiteral v: Int) { self = .num(Double(v)) }
}
extension Expr: CustomStringConvertible {
  var description: String {
    switch self {
    case .num(let n) where n == n.rounded(): String(Int(n))
    case .num(let n): String(n)
    case .add(let a, let b): "(\(a) + \(b))"
    case let .mul(a, b): "\(a) * \(b)"
    case .neg(let e): "-\(e)"
    case .variable(let n): n
    }
  }
}
enum EvalError: Error { case unbound(String) }
func eval(_ e: Expr, _ env: [String: Double]) throws -> Double {
  switch e {
  case .num(let n): return n
  case .add(let a, let b): return try eval(a, env) + eval(b, env)
  case .mul(.num(0), _), .mul(_, .num(0)): return 0
  case .mul(let a, let b): return try eval(a, env) * eval(b, env)
  case .neg(let e): return try -eval(e, env)
  case .variable(let n):
    guard let v = env[n] else { throw EvalError.unbound(n) }
    return v
  }
}
let e: Expr = -("x" + 2) * 3.5 + 1
print(e)
print(try eval(e, ["x": 4]))
do { _ = try eval(e, [:]) } catch { print(error) }
indirect enum Tree<T: Comparable> {
  case leaf
  case node(Tree<T>, T, Tree<T>)
  init() { self = .leaf }
  mutating func insert(_ v: T) {
    switch self {
    case .leaf: self = .node(.leaf, v, .leaf)
    case .node(var l, let x, var r):
      if v < x { l.insert(v) } else { r.insert(v) }
      self = .node(l, x, r)
    }
  }
  var sorted: [T] {
    switch self {
    case .leaf: [];
    case let .node(l, v, r): l.sorted + [v] + r.sorted
    }
  }
  var depth: Int { if case let .node(l, _, r) = self { 1 + max(l.depth, r.depth) } else { 0 } }
}
var t = Tree<Int>()
[5, 2, 8, 1, 9].forEach { t.insert($0) }
print(t.sorted, t.depth)
enum Planet: Int, CaseIterable, Comparable {
  case mercury = 1, venus, earth, mars
  static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  var next: Planet? { Planet(rawValue: rawValue + 1) }
}
print(
  Planet.allCases.map { "\($0)" }, Planet.earth.next!, Planet.mars.next as Any, Planet.allCases.max()!,
  Planet(rawValue: 7) == nil)
enum Token: Equatable { case number(Double), op(Character), paren(open: Bool) }
func tokenize(_ s: String) -> [Token] {
  var out: [Token] = []; var rest = Substring(s)
  while let c = rest.first {
    switch c {
    case "0"..."9", ".":
      let digits = rest.prefix { $0.isNumber || $0 == "." }
      out.append(.number(Double(digits)!)); rest = rest.dropFirst(digits.count); continue
    case "+", "-", "*", "/": out.append(.op(c))
    case "(", ")": out.append(.paren(open: c == "("))
    case _ where c.isWhitespace: break
    default: fatalError("unexpected \(c)")
    }
    rest.removeFirst()
  }
  return out
}
struct Parser {
  var tokens: ArraySlice<Token>
  mutating func expr() -> Double {
    var v = term();
    while case .op(let o)? = tokens.first, "+-".contains(o) {
      tokens.removeFirst(); let r = term(); v = o == "+" ? v + r : v - r
    }; return v
  }
  mutating func term() -> Double {
    var v = atom();
    while case .op(let o)? = tokens.first, "*/".contains(o) {
      tokens.removeFirst(); let r = atom(); v = o == "*" ? v * r : v / r
    }; return v
  }
  mutating func atom() -> Double {
    switch tokens.removeFirst() {
    case .number(let n): return n
    case .op("-"): return -atom()
    case .paren(open: true): defer { tokens.removeFirst() }; return expr()
    case let other: fatalError("\(other)")
    }
  }
}
print(tokenize("1+(2)"))
var p = Parser(tokens: tokenize("2 * (3 + 4) - -1 / 4")[...])
print(p.expr())
