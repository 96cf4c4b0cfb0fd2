// Wrapped static properties: of structs, classes, enums and extensions, their storage and projections.
@propertyWrapper struct Clamped {
  private var v: Int
  let top: Int
  init(wrappedValue: Int, _ top: Int) { v = min(wrappedValue, top); self.top = top }
  var wrappedValue: Int {
    get { v }
    set { v = min(newValue, top) }
  }
  var projectedValue: String { "\(v)/\(top)" }
}
@propertyWrapper class Logged<T> {
  var wrappedValue: T { didSet { print("set", wrappedValue) } }
  init(wrappedValue: T) { self.wrappedValue = wrappedValue }
  var projectedValue: Logged<T> { self }
}
struct S {
  @Clamped(10) static var level = 50
  @Logged static var name: String = "a"
  static func show() { print(level, $level, name, _level.top) }
}
S.show()
S.level = 7
S.name = "b"
S.show()
print(S.$level, S.$name.wrappedValue)
class C {
  @Clamped(3) static var x: Int = 9
  @Logged static var list = [1, 2]
}
C.x += 1
print(C.x)
C.list.append(3)
C.list[0] = 9
print(C.list)
enum E { @Clamped(5) static var k = 9 }
print(E.k, E.$k)
struct G { @Logged(wrappedValue: 3) static var q }
print(G.q)
extension S { @Clamped(4) static var ext = 9 }
print(S.ext, S.$ext)
