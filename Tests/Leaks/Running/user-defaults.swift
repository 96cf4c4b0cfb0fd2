import Combine
import Foundation

class A: ObservableObject {
  @AppStorage("n") var n = 0
  @Published var m = 0
  var c: AnyCancellable?
  init() {
    c = Timer.publish(every: 0.002, on: .main, in: .common).autoconnect().sink { [weak self] _ in
      guard let self else { return }
      m += 1
      UserDefaults.standard.set(m, forKey: "n")
    }
  }
}
let a = A()
