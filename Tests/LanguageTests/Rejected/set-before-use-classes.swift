// The initialisers of classes: every property has its value before self is used.
// swift-format-ignore-file
func cond() -> Bool { true }
func take(_ a: Any) {}
func g(_ a: inout Int) {}
class R { var a: Int; let b: String
  init() { print(a); a = 1; b = "" }  // error: variable 'self.a' used before being initialized
  init(x: Int) { print(b); a = 1; b = "" }  // error: variable 'self.b' used before being initialized
  init(y: Int) { a = 1; print(self.b.count); b = "" }  // error: variable 'self.b' used before being initialized
  init(z: Int) { g(&a); b = "" }  // error: variable 'self.a' passed by reference before being initialized
  init(w: Int) { a += 1; b = "" }  // error: variable 'self.a' passed by reference before being initialized
  init(v: Int) { b = ""; let c = { self.a }; a = 1; _ = c }  // error: 'self' captured by a closure before all members were initialized
  init(u: Int) { b = ""; b = "x"; a = 1 }  // error: immutable value 'self.b' may only be initialized once
  init(t: Int) { b = ""; take({ [self] in self.a }); a = 1 }  // error: variable 'self.a' used before being initialized
  init(r: Int) { if cond() { a = 1; b = "" } }  // error: return from initializer without initializing all stored properties
  init(q: Int) { b = ""; NotificationX.go(self); a = 1 }  // error: 'self' used in method call 'go' before all stored properties are initialized
  init(p: Int) { b = ""; defer { a = 1 } }  // error: return from initializer without initializing all stored properties  // error: 'self' used in method call '$defer' before all stored properties are initialized
  init(o: Int) { b = ""; defer { print(a) }; a = 1 }
  init?(n: Int) { b = ""; if n > 1 { return nil }; load(); a = 1 }  // error: 'self' used in method call 'load' before all stored properties are initialized
  init(m: Int) { b = ""; self.load(); a = 1 }  // error: 'self' used in method call 'load' before all stored properties are initialized
  init(l: Int) { b = ""; a = self.c + 1 }  // error: 'self' used in property access 'c' before all stored properties are initialized
  init(k: Int) { b = ""; arr = [1]; a = arr.count }
  init(j: Int) { b = ""; arr.append(1); a = 1 }
  init(i: Int) { b = ""; let me = self; a = 1; _ = me }  // error: variable 'self.a' used before being initialized
  init(h: Int) { b = ""; delegate = self; a = 1 }  // error: variable 'self.a' used before being initialized
  init(g: Int) { b = ""; cb = { self.load() }; a = 1 }  // error: 'self' captured by a closure before all members were initialized
  init(f: Int) { b = ""; cb = { [weak self] in self?.load() }; a = 1 }  // error: variable 'self.a' used before being initialized
  init(e: Int) { b = ""; cb = load; a = 1 }  // error: 'self' used before all stored properties are initialized
  var arr: [Int] = []
  weak var delegate: R?
  var cb: () -> Void = {}
  var c: Int { 1 }
  func load() {}
}
enum NotificationX { static func go(_ r: R) {} }
