// defer runs at the end of its scope, last one first, whatever way the scope is left.
struct Failed: Error {}
func load(_ fail: Bool) throws -> String {
  print("begin")
  defer { print("end") }
  defer { print("flag off") }
  if fail {
    throw Failed()
  }
  return "loaded"
}
print((try? load(false)) ?? "nothing")
print((try? load(true)) ?? "nothing")

var log: [String] = []
func count() -> Int {
  var value = 1
  defer {
    value += 10
    log.append("value is \(value)")
  }
  return value
}
print(count(), log)
for i in 1...2 {
  defer { print("leaving", i) }
  if i == 1 { continue }
  print("body", i)
}
do {
  defer { print("last") }
  print("first")
}
