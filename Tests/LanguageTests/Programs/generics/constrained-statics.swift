// In an extension for one kind of argument the type's name alone means it with that argument.
struct Rule<V> { let m: String; let f: (V) -> Bool }
extension Rule where V == String {
  static let a = Rule(m: "a") { !$0.isEmpty }
  static var b: Rule { Rule(m: "b") { $0.count > 2 } }
  static func c(_ n: Int) -> Rule { .init(m: "c") { $0.count > n } }
  static let d: Rule = .init(m: "d") { $0.hasPrefix("x") }
  func e() -> Rule { Rule(m: m) { $0.isEmpty } }
  static let g = Rule<String>(m: "a") { !$0.isEmpty }
}
print(Rule.a.f("x"), Rule.b.f("x"), Rule.c(1).f("xy"), Rule.d.f("x"), Rule.a.e().f(""))
let rules: [Rule<String>] = [.a, .b, .c(3), .d]
print(rules.map { $0.f("xyz") })
