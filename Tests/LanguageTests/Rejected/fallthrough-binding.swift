// What is bound where the case is fallen into from above has no value.
// swift-format-ignore-file
func describe(_ number: Int?) -> String {
  switch number {
  case nil: fallthrough  // error: 'fallthrough' from a case which doesn't bind variable 'value'
  case let value?: return "\(value)"
  }
}
enum Choice { case a(Int), b(Int), c }
func value(_ choice: Choice) -> Int {
  switch choice {
  case .a(let x): 
    if x > 1 { fallthrough }
    return 1
  case .b(let x): return x
  case .c: return 0
  }
}
