// Initialisers of protocols and their extensions, of generic parameters, of Self in a class and of metatypes.
protocol Resettable { init(); var n: Int { get set } }
extension Resettable {
  init(n: Int) { self.init(); self.n = n }
  static func make(_ n: Int) -> Self { Self(n: n) }
  mutating func reset() { self = .init() }
}
struct A: Resettable { var n = 1 }
final class B: Resettable { var n = 2; required init() {} }
print(A(n: 5).n, B(n: 6).n, A.make(7).n, B.make(8).n)
var a = A(n: 4); a.reset(); print(a.n)
func build<T: Resettable>(_ n: Int) -> T { T(n: n) }
let b: B = build(3); print(b.n, (build(9) as A).n)
class Animal {
  let name: String; required init(name: String) { self.name = name }; func copy() -> Self { Self(name: name + "'") }
  func speak() -> String { "…" }
}
class Dog: Animal { override func speak() -> String { "woof" } }
print(Dog(name: "Rex").copy().name, type(of: Dog(name: "x").copy()))
func create<T: Animal>(_ t: T.Type) -> T { T(name: "new") }
print(create(Dog.self).speak(), create(Animal.self).speak())
let kinds: [Animal.Type] = [Animal.self, Dog.self]
print(kinds.map { $0.init(name: "k").speak() })
