// What a metatype makes that is looked up, unwrapped or computed is of the type that it is.
// swift-format-ignore-file
class A { class var n: Int { 1 }; required init() {}; var k: String { "A" } }
class B: A { override class var n: Int { 2 }; override var k: String { "B" } }
let d: [String: A.Type] = ["b": B.self]
print(d["b"]!.init().k, d["b"]?.init().k ?? "-", d["b"]!.n)
let t: A.Type? = B.self
print(t!.init().k, t?.init().k ?? "")
let f = { () -> A.Type in B.self }
print(f().init().k, (f()).init().k)
struct H { let type: A.Type; func make() -> A { type.init() } }
print(H(type: B.self).make().k, H(type: B.self).type.init().k)
func g<T: A>(_ t: T.Type) -> T { t.init() }
print(g(B.self).k)
