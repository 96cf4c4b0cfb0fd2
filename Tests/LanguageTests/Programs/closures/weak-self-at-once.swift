// What does not outlive the call reaches members without self, also with a weak self of its own.
import Foundation
import Combine
class A {
  var n = 1
  let q = DispatchQueue(label: "x")
  func each(_ f: () -> Void) { f() }
  func later(_ f: @escaping () -> Void) { f() }
  func a() -> Int {
    q.sync { [weak self] in
      self?.n = 2; return n
    }
  }
  func b() {
    each { [weak self] in
      _ = self; n += 1
    }
  }
  func c() -> [Int] {
    [1, 2].map { [weak self] x in
      _ = self; return x + n
    }
  }
  func d() {
    later { [weak self] in
      guard let self else { return }; n += 1
    }
  }
  func e() { later { [weak self] in if let self = self { n += 1; later { [weak self] in _ = self;  } } } }
  func f() {
    later { [unowned self] in
      n += 1; each { n += 1 }
    }
  }
  func g() { later { [self] in n += 1 } }
}
let a = A(); print(a.a()); a.b(); print(a.c()); a.d(); a.e(); a.f(); a.g(); print(a.n)
