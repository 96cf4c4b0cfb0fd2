// What a result builder has no method for, and attributes that name none.
// swift-format-ignore-file
@resultBuilder struct B {
  static func buildBlock(_ parts: Int...) -> Int { parts.reduce(0, +) }
}
func sum(@B _ make: () -> Int) -> Int { make() }
let flag = true
let a = sum { 1; if flag { 2 } }  // error: closure containing control flow statement cannot be used with result builder 'B'
let b = sum { 1; for i in 0..<3 { i } }  // error: closure containing control flow statement cannot be used with result builder 'B'
let c = sum { 1; guard flag else { fatalError() }; 2 }  // error: closure containing control flow statement cannot be used with result builder 'B'
let d = sum { 1; "two" }  // error: cannot convert value of type 'String' to expected argument type 'Int'
@B func g() -> Int { 1; "x" }  // error: cannot convert value of type 'String' to expected argument type 'Int'
func f(@Missing _ make: () -> Int) {}  // error: unknown attribute 'Missing'
@Missing func h() -> Int { 1 }  // error: unknown attribute 'Missing'
