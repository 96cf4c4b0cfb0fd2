import Combine
import Foundation

struct E: Error {}
class A: ObservableObject {
  @Published var n = 0
  @Published var e = 0
  var c: Set<AnyCancellable> = []
  var timer: AnyCancellable?
  init() {
    timer = Timer.publish(every: 0.002, on: .main, in: .common).autoconnect().sink { [weak self] _ in
      guard let self else { return }
      n += 1
      Fail<Int, E>(error: E()).retry(2).catch { _ in Just(self.n) }.delay(
        for: .milliseconds(1), scheduler: DispatchQueue.main
      ).sink { [weak self] in self?.e = $0 }.store(in: &c)
      if c.count > 5 {
        let first = c.first!
        c.remove(first)
      }
    }
  }
}
let a = A()
