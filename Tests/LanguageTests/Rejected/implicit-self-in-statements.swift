// Closures of several statements, too, say self where they escape.
// swift-format-ignore-file
import Combine
import Foundation
class A { var x = 1; var c: Set<AnyCancellable> = []; @Published var y = 2
  func f() { DispatchQueue.main.async { print(1); x = 2 } }  // error: reference to property 'x' in closure requires explicit use of 'self' to make capture semantics explicit
  func g() { DispatchQueue.main.async { x = 2 } }  // error: reference to property 'x' in closure requires explicit use of 'self' to make capture semantics explicit
  func h() { $y.sink { v in print(v); x = v }.store(in: &c) }  // error: reference to property 'x' in closure requires explicit use of 'self' to make capture semantics explicit
  func i() { $y.sink { v in if v > 1 { x = v } }.store(in: &c) }  // error: reference to property 'x' in closure requires explicit use of 'self' to make capture semantics explicit
  func j() { $y.map { v -> Int in let q = x; return q + v }.sink { [weak self] v in self?.x = v; i() }.store(in: &c) }  // error: reference to property 'x' in closure requires explicit use of 'self' to make capture semantics explicit  // error: call to method 'i' in closure requires explicit use of 'self' to make capture semantics explicit
  func k() { [1].forEach { v in print(v); x = v } }
  func l() { let z = { print(1); x = 2 }; z() }  // error: reference to property 'x' in closure requires explicit use of 'self' to make capture semantics explicit
  func m() { DispatchQueue.main.async { [self] in print(1); x = 2 } }
  func n() { DispatchQueue.main.async { [weak self] in guard let self else { return }; x = 2; print(self) } }
  func o() { DispatchQueue.main.async { [1].forEach { v in print(v); x = v } } }  // error: reference to property 'x' in closure requires explicit use of 'self' to make capture semantics explicit
  func p() { Task { print(1); x = 2 } }
  func q() { $y.sink { v in switch v { case 1: x = 2; default: break } }.store(in: &c) }  // error: reference to property 'x' in closure requires explicit use of 'self' to make capture semantics explicit
  func r() { let z = { [unowned self] in print(1); x = 2 }; z() }
  func s() { DispatchQueue.main.async { [weak self] in x = 2; print(self as Any) } }  // error: reference to property 'x' in closure requires explicit use of 'self' to make capture semantics explicit
}
