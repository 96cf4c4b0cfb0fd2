import Combine
import Foundation

class A: ObservableObject {
  @Published var n = 0
  @Published var at = Date()
  init() {
    Timer.publish(every: 0.002, on: .main, in: .common).autoconnect().assign(to: &$at)

    $at.scan(0) { s, _ in (s + 1) % 1000 }.assign(to: &$n)
  }
}
let a = A()
