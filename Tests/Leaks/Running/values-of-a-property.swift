import Combine
import Foundation

@MainActor class A: ObservableObject {
  @Published var n = 0
  @Published var m = 0
  var t: Task<Void, Never>?
  var u: AnyCancellable?
  init() {
    t = Task { for await v in $n.values { m = v } }

    u = Timer.publish(every: 0.002, on: .main, in: .common).autoconnect().sink { [weak self] _ in self?.n += 1 }
  }
}
let a = A()
