// A value of a protocol type is passed for a generic parameter of its own, if nothing else has to be of that type.
func f<T: Hashable>(_ t: T) -> Int { 1 }
let x: any Hashable = 3
print(f(x))
func g(_ y: any Hashable) -> Int { f(y) }
print(g("a"))
var s = Set<AnyHashable>()
func add(_ y: any Hashable) { s.insert(AnyHashable(y)) }
add(1); print(s.count)
func eq(_ a: any Equatable, _ b: any Equatable) -> Bool {
  func same<T: Equatable>(_ a: T) -> Bool { (b as? T) == a }
  return same(a)
}
print(eq(1, 1), eq(1, "a"))
var h = Hasher(); func hh(_ v: any Hashable) { h.combine(v) }; hh(2)
struct Box<V: Hashable> { let v: V }
func boxed<T: Hashable>(_ value: T) -> Any { Box(v: value) }
func box(_ value: any Hashable) -> Any { boxed(value) }
print(type(of: box(2)), type(of: box("a")))
func larger<T: Comparable>(_ value: T, than limit: Int) -> Bool { (value as? Int).map { $0 > limit } ?? false }
let some: any Comparable = 7
print(larger(some, than: 5))
