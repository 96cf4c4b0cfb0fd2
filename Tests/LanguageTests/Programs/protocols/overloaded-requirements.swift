// Of overloads the one meets a requirement that has its types.
// swift-format-ignore-file
protocol Writer {
  associatedtype Word
  func add(_ x: Word) -> String
  func put(_ x: String) -> String
  static func of(_ x: String) -> String
}
struct Pen: Writer {
  typealias Word = String
  func add(_ x: Int) -> String { "int" }
  func add(_ x: String) -> String { "string" }
  func put(_ x: Int) -> String { "int" }
  func put(_ x: String) -> String { "string" }
  static func of(_ x: Int) -> String { "int" }
  static func of(_ x: String) -> String { "string" }
}
func write<A: Writer>(_ a: A) where A.Word == String { print(a.add("x"), a.put("y"), A.of("z")) }
write(Pen())
let writer: any Writer = Pen()
print(writer.put("a"))
protocol Visitor { associatedtype R; func visit(_ n: Num) -> R; func visit(_ a: Add) -> R }
protocol Node { func accept<V: Visitor>(_ v: V) -> V.R }
struct Num: Node { let v: Int; func accept<V: Visitor>(_ v: V) -> V.R { v.visit(self) } }
struct Add: Node { let a: Node, b: Node; func accept<V: Visitor>(_ v: V) -> V.R { v.visit(self) } }
struct Eval: Visitor { func visit(_ n: Num) -> Int { n.v }; func visit(_ a: Add) -> Int { a.a.accept(self) + a.b.accept(self) } }
struct Show: Visitor { func visit(_ a: Add) -> String { "(\(a.a.accept(self)) + \(a.b.accept(self)))" }; func visit(_ n: Num) -> String { "\(n.v)" } }
let e = Add(a: Num(v: 1), b: Add(a: Num(v: 2), b: Num(v: 3)))
print(e.accept(Eval()), e.accept(Show()))
protocol Old { func visit(book: Int); func visit(_ x: Int); func visit(_ x: String) }
class Base<T>: Old { func visit(book: Int) { print("b", book) }; func visit(_ x: String) { print("s", x) }; func visit(_ x: Int) { print("i", x) } }
class Sub: Base<Int> { override func visit(_ x: Int) { print("sub", x) } }
for o in [Base<String>(), Sub()] as [Old] { o.visit(1); o.visit("a"); o.visit(book: 2) }
