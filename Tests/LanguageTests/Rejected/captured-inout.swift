// What is lent to a function cannot be kept by a closure.
// swift-format-ignore-file
func counter(_ number: inout Int) -> () -> Int {
  return { number += 1; return number }  // error: escaping closure captures 'inout' parameter 'number'
}
func keep(_ number: inout Int) {
  let closure = { number += 1 }  // error: escaping closure captures 'inout' parameter 'number'
  closure()
  var kept: [() -> Void] = []
  kept.append { number += 1 }  // error: escaping closure captures 'inout' parameter 'number'
}
struct Value {
  var number = 0
  mutating func later() -> () -> Void { { self.number += 1 } }  // error: escaping closure captures mutating 'self' parameter
  mutating func later2() -> () -> Void { { number += 1 } }  // error: escaping closure captures mutating 'self' parameter
}
