import Combine
import Foundation

class A: ObservableObject {
  @Published var s = ""
  @Published var d = ""
  @Published var t = ""
  @Published var k = 0

  var c: Set<AnyCancellable> = []
  init() {
    $s.debounce(for: .milliseconds(1), scheduler: DispatchQueue.main).assign(to: &$d)
    $s.throttle(for: .milliseconds(3), scheduler: RunLoop.main, latest: true).assign(to: &$t)
    $s.delay(for: .milliseconds(5), scheduler: DispatchQueue.main).map { $0.count }.assign(to: &$k)
    Timer.publish(every: 0.002, on: .main, in: .common).autoconnect().sink { [weak self] _ in
      guard let self else { return }
      s = String(repeating: "x", count: (s.count + 1) % 50)
    }.store(in: &c)
  }
}
let a = A()
