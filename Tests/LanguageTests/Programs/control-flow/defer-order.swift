// defer: order, loops, early exits, values captured late.
func work(_ fail: Bool) -> String {
  print("begin")
  defer { print("last") }
  defer { print("first") }
  if fail { return "failed" }
  defer { print("only on success") }
  return "done"
}
print(work(true))
print(work(false))
for i in 1...2 {
  defer { print("end \(i)") }
  print("turn \(i)")
}
var value = 1
do {
  defer { print("value is \(value)") }
  value = 5
}
