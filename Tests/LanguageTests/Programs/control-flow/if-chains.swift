// if, else if, conditions with several clauses, shadowing, values from branches.
func size(_ n: Int?) -> String {
  if let n, n > 100 {
    return "big \(n)"
  } else if let n, case 10...100 = n {
    return "middle \(n)"
  } else if n == nil {
    return "none"
  } else {
    return "small \(n!)"
  }
}
print(size(200), size(50), size(nil), size(3))
let hour = 14
let greeting = if hour < 12 { "morning" } else if hour < 18 { "afternoon" } else { "evening" }
print(greeting)
let text: String? = "7"
if let text, let number = Int(text), number.isMultiple(of: 7) { print("seven", number) }
if case let (x, y) = (1, 2), x < y { print(x, y) }
if !greeting.isEmpty && (hour > 20 || hour == 14) { print("both") }
