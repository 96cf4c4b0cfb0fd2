// More ways to use self before it is whole.
// swift-format-ignore-file
func cond() -> Bool { true }
func takeR(_ a: R) {}
func takeA(_ a: Any) {}
class R { var a: Int; let b: String
  init() { takeR(self); a = 1; b = "" }  // error: 'self' used in method call 'takeR' before all stored properties are initialized
  init(x: Int) { a = 1; if cond() { return }; b = "" }  // error: return from initializer without initializing all stored properties
  init(y: Int) { let o = Other(self); a = 1; b = ""; _ = o }  // error: 'self' used before all stored properties are initialized
  init(z: Int) { let o = cond() && a > 1; a = 1; b = ""; _ = o }  // error: variable 'self.a' used before being initialized
  init(w: Int) { defer { print("x") }; a = 1; b = "" }
  init(v: Int) { let s = "\(a)"; a = 1; b = s }  // error: variable 'self.a' used before being initialized
  init(u: Int) { _ = self.a; a = 1; b = "" }  // error: variable 'self.a' used before being initialized
  init(t: Int) { a = 1; let f = self.load; b = ""; f() }  // error: 'self' used before all stored properties are initialized
  init(s: Int) { a = 1; self.load()?.load(); b = "" }  // error: 'self' used in method call 'load' before all stored properties are initialized
  init(r: Int) { a = 1; pub += 1; b = "" }
  init(q: Int) { a = 1; comp += 1; b = "" }  // error: variable 'self.b' used before being initialized
  init(p: Int) { a = 1; comp = 1; b = "" }  // error: 'self' used in property access 'comp' before all stored properties are initialized
  init(o: Int) { a = 1; self[1] = 2; b = "" }  // error: 'self' used in property access 'subscript' before all stored properties are initialized
  init(n: Int) { a = 1; print(self[1]); b = "" }  // error: 'self' used in property access 'subscript' before all stored properties are initialized
  init(m: Int) { a = 1; b = "" ; for i in 0..<2 { a = i } }
  init(l: Int) { a = 1; a.negate(); b = "" }
  init(k: Int) { a.negate(); a = 1; b = "" }  // error: variable 'self.a' used before being initialized
  init(j: Int) { b = ""; if cond() { a = 1 }; print(a); }  // error: variable 'self.a' used before being initialized  // error: return from initializer without initializing all stored properties
  init(i: Int) { b = ""; a = 1; a = a + 1; }
  init(i2: Int) { b = ""; other = Other(self); a = 1 }  // error: 'self' used before all stored properties are initialized
  var other: Other?
  var pub = 1
  var comp: Int { get { 1 } set {} }
  subscript(i: Int) -> Int { get { i } set {} }
  @discardableResult func load() -> R? { nil }
}
class Other { init(_ r: R) {} ; deinit {} }
struct S { var a: Int; var b: Int
  init(a1: Int) { defer { b = 1 }; a = a1 }  // error: 'self' used before all stored properties are initialized  // error: return from initializer without initializing all stored properties
  init(a2: Int) { defer { print(a) }; a = a2; b = 1 }
  init(a3: Int) { a = 1; takeA(self); b = 1 }  // error: 'self' used before all stored properties are initialized
  init(a4: Int) { a = 1; let c = { self.a = 2 }; b = 1 }  // error: variable 'self.b' captured by a closure before being initialized
  init(a5: Int) { a = 1; func inner() { print(a) }; inner(); b = 1 }  // error: 'self' used before all stored properties are initialized
  init(a6: Int) { a = 1; func inner() { b = 1 }; inner() }  // error: 'self' used before all stored properties are initialized  // error: return from initializer without initializing all stored properties
  init(a7: Int) { a = 1; mut(); b = 1 }  // error: 'self' used before all stored properties are initialized
  init(a8: Int) { a = 1; arr.append(1); b = 1 }
  init(a9: Int) { self.a = 1; arr[0] = a; b = 1 }
  init(a10: Int) { b = 1; print(cond() && a > 1); a = 2 }  // error: variable 'self.a' used before being initialized
  init(a11: Int) { b = 1; print(cond() && b > 1); a = 2 }
  init(a13: Int) { b = 1; a.negate(); a = 1 }  // error: variable 'self.a' used before being initialized
  init(a14: Int) { b = 1; comp = 1; a = 1 }  // error: 'self' used before all stored properties are initialized
  init(a15: Int) { b = 1; print(comp); a = 1 }  // error: 'self' used before all stored properties are initialized
  init(a16: Int) { b = 1; self[1] = 1; a = 1 }  // error: 'self' used before all stored properties are initialized
  init(a17: Int) { b = 1; [1].forEach { a = $0 } }  // error: variable 'self.a' captured by a closure before being initialized  // error: return from initializer without initializing all stored properties
  init(a18: Int) { b = 1; in1.x = 1; a = 1 }
  init(a19: Int) { b = 1; if let x = opt { a = x } else { a = 2 } }
  var arr: [Int] = []
  var opt: Int?
  var in1 = P()
  mutating func mut() {}
  var comp: Int { get { 1 } set {} }
  subscript(i: Int) -> Int { get { i } set {} }
}
struct P { var x = 0 }
struct Q { var p: P; let q: P
  init(a1: Int) { p.x = 1; q = P() }  // error: struct 'self.p' must be completely initialized before a member is stored to
  init(a2: Int) { p = P(); p.x = 2; q = P() }
  init(a3: Int) { p = P(); q.x = 2 }  // error: struct 'self.q' must be completely initialized before a member is stored to
}
func lets() { let p: P; p.x = 1 }  // error: struct 'p' must be completely initialized before a member is stored to
func lets2() { let k: K0; k = K0(); k.v = 2 }
class K0 { var v = 1 }
func takeI(_ a: Int) {}
struct B { var a: String; var b: Int
  init(a1: Int) { print(b); a = ""; b = 1 }  // error: 'self' used before all stored properties are initialized
  init(a2: Int) { let q = a; a = q; b = 1 }  // error: 'self' used before all stored properties are initialized
  init(a3: Int) { print(a); a = ""; b = 1 }  // error: 'self' used before all stored properties are initialized
  init(a4: Int) { print(a.count); a = ""; b = 1 }  // error: 'self' used before all stored properties are initialized
  init(a5: Int) { takeA(a.isEmpty); a = ""; b = 1 }  // error: 'self' used before all stored properties are initialized
  init(a6: Int) { takeI(b); a = ""; b = 1 }  // error: 'self' used before all stored properties are initialized
}
struct S1 { let a = 1; init() { a = 2 } }  // error: immutable value 'self.a' may only be initialized once
class S3 { let a: Int = 1; let b: Int; init() { a = 2; self.b = 1 } }  // error: immutable value 'self.a' may only be initialized once
struct S4 { let a: Int; init(_ s: S4) { self = s; a = 2 } }  // error: immutable value 'self.a' may only be initialized once
struct S5 { var a: Int; init(_ s: S5) { a = 1; self = s;  } ; init() { a = 2; self.a = 3; self.a += 1; m() } ; func m() {} }
extension S5 { init(k: Int) { a = k } ; init(l: Int) { self.init() } }
