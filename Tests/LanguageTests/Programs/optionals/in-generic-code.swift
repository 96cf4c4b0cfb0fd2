// What is passed as an optional to a generic function stays one; its description says so.
func show<T>(_ value: T) {
  let any: Any = value
  print(value, any, [value], (value, 1), "\(value)", T.self)
}
let name: String? = "a"
show(name)
show(3 as Int?)
show(nil as Int?)
show(4)
func pass<T>(_ value: T?) { print(value as Any, "\(value)", T.self) }
pass(name)
pass("b")
pass("c" as String??)
struct Box<T> {
  var value: T
  func show() { print(value, "\(value)") }
}
Box(value: name).show()
Box(value: 2).show()
func list<S: Sequence>(_ sequence: S) { for element in sequence { print(element) } }
list([name, nil])
print("\(name)", String(describing: name))
