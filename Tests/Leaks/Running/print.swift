import Combine
import Foundation

class A: ObservableObject {
  @Published var n = 0
  var c: AnyCancellable?
  init() {
    c = Timer.publish(every: 0.002, on: .main, in: .common).autoconnect().sink { [weak self] _ in
      self?.n += 1
      print("tick", self?.n ?? 0)
    }
  }
}
let a = A()
