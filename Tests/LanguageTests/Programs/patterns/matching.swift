// Patterns everywhere: tuples of optionals and enums, nested payloads, is, as, ranges, expressions, own ~=.
enum Field { case name(String), age(Int), none }
func judge(_ pair: (Field, Field?)) -> String {
  switch pair {
  case (.name("admin"), _): return "reserved"
  case (.name(let name), .age(18...)?): return "\(name), adult"
  case let (.name(name), .age(age)?): return "\(name), \(age)"
  case (.name(let name), nil): return "\(name), no age"
  case (.none, .some): return "only age"
  default: return "?"
  }
}
print(judge((.name("admin"), nil)), judge((.name("Ann"), .age(31))), judge((.name("Bob"), .age(7))))
print(judge((.name("Cid"), nil)), judge((.none, .age(1))), judge((.age(1), nil)))
let values: [Any?] = [1, nil, "x", 2.5, [1, 2]]
for value in values {
  switch value {
  case nil: print("nil")
  case let n as Int where n > 0: print("positive \(n)")
  case is String: print("string")
  case let (list as [Int]): print("list \(list.count)")
  default: print("other")
  }
}
struct Even {}
func ~= (pattern: Even, value: Int) -> Bool { value % 2 == 0 }
switch 6 {
case Even(): print("even")
default: print("odd")
}
let response = (code: 503, retryAfter: Optional(3))
if case (500..., let seconds?) = response { print("retry after \(seconds)") }
guard case let (code, _) = response, code > 500 else { fatalError("unreachable") }
print(code)
let results: [Result<Int, any Error>] = [.success(1), .success(20)]
for case .success(let n) in results where n > 10 { print(n) }
while case let n = Int.random(in: 3...3), n != 3 { print("never") }
var stack = [1, 2]
while let top = stack.popLast() { print(top, terminator: " ") }
print()
