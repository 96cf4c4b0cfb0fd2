// Closures whose result is not what they say.
// swift-format-ignore-file
let d = { (n: Int) -> Int in print(n) }  // error: declared closure result 'Int' is incompatible with return type '()'
let p: (Int) -> String = { n in print(n) }  // error: cannot convert value of type '()' to closure result type 'String'
func h() -> Never { print("x") }  // error: cannot convert return expression of type '()' to return type 'Never'
struct S { var k: Int { get { print("x") } set { } } ; func l() -> Int { print("") } ; static func m() -> Int { print("") } ; subscript(i: Int) -> Int { print("") } }  // error: cannot convert return expression of type '()' to return type 'Int'  // error: cannot convert return expression of type '()' to return type 'Int'  // error: cannot convert return expression of type '()' to return type 'Int'  // error: cannot convert return expression of type '()' to return type 'Int'
func k() { func n() -> Int { print("") } ; _ = n() }  // error: cannot convert return expression of type '()' to return type 'Int'
let l2 = [1].map { n -> Int in print(n) }  // error: declared closure result 'Int' is incompatible with return type '()'
let l3 = [1].map { n -> Int in print(n); print(n) }
let l4: [String] = [1].map { n in print(n) }  // error: cannot convert value of type '()' to closure result type 'String'
let l5: [String] = [1].map { print($0) }  // error: cannot convert value of type '()' to closure result type 'String'
let l6: [String] = [1].map { n in print(n); print(n) }
let l7 = [1].map { (n: Int) -> String in let x = n; print(x) }
let l8 = [1].map { (n: Int) -> String in if n > 1 { print(n) } }
let l9 = [1].filter { n in print(n); print(n) }
let l10 = [1].filter { n in print(n) }  // error: cannot convert value of type '()' to closure result type 'Bool'
let l11 = [1].map { (n: Int) -> String in for i in 0..<3 { print(i) } }
let l12 = [1].map { (n: Int) -> String in }
let l14: () -> Int = { let x = 1 }
