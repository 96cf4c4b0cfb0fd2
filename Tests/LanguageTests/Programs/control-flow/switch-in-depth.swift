// switch over tuples, ranges, strings, types, with where, fallthrough and bindings.
func classify(_ point: (Int, Int)) -> String {
  switch point {
  case (0, 0): return "origin"
  case (_, 0): return "on x"
  case (0, let y) where y > 5: return "high on y"
  case (let x, let y) where x == y: return "diagonal \(x)"
  case (-2...2, -2...2): return "near"
  default: return "far"
  }
}
for point in [(0, 0), (4, 0), (0, 9), (3, 3), (1, -2), (9, 8)] { print(classify(point)) }
func kind(_ value: Any) -> String {
  switch value {
  case let number as Int where number < 0: "negative"
  case is Int: "int"
  case let text as String: "string of \(text.count)"
  case let list as [Int]: "list \(list.count)"
  default: "other"
  }
}
print([-1, 2, "abc", [1, 2], 2.5].map(kind))
switch 2 {
case 2:
  print("two")
  fallthrough
case 3: print("three too")
default: print("no")
}
