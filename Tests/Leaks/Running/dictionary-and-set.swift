import Combine
import Foundation

class A: ObservableObject {
  @Published var d: [String: Int] = [:]
  @Published var s: Set<Int> = []
  var c: AnyCancellable?
  var i = 0
  init() {
    c = Timer.publish(every: 0.002, on: .main, in: .common).autoconnect().sink { [weak self] _ in
      guard let self else { return }
      i += 1
      d["k\(i)"] = i
      d["k\(i - 9)"] = nil
      s.insert(i)
      s.remove(i - 9)
    }
  }
}
let a = A()
