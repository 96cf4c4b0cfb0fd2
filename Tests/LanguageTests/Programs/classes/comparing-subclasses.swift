// Objects of different subclasses compared, also in literals.
class Eq: Equatable { let n: Int; init(_ n: Int) { self.n = n }; static func == (a: Eq, b: Eq) -> Bool { a.n == b.n } }
class E1: Eq {}; class E2: Eq {}
print([E1(1), E2(2)] == [E1(1), E2(2)])
print([E1(1)] == [E2(1)])
print(E1(1) == E2(1), E1(1) != E2(1), E1(2) == E1(2))
let a = [E1(1), E2(3)]
print(a == [E1(1), E2(3)], a.contains(E2(3)), a.firstIndex(of: E1(3)) ?? -1)
let x: E1? = E1(4); print(x == E2(4))
print([E1(1)] as [Eq] == [E2(1)])
