// Keywords as names, in backticks: functions, properties, cases, parameters.
struct Settings {
  var `default` = "light"
  var `in` = 3
  func `repeat`(_ text: String, `for` times: Int) -> String { String(repeating: text, count: times) }
  static let `self2` = 1
}
enum Kind: String {
  case `class`, `struct`, `default`
}
let settings = Settings()
print(settings.default, settings.in, settings.repeat("ab", for: 2), Settings.self2)
print(Kind.class, Kind.default.rawValue, Kind(rawValue: "struct")!, [Kind.struct])
let `let` = 1
print(`let` + 1)
func `switch`(_ `case`: Kind) -> String {
  switch `case` {
  case .class, .struct: return "type"
  case .`default`: return "other"
  }
}
print(`switch`(.class), `switch`(.default))
extension Array where Element == Int {
  func `await`(_ body: (Int) -> Int) -> [Int] { map { body($0) } }
}
print([1, 2].`await` { $0 * 2 })
