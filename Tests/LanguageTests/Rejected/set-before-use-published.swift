// Properties in wrappers are reached through all of self, so self has to be whole.
// swift-format-ignore-file
import Combine
class Model: ObservableObject { @Published var n = 1; var m: Int; @Published var o: Int; @Published var q: Int?
  init() { n = 2; m = 1; o = 3 }
  init(a: Int) { print(n); m = 1; o = 3 }  // error: 'self' used in property access 'n' before all stored properties are initialized
  init(b: Int) { m = 1; o = 3; print(n, $n); n += 1 }
  init(c: Int) { m = 1; n += 1; o = 3 }  // error: variable 'self.o' used before being initialized
  init(d: Int) { m = 1; o = 3; $n.sink { [weak self] _ in self?.m = 2 } }
  init(e: Int) { m = 1; }  // error: return from initializer without initializing all stored properties
  init(f: Int) { m = 1; print(o); o = 1 }  // error: 'self' used in property access 'o' before all stored properties are initialized
  init(g: Int) { m = 1; $n.sink { _ in }; o = 1 }  // error: 'self' used in property access '$n' before all stored properties are initialized
  init(h: Int) { _o = Published(initialValue: 1); m = 1 }
  init(i: Int) { if i > 1 { o = 2 } else { o = 3 }; m = 1; q = 2 }
}
