import Combine
import Foundation

class A: ObservableObject {
  @Published var n = 0
  func tick() {
    DispatchQueue.main.asyncAfter(deadline: .now() + 0.002) { [weak self] in self?.tick() }
    n += 1
    DispatchQueue.main.async {
      let list = [1]
      print(list[self.n])
    }
  }
  init() { tick() }
}
let a = A()
