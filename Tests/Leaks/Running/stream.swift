import Combine
import Foundation

@MainActor class A: ObservableObject {
  @Published var n = 0
  var t: Task<Void, Never>?
  var cont: AsyncStream<Int>.Continuation?
  var u: AnyCancellable?
  init() {
    let s = AsyncStream<Int> { self.cont = $0 }
    t = Task { for await v in s { n = v } }
    var i = 0

    u = Timer.publish(every: 0.002, on: .main, in: .common).autoconnect().sink { [weak self] _ in
      i += 1
      self?.cont?.yield(i)
    }
  }
}
let a = A()
