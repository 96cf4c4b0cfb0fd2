// An optional where a value is needed.
func greet(_ name: String) { print("Hello, \(name)") }
let name: String? = "Ann"
greet(name)  // error: value of optional type 'String?' must be unwrapped to a value of type 'String'
