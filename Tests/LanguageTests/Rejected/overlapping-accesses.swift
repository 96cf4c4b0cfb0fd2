// A variable is changed while it is used.
// swift-format-ignore-file
struct P { var a = 1; var b = 2; var arr = [1]; mutating func m(_ o: inout Int) {} ; mutating func with(_ f: (inout P) -> Void) { f(&self) } ; mutating func run(_ f: () -> Void) { f() } }
func two(_ a: inout Int, _ b: inout Int) {}
func p2(_ a: inout P, _ b: inout Int) {}
func mod(_ a: inout Int, _ f: () -> Void) { f() }
class K { var v = 1; var p = P() }
func t1() { var x = 1; two(&x, &x) }  // error: inout arguments are not allowed to alias each other  // error: overlapping accesses to 'x', but modification requires exclusive access; consider copying to a local variable [#ExclusivityViolation]
func t2() { var p = P(); two(&p.a, &p.b) }
func t3() { var p = P(); two(&p.a, &p.a) }  // error: overlapping accesses to 'p.a', but modification requires exclusive access; consider copying to a local variable [#ExclusivityViolation]
func t4() { var p = P(); p2(&p, &p.a) }  // error: overlapping accesses to 'p', but modification requires exclusive access; consider copying to a local variable [#ExclusivityViolation]
func t5() { var p = P(); p.m(&p.a) }  // error: overlapping accesses to 'p', but modification requires exclusive access; consider copying to a local variable [#ExclusivityViolation]
func t6() { var a = [1, 2]; two(&a[0], &a[1]) }  // error: overlapping accesses to 'a', but modification requires exclusive access; consider copying to a local variable [#ExclusivityViolation]
func t7() { var a = [1, 2]; swap(&a[0], &a[1]) }  // error: overlapping accesses to 'a', but modification requires exclusive access; consider calling MutableCollection.swapAt(_:_:) [#ExclusivityViolation]
func t8() { var x = 1; mod(&x) { x = 2 } }  // error: overlapping accesses to 'x', but modification requires exclusive access; consider copying to a local variable [#ExclusivityViolation]
func t9() { var x = 1; mod(&x) { print(x) } }  // error: overlapping accesses to 'x', but modification requires exclusive access; consider copying to a local variable [#ExclusivityViolation]
func t10() { var p = P(); p.run { p.a = 1 } }  // error: overlapping accesses to 'p', but modification requires exclusive access; consider copying to a local variable [#ExclusivityViolation]
func t11() { let k = K(); two(&k.v, &k.v) }
func t12() { let k = K(); mod(&k.v) { k.v = 2 } }
func t13(_ x: inout Int) { mod(&x) { x = 2 } }  // error: overlapping accesses to 'x', but modification requires exclusive access; consider copying to a local variable [#ExclusivityViolation]
func t14() { var p = P(); p.arr.append(p.a) ; p.arr.append(p.arr[0]) }
func t15() { var x = 1; let f = { x = 3 }; mod(&x, f) }
func t17() { var a = [1]; a.removeAll { a.contains($0) } ; a.sort { _, _ in a.isEmpty } }  // error: overlapping accesses to 'a', but modification requires exclusive access; consider copying to a local variable [#ExclusivityViolation]  // error: overlapping accesses to 'a', but modification requires exclusive access; consider copying to a local variable [#ExclusivityViolation]
var g = 1
two(&g, &g)  // error: inout arguments are not allowed to alias each other  // error: overlapping accesses to 'g', but modification requires exclusive access; consider copying to a local variable [#ExclusivityViolation]
func t18() { mod(&g) { g = 2 } }
