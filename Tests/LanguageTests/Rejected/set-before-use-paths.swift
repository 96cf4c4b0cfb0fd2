// Variables without a value from the start, and the ways through loops, switches and closures.
// swift-format-ignore-file
func f20() { var x: Int; for _ in 0..<2 { x = 1; print(x) }; _ = x }  // error: variable 'x' used before being initialized
func f21(_ a: Int?) -> Int { let r: Int; if let a { r = a } else { return 1 }; return r }
func f22(_ a: Int?) -> Int { let r: Int; switch a { case .some(let v) where v > 1: r = v; case nil: fatalError(); default: r = 1 }; return r }
func f23() { let r: Int; do { r = 1 }; print(r) }
func f24() { let r = if true { 1 } else { 2 }; print(r) }
func f25() { let r: Int = { 1 }(); print(r) }
func f26() -> Int { let r: Int; repeat { if r > 1 { break } } while true; return 2 }  // error: constant 'r' used before being initialized
func f27() { let r: Int; outer: for i in 0..<3 { for j in 0..<3 { if i == j { r = 1; break outer } } } ; print(1) }
func f28() { let r: Int; outer: for i in 0..<3 { for j in 0..<3 { if i == j { continue outer }; r = 1 } } ; print(1) }  // error: immutable value 'r' may only be initialized once
func f29(_ b: Bool) { let r: Int; if b { r = 1 }; if b { print(r) } }  // error: constant 'r' used before being initialized
func f30() { var r: Int; r = 1; r = 2 }
func f31() { let a: Int; let b: Int; if true { a = 1; b = a } else { a = 2; b = 3 }; print(a + b) }
func f32(_ n: Int) { let a: String; if n > 1 { a = "x" } else if n > 2 { a = "y" }; print(a) }  // error: constant 'a' used before being initialized
func f33() { let a: String; a = "x"; func i() { print(a) }; i() }
func f34(_ n: Int) -> String { let a: String; defer { print(a) }; if n > 1 { a = "x"; return a }; return "y" }  // error: constant 'a' used before being initialized
func f35(_ n: Int) throws -> String { let a: String; defer { print(a) }; if n > 1 { throw E.e }; a = "x"; return a }  // error: constant 'a' used before being initialized
enum E: Error { case e }
func f36() { let x: Int; (x) = 1; print(x) }
func f37() { let x: Int; _ = x }  // error: constant 'x' used before being initialized
func f38() { var x: Int; x }
func f39() { let a: Int; let c: () -> Int = { let b: Int; return b }; a = c(); _ = a }  // error: constant 'b' used before being initialized
func f40() { let c: Int; if case let x = 3, x > 2 { c = 2 } else { c = 1 }; _ = c }
func f41(_ e: [Int]) { let first: Int; var iterator = e.makeIterator(); while let n = iterator.next() { if n > 1 { first = n; break } }; _ = first }  // error: constant 'first' used before being initialized
func f42(_ n: Int?) { let c: Int; guard let n else { c = 1; return }; c = n; _ = c }
func f43(_ n: Int) { let c: Int; switch n { case 1: c = 1; fallthrough; case 2: c = 2; default: c = 3 }; _ = c }  // error: immutable value 'c' may only be initialized once
func f44(_ n: Int) { let c: Int; n > 1 && c > 1 ? print(1) : print(2) }  // error: constant 'c' captured by a closure before being initialized
func f45() { var a: [String]; a[0] = "x" }  // error: variable 'a' used before being initialized
func f46() { var a: [String]; for x in a { print(x) } }  // error: variable 'a' used before being initialized
func f47() { let a: [String]; print(a.count); a = [] }  // error: constant 'a' used before being initialized
func f48() { let a: () -> Void; a() }  // error: constant 'a' used before being initialized
class KK { func m() {} }
func f49() { let k: KK; k.m() }  // error: constant 'k' used before being initialized
func f50() { let k: KK?; k?.m() }  // error: constant 'k' used before being initialized
