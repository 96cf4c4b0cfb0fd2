// Values under keys that are types, as SwiftUI's environment has them: what a key's value is follows from its default.
protocol Key { associatedtype Value; static var defaultValue: Value { get } }
struct Values {
  var storage: [ObjectIdentifier: Any] = [:]
  subscript<K: Key>(key: K.Type) -> K.Value {
    get { storage[ObjectIdentifier(key)] as? K.Value ?? K.defaultValue }
    set { storage[ObjectIdentifier(key)] = newValue }
  }
}
enum IntKey: Key { static let defaultValue = 3 }
private enum StrKey: Key { static let defaultValue: String = "s" }
protocol An { var n: Int { get } }
struct AI: An { var n = 1 }
private enum AnKey: Key { static let defaultValue: An = AI() }
enum FnKey: Key { static var defaultValue: () -> Int = { 4 } }
enum CompKey: Key { static var defaultValue: Int? { nil } }
extension Values {
  var int: Int {
    get { self[IntKey.self] }
    set { self[IntKey.self] = newValue }
  }
  var str: String {
    get { self[StrKey.self] }
    set { self[StrKey.self] = newValue }
  }
  var an: An {
    get { self[AnKey.self] }
    set { self[AnKey.self] = newValue }
  }
  var fn: () -> Int {
    get { self[FnKey.self] }
    set { self[FnKey.self] = newValue }
  }
  var comp: Int? {
    get { self[CompKey.self] }
    set { self[CompKey.self] = newValue }
  }
}
var v = Values()
print(v.int)
print(v.comp as Any)
print(v.fn())
print(v.str)
print(v.an.n)
v.int = 5; v.str = "t"; v.an = AI(n: 9); v.fn = { 7 }; v.comp = 2
print(v.int, v.str, v.an.n, v.fn(), v.comp as Any)
print(v[keyPath: \.str], v[keyPath: \.an].n)
