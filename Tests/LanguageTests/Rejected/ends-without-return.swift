// Bodies that end without what they owe.
// swift-format-ignore-file
guard let first = [1].first else { print("x") }  // error: 'guard' body must not fall through, consider using a 'return' or 'throw' to exit the scope
let r = if true { 1 } else { 2 }
func a(_ n: Int) -> Int { if n > 1 { return 1 } }  // error: missing return in global function expected to return 'Int'
func b(_ n: Int) -> Int { while n > 1 { return 2 } }  // error: missing return in global function expected to return 'Int'
func c(_ n: Int) -> Int { guard n > 1 else { print("") } ; return 1 }  // error: 'guard' body must not fall through, consider using a 'return' or 'throw' to exit the scope
let e = { (n: Int) -> Int in print(n); print(n) }  // error: missing return in closure expected to return 'Int'
let f = [1].map { (n: Int) -> Int in if n > 1 { return 2 } }  // error: missing return in closure expected to return 'Int'
var g: Int { if f.count > 1 { return 2 } }  // error: missing return in getter expected to return 'Int'
func i(_ n: Int) -> Int { switch n { case 1: return 2; default: break } }  // error: missing return in global function expected to return 'Int'
func j(_ n: Int) -> Int { for _ in 0..<3 { return 1 } }  // error: missing return in global function expected to return 'Int'
let o: (Int) -> String = { n in print(n) ; print(n) }  // error: missing return in closure expected to return 'String'
let q: (Int) -> String = { n in if n > 1 { return "x" } }  // error: missing return in closure expected to return 'String'
func t(_ n: Int?) { guard let n else { if true { return } } ; print(n) }
func u(_ n: Int?) { guard let n else { while true {} } ; print(n) }
func v(_ n: Int) -> Int { repeat { } while n > 1 }  // error: missing return in global function expected to return 'Int'
func w(_ n: Int) -> Int { do { return try x() } catch { print("") } }  // error: missing return in global function expected to return 'Int'
func x() throws -> Int { throw E.e }
enum E: Error { case e }
func y(_ a: Bool) -> Int { if a { return 1 } else { fatalError() } }
func z(_ a: Int) -> Int { if a > 1 { return 1 } else if a > 2 { return 3 } }  // error: missing return in global function expected to return 'Int'
struct S { var k: Int { get { print("x"); print("y") } set { } } ; func l() -> Int { print(""); print("") } ; static func m() -> Int { print(""); print("") } ; subscript(i: Int) -> Int { print(""); print("") } }  // error: missing return in getter expected to return 'Int'  // error: missing return in instance method expected to return 'Int'  // error: missing return in static method expected to return 'Int'  // error: missing return in getter expected to return 'Int'
func k() { func n() -> Int { print(""); print("") } ; _ = n() }  // error: missing return in local function expected to return 'Int'
func h() -> Never { print("x"); print("y") }  // error: global function with uninhabited return type 'Never' is missing call to another never-returning function on all paths
var kk: Int { print(1); print(2) }  // error: missing return in getter expected to return 'Int'
class CC { lazy var x: Int = { print(1); print(2) }() }  // error: missing return in closure expected to return 'Int'
