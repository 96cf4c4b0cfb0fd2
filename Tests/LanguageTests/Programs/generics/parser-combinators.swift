import Foundation

struct Parser<Output> {
  let run: (inout Substring) throws -> Output
  func parse(_ s: String) throws -> Output {
    var rest = s[...]; let out = try run(&rest); guard rest.isEmpty else { throw ParseError.leftover(String(rest)) };
    return out
  }
  func map<T>(_ f: @escaping (Output) throws -> T) -> Parser<T> { .init { try f(self.run(&$0)) } }
  func flatMap<T>(_ f: @escaping (Output) -> Parser<T>) -> Parser<T> {
    .init { s in
      let o = try run(&s); return try f(o).run(&s)
    }
  }
  func or(_ other: @autoclosure @escaping () -> Parser) -> Parser {
    Parser { s in
      let saved = s; do { return try run(&s) } catch { s = saved; return try other().run(&s) }
    }
  }
  func then<T>(_ next: Parser<T>) -> Parser<(Output, T)> { .init { s in (try run(&s), try next.run(&s)) } }
  func many(separatedBy sep: Parser<Void>? = nil) -> Parser<[Output]> {
    .init { s in
      var out: [Output] = []
      while true {
        let saved = s
        do { if let sep, !out.isEmpty { try sep.run(&s) }; out.append(try run(&s)) } catch { s = saved; return out }
      }
    }
  }
  func skip<T>(_ p: Parser<T>) -> Parser { then(p).map(\.0) }
  var optional: Parser<Output?> { map(Optional.some).or(Parser<Output?> { _ in nil }) }
}
enum ParseError: Error, Equatable { case expected(String, at: String), leftover(String), end }
extension Parser where Output == Void {
  static func literal(_ text: String) -> Parser {
    .init { s in
      guard s.hasPrefix(text) else { throw ParseError.expected(text, at: String(s.prefix(5))) }
      s.removeFirst(text.count)
    }
  }
  static var spaces: Parser { Parser { s in s = s.drop(while: \.isWhitespace) } }
}
extension Parser where Output == Character {
  static func character(_ what: String, where test: @escaping (Character) -> Bool) -> Parser {
    .init { s in
      guard let c = s.first else { throw ParseError.end }
      guard test(c) else { throw ParseError.expected(what, at: "\(c)") }
      s.removeFirst(); return c
    }
  }
}
let digit = Parser<Character>.character("digit", where: \.isNumber)
let integer = Parser<Void>.literal("-").optional.then(digit.many()).map { sign, digits -> Int in
  guard let n = Int(String(digits)) else { throw ParseError.expected("number", at: String(digits)) }
  return sign == nil ? n : -n
}
func token<T>(_ p: Parser<T>) -> Parser<T> { p.skip(.spaces) }
indirect enum Expr: CustomStringConvertible {
  case n(Int), op(Character, Expr, Expr)
  var value: Int {
    get throws {
      switch self {
      case .n(let v): return v
      case .op("+", let l, let r): return try l.value + r.value
      case .op("-", let l, let r): return try l.value - r.value
      case .op("*", let l, let r): return try l.value * r.value
      case .op("/", _, let r) where try r.value == 0: throw Division()
      case let .op(_, l, r): return try l.value / r.value
      }
    }
  }
  struct Division: Error {}
  var description: String {
    switch self {
    case .n(let v): "\(v)";
    case .op(let o, let l, let r): "(\(l) \(o) \(r))"
    }
  }
}
func chain(_ p: Parser<Expr>, _ ops: Set<Character>) -> Parser<Expr> {
  p.then(token(.character("operator", where: ops.contains)).then(p).many()).map { first, rest in
    rest.reduce(first) { .op($1.0, $0, $1.1) }
  }
}
func expression() -> Parser<Expr> { chain(chain(factor, ["*", "/"]), ["+", "-"]) }
var factor: Parser<Expr> {
  token(integer).map(Expr.n).or(
    Parser { s in
      try token(.literal("(")).run(&s); let e = try expression().run(&s); try token(.literal(")")).run(&s); return e
    })
}
for text in ["1 + 2 * 3", "(1 + 2) * -3", "10 / (5 - 5)", "2 * (3", "7 7"] {
  do { let e = try expression().parse(text); print(e, "=", try e.value) } catch let error as ParseError {
    print(text, "->", error)
  } catch { print(text, "->", type(of: error)) }
}
let csv = integer.many(separatedBy: .literal(","))
print(try csv.parse("1,-2,3"), (try? csv.parse("1;2")) as Any)
let pairs = Dictionary(
  uniqueKeysWithValues: try Parser<Character>.character("letter", where: \.isLetter).skip(.literal("=")).then(integer)
    .many(separatedBy: .literal("&")).parse("a=1&b=22"))
print(pairs.sorted { $0.key < $1.key }.map { "\($0)\($1)" })
