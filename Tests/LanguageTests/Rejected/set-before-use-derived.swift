// The initialisers of derived classes: own properties, super.init, and self only then.
// swift-format-ignore-file
func cond() -> Bool { true }
func h() throws -> Int { 1 }
func take(_ a: Any) {}
class B { var bb: Int; init() { bb = 1 } ; init(x: Int) throws { bb = x } ; func bm() {} ; init?(f: Int) { return nil } }
class C1: B { var a: Int; let k: Int
  override init() { super.init() }  // error: property 'self.a' not initialized at super.init call
  init(a: Int) { self.a = a; k = 1 }  // error: 'super.init' isn't called on all paths before returning from initializer
  init(b: Int) { a = b; super.init(); k = 2 }  // error: immutable value 'self.k' may only be initialized once  // error: property 'self.k' not initialized at super.init call
  init(c: Int) { a = c; k = 1; bm(); super.init() }  // error: 'self' used in method call 'bm' before 'super.init' call
  init(d: Int) { a = d; k = 1; print(bb); super.init() }  // error: 'self' used in property access 'bb' before 'super.init' call
  init(e: Int) { a = e; k = 1; bb = 2; super.init() }  // error: 'self' used in property access 'bb' before 'super.init' call
  init(f2: Int) { a = f2; k = 1; if cond() { super.init() } }  // error: 'super.init' isn't called on all paths before returning from initializer
  init(g: Int) { a = g; k = 1; super.init(); super.init() }  // error: 'super.init' called multiple times in initializer
  init(h: Int) { a = h; k = 1; take(self); super.init() }  // error: 'self' used before 'super.init' call
  init(i: Int) { a = i; m(); k = 1; super.init() }  // error: 'self' used in method call 'm' before 'super.init' call
  init(j: Int) { super.init(); a = 1; k = 2 }  // error: immutable value 'self.k' may only be initialized once  // error: property 'self.a' not initialized at super.init call
  convenience init(k: Int) { }  // error: 'self.init' isn't called on all paths before returning from initializer
  convenience init(l: Int) { if cond() { self.init() } }  // error: 'self.init' isn't called on all paths before returning from initializer
  convenience init(m: Int) { print(a); self.init() }  // error: 'self' used before 'self.init' call or assignment to 'self'
  convenience init(n: Int) { m(); self.init() }  // error: 'self' used before 'self.init' call or assignment to 'self'
  convenience init(o: Int) { self.init(); self.init() }
  convenience init(p: Int) { a = 1; self.init() }  // error: 'self' used before 'self.init' call or assignment to 'self'
  init(q: Int) throws { a = q; k = 2; try super.init(x: q) }
  init(r: Int) throws { a = r; try super.init(x: r); k = 2 }  // error: immutable value 'self.k' may only be initialized once  // error: property 'self.k' not initialized at super.init call
  init?(s: Int) { if s > 1 { return nil }; a = s; k = 1; super.init(f: 1) }
  init?(t: Int) { a = t; if t > 1 { return nil }; k = 1; super.init() }
  init(u: Int) { a = u; k = 1; let c = { self.a }; super.init(); _ = c }  // error: 'self' captured by a closure before all members were initialized
  init(v: Int) { a = v; k = 1; super.init(); let c = { self.a }; _ = c; m() }
  init(w: Int) { a = w; if cond() { k = 1; super.init() } else { k = 2; super.init() } }
  init(x2: Int) { a = x2; k = 1; do { try super.init(x: 1) } catch { super.init() } }  // error: 'super.init' called multiple times in initializer
  convenience init?(y: Int) { if y > 1 { return nil }; self.init() }
  func m() {}
}
class C2: B { var a: Int ; init(a: Int) { } }  // error: 'super.init' isn't called on all paths before returning from initializer
class C3: B { init(a: Int) { } ; init(b: Int) { bb = 2 } ; init(c: Int) { print(bb) } ; init(d: Int) { super.init(); super.bm() } ; init(e: Int) { super.bm(); super.init() } }  // error: 'super.init' isn't called on all paths before returning from initializer  // error: 'super.init' isn't called on all paths before returning from initializer  // error: 'self' used in property access 'bb' before 'super.init' call  // error: 'super.init' isn't called on all paths before returning from initializer  // error: 'self' used in property access 'bb' before 'super.init' call  // error: 'self' used in method call 'bm' before 'super.init' call
class R { var a: Int; var b: Int
  init() { load(); a = 1; b = 2 }  // error: 'self' used in method call 'load' before all stored properties are initialized
  init(x: Int) { a = x; b = a; load() }
  init(y: Int) { a = y }  // error: return from initializer without initializing all stored properties
  init(z: Int) { take(self); a = z; b = z }  // error: variable 'self.a' used before being initialized
  init(w: Int) { let c = { [weak self] in self?.load() }; a = 1; b = w; _ = c }  // error: variable 'self.a' used before being initialized
  init(v: Int) { a = 1; b = self.a; b = self.c }
  init(u: Int) { a = 1; b = c }  // error: 'self' used in property access 'c' before all stored properties are initialized
  init(t: Int) { self.a = 1; [1].forEach { self.b = $0 } }  // error: 'self' captured by a closure before all members were initialized  // error: return from initializer without initializing all stored properties
  init(s: Int) { a = 1; defer { b = 2 } }  // error: return from initializer without initializing all stored properties  // error: 'self' used in method call '$defer' before all stored properties are initialized
  init(r: Int) { defer { print(a) }; a = 1; b = 2 }
  init(q: Int) throws { a = try h(); b = 1 }
  init(p: Int) { func inner() { a = 1 }; inner(); b = 1 }  // error: return from initializer without initializing all stored properties  // error: 'self' used in method call 'inner' before all stored properties are initialized
  init(o: Int) { a = 1; b = 2; func inner() { print(a) }; inner() }
  convenience init(n: Int) { self.init(); load() }
  convenience init(m: Int) { load() }  // error: 'self' used before 'self.init' call or assignment to 'self'  // error: 'self.init' isn't called on all paths before returning from initializer
  init(l: Int) { guard cond() else { fatalError() }; a = 1; b = 1 }
  init(k: Int) { a = 1; b = Self.st(); _ = type(of: self) }
  init(j: Int) { a = 1; _ = type(of: self); b = 2 }
  init(i: Int) { while true { a = 1; b = 2; break } }
  init(h: Int) { nev() ; }
  func load() {}
  var c: Int { 1 }
  static func st() -> Int { 1 }
}
func nev() -> Never { fatalError() }
class S: R2 { var s: Int; let t = 1
  init(s1: Int) { print(s); s = 1; super.init() }  // error: variable 'self.s' used before being initialized
  init(s2: Int) { s = 1; print(s); super.init() ; print(a) }
  init(s3: Int) { load(); s = 1; super.init() }  // error: 'self' used in method call 'load' before 'super.init' call
  init(s4: Int) { s = c; super.init() }  // error: 'self' used in property access 'c' before 'super.init' call
  init(s5: Int) { s = 1; cb = {}; super.init() }  // error: 'self' used in property access 'cb' before 'super.init' call
  init(s6: Int) { s = 1; let x = { print(self.s) }; super.init(); x() }  // error: 'self' captured by a closure before all members were initialized
  init(s7: Int) { s = 1; self.m(); super.init() }  // error: 'self' used in method call 'm' before 'super.init' call
  init(s8: Int) { s += 1; super.init() }  // error: variable 'self.s' passed by reference before being initialized
  init(s9: Int) { s = 1; s += 1; take(s); super.init() }
  init(s10: Int) { s = 1; let x = s; take(x); let y = self.t; take(y); super.init() }
  init(s11: Int) { s = arr.count; super.init() }  // error: 'self' used in property access 'arr' before 'super.init' call
  init(s12: Int) { s = 1; super.load(); super.init() }  // error: 'self' used in method call 'load' before 'super.init' call
  init(s13: Int) { s = S.st; super.init() }
  init(s14: Int) { super.init(); self.s = 1 }  // error: property 'self.s' not initialized at super.init call
  init(s15: Int) { s = 1; guard cond() else { return }; super.init() }  // error: 'super.init' isn't called on all paths before returning from initializer
  init(s16: Int) { s = 1; super.init(); super.arr = [2] }
  func m() {}
  static var st: Int { 1 }
}
class Base0 { var z = 1 ; init() {} }
class T: Base0 { var s: Int
  override init() { s = 1 }
  init(t1: Int) { s = 1; z = 2 }  // error: 'self' used in property access 'z' before 'super.init' call
  init(t2: Int) { }  // error: property 'self.s' not initialized at implicitly generated super.init call
  init(t3: Int) { if cond() { s = 1 } }  // error: property 'self.s' not initialized at implicitly generated super.init call
  init(t4: Int) { if cond() { super.init() }; s = 1 }  // error: 'super.init' isn't called on all paths before returning from initializer  // error: property 'self.s' not initialized at super.init call
  init(t5: Int) { s = 1; load() }  // error: 'self' used in method call 'load' before 'super.init' call
  init(t6: Int) { s = 1; if cond() { return }; print(s) }
  init?(t7: Int) { if cond() { return nil }; s = 1; }
  init(t8: Int) { s = 1; let x = { self.s }; _ = x }  // error: 'self' captured by a closure before all members were initialized
  func load() {}
}
class Base1 { init(a: Int = 3) {} }
class U: Base1 { var s: Int
  init(u1: Int) { s = 1 }
  init() { s = 1 }
}
class Base2 { init() {} ; convenience init(x: Int) { self.init() } }
class V: Base2 { init(v: Int) { } }
class Base3 {  }
class X: Base3 { var s: Int; init(v: Int) { s = 1 } ; init(w: Int) { self.s = 2 ; super.init() } ; override init() { s = 3 } }
class R2 { var a = 1; var arr: [Int] = []; var cb: () -> Void = {}; init() {} ; var c: Int { 1 } ; func load() {} }
