// Variables without a value from the start: what is set on which paths.
// swift-format-ignore-file
func cond() -> Bool { true }
func f1() { let x: Int; print(x) }  // error: constant 'x' used before being initialized
func f2() { var x: Int; x += 1; print(x) }  // error: variable 'x' passed by reference before being initialized
func f3(_ c: Bool) { let x: Int; if c { x = 1 } else { x = 2 }; x = 3; print(x) }  // error: immutable value 'x' may only be initialized once
func f4() { let x: Int; for _ in 0..<3 { x = 1 } ; print(x) }  // error: constant 'x' used before being initialized  // error: immutable value 'x' may only be initialized once
func g(_ a: inout Int) {}
func f5() { var x: Int; g(&x); }  // error: variable 'x' passed by reference before being initialized
func f6() { var x: Int; let c = { print(x) }; x = 1; c() }  // error: variable 'x' captured by a closure before being initialized
func f7() { let x: Int; defer { print(x) }; x = 1 }
func f8() { var x: Int; func inner() { print(x) }; inner(); x = 1; inner() }  // error: variable 'x' used by function definition before being initialized
func f9() { var x: Int; func inner() { x = 2 }; inner(); print(x) }  // error: variable 'x' used before being initialized  // error: variable 'x' used by function definition before being initialized
func f10() { var x: Int; let c = { x = 2 }; c(); print(x) }  // error: variable 'x' captured by a closure before being initialized  // error: variable 'x' used before being initialized
func f12() { var x: [Int]; x.append(1); print(x) }  // error: variable 'x' used before being initialized
struct P { var a = 0; var b = 0; mutating func m() {} }
func f13() { var p: P; p.a = 1; print(p) }  // error: struct 'p' must be completely initialized before a member is stored to
func f15() { let x: Int; while cond() { x = 1; break }; print(x) }  // error: constant 'x' used before being initialized
func f16() { let x: Int; repeat { x = 1 } while cond(); print(x) }  // error: immutable value 'x' may only be initialized once
func f17() { let x: Int; switch 3 { case 1: x = 1; case 2: x = 2; default: break }; print(x) }  // error: constant 'x' used before being initialized
func f18() throws { let x: Int; do { x = try h() } catch { print("e") }; print(x) }  // error: constant 'x' used before being initialized
func h() throws -> Int { 1 }
func f20() { var x: P; x.m() }  // error: variable 'x' used before being initialized
func f21() { let x: String; x.count }  // error: constant 'x' used before being initialized
func f22() { let x: Int?; print(x) }  // error: constant 'x' used before being initialized
func f23() { var x: Int?; print(x as Any) }
func f24() { let x: Int; print("\(x)") }  // error: constant 'x' used before being initialized
func f25() { let x: Int; lbl: do { if cond() { break lbl }; x = 1 }; print(x) }  // error: constant 'x' used before being initialized
func f26() { let x: Int; guard cond() else { print(x); return }; x = 1 }  // error: constant 'x' used before being initialized
func f27() { let x: Int; do { x = try h() } catch { x = 2 }; print(x) }
func f28() { let a: Int, b: Int; (a, b) = (1, 2); print(a, b); (a, b) = (1, 2) }  // error: immutable value 'a' may only be initialized once  // error: immutable value 'b' may only be initialized once
func f30() { let x: Int; while true { x = 1; break } ; print(x) }
func f31() { let x: Int; while true { if cond() { x = 1; break } } ; print(x) }
func f32() { let x: Int; for i in 0..<3 { let y: Int; if i > 1 { y = 1 } else { continue }; print(y) }; print(x) }  // error: constant 'x' used before being initialized
func f33() -> Int { let x: Int; return x }  // error: constant 'x' used before being initialized
func f34() { let x: P; print(x.a) }  // error: constant 'x' used before being initialized
class K { var v = 0 }
func f36() { let k: K; k.v = 1 }  // error: constant 'k' used before being initialized
func f37() { var k: K; k.v = 1; k = K() }  // error: variable 'k' used before being initialized
func f38() { let x: Int; [1].forEach { _ in print(x) } }  // error: constant 'x' captured by a closure before being initialized
func f39() { let x: Int; _ = [1].map { $0 + x } ; x = 1 }  // error: constant 'x' captured by a closure before being initialized
func f40() { var x: Int; if cond() { return }; let y = x; x = 1 }  // error: variable 'x' used before being initialized
