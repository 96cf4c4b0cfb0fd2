// Functions keep their types as values of any type, and where generic code has put them there.
let a: Any = { 7 } as () -> Int
print((a as? () -> Int)?() as Any)
let s: [String: Any] = ["x": { 8 } as () -> Int]
if let f = s["x"] as? () -> Int { print(f()) }
if let f = s["x"] as? (Int) -> Int { print("wrong", f(1)) }
print(a is () -> Int, a is () -> String)
switch a {
case let f as () -> Int: print("f", f());
default: print("no")
}
struct Box { var v: Any?; mutating func set<T>(_ x: T) { v = x }; func get<T>() -> T? { v as? T } }
var b = Box(); b.set({ 9 } as () -> Int)
let g: (() -> Int)? = b.get()
print(g?() as Any)
let h: Any = { (x: Int) in x + 1 }
print((h as! (Int) -> Int)(1))
typealias H = (String, Int) throws -> Void
let i: Any = { (s: String, n: Int) in print(s, n) } as H
try (i as? H)?("s", 1)
