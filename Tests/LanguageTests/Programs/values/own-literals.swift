// Types of the program written as literals, in generic code too.
struct Name: ExpressibleByStringLiteral { var s: String; init(stringLiteral value: String) { s = value } }
let n: Name = "bob"; print(n)
struct Temp: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  var d: Double
  init(floatLiteral value: Double) { d = value }
  init(integerLiteral value: Int) { d = Double(value) }
}
let ts: [Temp] = [1, 2.5]; print(ts)
struct Bag: ExpressibleByArrayLiteral { var items: [Int]; init(arrayLiteral elements: Int...) { items = elements } }
let b: Bag = [1, 2]; print(b)
struct D: ExpressibleByDictionaryLiteral {
  var items: [(String, Int)]; init(dictionaryLiteral elements: (String, Int)...) { items = elements }
}
let d: D = ["a": 1, "b": 2]; print(d.items)
struct Flag: ExpressibleByBooleanLiteral { var b: Bool; init(booleanLiteral value: Bool) { b = value } }
let f: Flag = true; print(f)
struct Opt: ExpressibleByNilLiteral { var s = "x"; init(nilLiteral: ()) { s = "nil!" } }
let o: Opt = nil; print(o)
struct Tmpl: ExpressibleByStringInterpolation { var s: String; init(stringLiteral v: String) { s = "<" + v + ">" } }
let who = "me"
let t: Tmpl = "hi \(who)"; print(t)
func greet(_ n: Name) { print("hello", n.s) }
greet("amy")
func mk<T: ExpressibleByIntegerLiteral>() -> T { 7 }
let x: Int = mk(); let y: Double = mk(); let z: Temp = mk(); print(x, y, z)
func mks<T: ExpressibleByStringLiteral>() -> T { "s" }
let nn: Name = mks(); let ns: String = mks(); print(nn, ns)
enum Color: ExpressibleByStringLiteral {
  case red, other(String)
  init(stringLiteral s: String) { self = s == "red" ? .red : .other(s) }
}
let cs: [Color] = ["red", "blue"]; print(cs)
switch cs[0] {
case .red: print("r");
case .other(let s): print(s)
}
struct ID: RawRepresentable, ExpressibleByStringLiteral, Hashable {
  let rawValue: String
  init(rawValue: String) { self.rawValue = rawValue }
  init(stringLiteral s: String) { rawValue = s }
}
let ids: Set<ID> = ["a", "b", "a"]; print(ids.count, ids.contains("a"))
let map: [ID: Int] = ["k": 1]; print(map["k"]!)
print(ID(rawValue: "q") == "q")
