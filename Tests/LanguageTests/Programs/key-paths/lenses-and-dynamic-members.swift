import Foundation
import Combine

@dynamicMemberLookup
struct Lens<Root, Value> {
  let get: (Root) -> Value
  let set: (inout Root, Value) -> Void
  subscript<T>(dynamicMember kp: WritableKeyPath<Value, T>) -> Lens<Root, T> {
    Lens<Root, T>(
      get: { self.get($0)[keyPath: kp] },
      set: { root, new in
        var v = self.get(root); v[keyPath: kp] = new; self.set(&root, v)
      })
  }
}
extension Lens where Root == Value { static var id: Lens { Lens(get: { $0 }, set: { $0 = $1 }) } }
@dynamicMemberLookup
final class Ref<T>: ObservableObject {
  @Published var value: T
  init(_ v: T) { value = v }
  subscript<U>(dynamicMember kp: WritableKeyPath<T, U>) -> U {
    get { value[keyPath: kp] }
    set { value[keyPath: kp] = newValue }
  }
}
@dynamicMemberLookup
enum JSON {
  case object([String: JSON]), string(String), int(Int), null
  subscript(dynamicMember name: String) -> JSON {
    if case .object(let o) = self { return o[name] ?? .null }; return .null
  }
  var text: String? { guard case let .string(s) = self else { return nil }; return s }
}
struct Call { func callAsFunction(_ a: Int...) -> Int { a.reduce(0, +) } }
struct Address { var street = "Main"; var zip = 8000 }
struct User { var name = "Ann"; var address = Address(); var tags: Set<String> = [] }
let lens = Lens<User, User>.id.address.zip
var u = User()
lens.set(&u, 9000)
print(lens.get(u), u)
let r = Ref(User())
let c = r.objectWillChange.sink { print("will change") }
r.name = "Bob"
r.address.street += " Street"
r.tags.insert("x")
print(r.value.name, r.address.street, r.tags)
let j = JSON.object(["a": .object(["b": .string("deep")]), "n": .int(3)])
print(j.a.b.text ?? "-", j.x.y.text ?? "-", j.n)
print(Call()(1, 2, 3))
struct Builder<T> {
  private var value: T
  init(_ value: T) { self.value = value }
  func with<V>(_ kp: WritableKeyPath<T, V>, _ v: V) -> Builder {
    var copy = self; copy.value[keyPath: kp] = v; return copy
  }
  func build() -> T { value }
}
print(Builder(User()).with(\.name, "Zed").with(\.address.zip, 1).with(\.tags, ["q"]).build())
protocol With {}
extension With { func with(_ f: (inout Self) throws -> Void) rethrows -> Self { var c = self; try f(&c); return c } }
extension User: With {}
print(
  User().with {
    $0.name = "W"; $0.tags = ["t"]
  })
func curry<A, B, C>(_ f: @escaping (A, B) -> C) -> (A) -> (B) -> C { { a in { b in f(a, b) } } }
print([1, 2, 3].map(curry(+)(10)))
infix operator |> : AdditionPrecedence
func |> <A, B>(a: A, f: (A) -> B) -> B { f(a) }
print(5 |> { $0 * 2 } |> String.init)
let sorters: [PartialKeyPath<User>: String] = [\User.name: "by name", \User.address.zip: "by zip"]
print(sorters[\User.name]!, sorters.count, \User.address.zip == \User.address.zip)
let kps: [KeyPath<User, String>] = [\.name, \.address.street, \.name.localizedUppercaseX]
extension String { var localizedUppercaseX: String { uppercased() } }
for kp in kps { print(u[keyPath: kp]) }
