protocol F: AnyObject, Identifiable { var label: String { get } }
extension F { var id: String { label } }
class A: F { let label = "a" }
final class B: A {}
class C<T>: F { let label = "c" }
final class D: C<Int> {}
class E: Identifiable {}
print(A().id, B().id, C<Int>().id, D().id)
let s: String = A().id
let e = E()
print(e.id == e.id)
