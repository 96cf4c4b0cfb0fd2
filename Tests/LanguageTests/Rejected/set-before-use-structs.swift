// The initialisers of structs and enums: every property has its value before self is used.
// swift-format-ignore-file
func cond() -> Bool { true }
func h() throws -> Int { 1 }
func take(_ a: Any) {}
func g(_ a: inout Int) {}
struct A1 { var a: Int; var b: Int
  init() { a = 1 }  // error: return from initializer without initializing all stored properties
  init(x: Int) { print(b); a = x; b = x }  // error: 'self' used before all stored properties are initialized
  init(y: Int) { m(); a = y; b = y }  // error: 'self' used before all stored properties are initialized
  init(z: Int) { a = z; take(self); b = z }  // error: 'self' used before all stored properties are initialized
  init(w: Int) { self.init(x: w); }
  init(v: Int) { if cond() { self.init(x: v) } }  // error: 'self.init' isn't called on all paths before returning from initializer
  init(u: Int) { if cond() { a = 1 }; b = 2; }  // error: return from initializer without initializing all stored properties
  init(t: Int) { a = t; if cond() { return }; b = t }  // error: return from initializer without initializing all stored properties
  init(s: Int) { self = A1(x: s) }
  init(r: Int) { print(a); self.init(x: r) }  // error: 'self' used before 'self.init' call or assignment to 'self'
  init(q: Int) { let c = { self.a }; a = 1; b = 2; _ = c }  // error: variable 'self.a' captured by a closure before being initialized
  init(p: Int) { a = 1; b = 2; let c = { [self] in self.a }; _ = c }
  init?(o: Int) { if o > 1 { return nil }; a = o; b = o }
  init(n: Int) throws { if n > 1 { throw E.e }; a = n; b = n }
  init(l: Int) { g(&a); b = l }  // error: variable 'self.a' passed by reference before being initialized
  init(k: Int) { b = k; a += 1 }  // error: variable 'self.a' passed by reference before being initialized
  init(j: Int) { b = j; self.a = self.b }
  init(i: Int) { b = i; a = m() }  // error: 'self' used before all stored properties are initialized
  init(h: Int) { b = h; a = computed }  // error: 'self' used before all stored properties are initialized
  init(g: Int) { b = g; computed2 = 3; a = 2 }  // error: 'self' used before all stored properties are initialized
  init(f: Int) { b = f; self.a = b; self.m() }
  init(e: Int) { for _ in 0..<2 { a = 1 }; b = 2 }  // error: return from initializer without initializing all stored properties
  init(d: Int) { switch d { case 1: a = 1; b = 2; default: b = 3 } }  // error: return from initializer without initializing all stored properties
  @discardableResult func m() -> Int { 1 }
  var computed: Int { 1 }
  var computed2: Int { get { 1 } set { } }
}
enum E: Error { case e }
struct L { let a: Int; let b = 2; let c: Int
  init() { a = 1; a = 2; c = 3 }  // error: immutable value 'self.a' may only be initialized once
  init(x: Int) { a = 1; if cond() { c = 2 }; c = 3 }  // error: immutable value 'self.c' may only be initialized once
  init(y: Int) { a = 1; self.c = 2; }
  init(z: Int) { for _ in 0..<2 { a = 1 }; c = 2 }  // error: immutable value 'self.a' may only be initialized once  // error: return from initializer without initializing all stored properties
  init(w: Int) { do { a = try h() } catch { a = 2 }; c = 1 }
}
enum En { case a, b
  init() { }  // error: 'self.init' isn't called on all paths before returning from initializer
  init(x: Int) { if x > 1 { self = .a } }  // error: 'self.init' isn't called on all paths before returning from initializer
  init(y: Int) { self = .b }
  init(z: Int) { print(self); self = .a }  // error: 'self' used before 'self.init' call or assignment to 'self'
  init?(w: String) { switch w { case "a": self = .a; default: return nil } }
  init?(v: String) { switch v { case "a": self = .a; default: break } }  // error: 'self.init' isn't called on all paths before returning from initializer
}
struct O { var o: Int?; var p: Int = 3; let q: Int?
  init() { }  // error: return from initializer without initializing all stored properties
}
struct G { @W var a: Int; var b: Int
  init() { a = 1 ; b = 2}
  init(x: Int) { b = 2 }  // error: return from initializer without initializing all stored properties
}
@propertyWrapper struct W { var wrappedValue: Int }
struct Lz { lazy var a = 1; var b: Int; init() { } ; init(x: Int) { b = a } }  // error: return from initializer without initializing all stored properties  // error: 'self' used before all stored properties are initialized
struct D { var a: Int { didSet { print(1) } } ; init() { a = 1; a = 2 } ; init(x: Int) { } }  // error: return from initializer without initializing all stored properties
