import Combine
import Foundation

class A: ObservableObject {
  @Published var n = 0
  func tick() {
    n += 1
    DispatchQueue.main.asyncAfter(deadline: .now() + 0.002) { [weak self] in self?.tick() }
  }
  init() { tick() }
}
let a = A()
