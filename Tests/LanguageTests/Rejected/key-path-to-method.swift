// A key path leads through properties, not to methods.
struct A {
  func f() -> Int { 1 }
  func g(_ n: Int, by m: Int) -> Int { n }
  var n = 1
}
let a = ["ab"].map(\.uppercased)  // error: key path cannot refer to instance method 'uppercased()'
let b = [A()].map(\.f)  // error: key path cannot refer to instance method 'f()'
let c = \String.hasPrefix  // error: key path cannot refer to instance method 'hasPrefix'
let d = \A.g  // error: key path cannot refer to instance method 'g(_:by:)'
let e = [A()].map(\.n)
