// if and switch used as expressions: in a let, in a return, nested, in a closure.
enum Strength { case veryWeak, weak, reasonable, strong, veryStrong }

func color(_ strength: Strength) -> String {
  switch strength {
  case .veryWeak, .weak: "red"
  case .reasonable: "orange"
  case .strong: "yellow"
  case .veryStrong: "green"
  }
}
print([Strength.veryWeak, .reasonable, .strong, .veryStrong].map(color))

let count = 3
let label = if count == 1 { "1 item" } else { "\(count) items" }
print(label)
let size: Double =
  switch count {
  case 0: 0
  case 1...5: 0.5
  default: 1
  }
print(size)
let texts = [1, 5, 9].map { value in
  if value < 3 { "low" } else if value < 7 { "middle" } else { "high" }
}
print(texts)
struct Badge {
  var unread: Int
  var text: String { if unread > 99 { "99+" } else { String(unread) } }
}
print(Badge(unread: 5).text, Badge(unread: 120).text)
let optional: String? = if count > 2 { "set" } else { nil }
print(optional ?? "nil")
