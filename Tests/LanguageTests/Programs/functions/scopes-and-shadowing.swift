// Scopes: shadowing, local types and functions in functions, globals used before and after, nested blocks.
var count = 1
func outer() -> String {
  let count = 10
  struct Local {
    var value: Int
    func doubled() -> Int { value * 2 }
  }
  enum Mode { case on, off }
  func inner(_ count: Int) -> String { "\(count) \(Local(value: count).doubled()) \(Mode.on)" }
  do {
    let count = 20
    _ = count
  }
  return inner(count + 1)
}
print(outer(), count)
if true {
  var count = count
  count += 5
  print(count)
}
for count in 5...5 { print("loop", count) }
print(count)
func useLater() -> String { later() + " \(Later().name)" }
func later() -> String { "defined below" }
struct Later { let name = "type below" }
print(useLater())
let value: Int? = 3
if let value { print(value + 1) }
switch value {
case let value?: print(value)
case nil: break
}
class Shadow {
  var name = "property"
  func show(name: String) -> String { "\(name) \(self.name)" }
  func set(_ name: String) { self.name = name }
}
let shadow = Shadow()
shadow.set("changed")
print(shadow.show(name: "parameter"))
let closure = { (count: Int) in count + shadow.name.count }
print(closure(1))
