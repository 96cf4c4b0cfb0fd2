import Combine
import Foundation

@MainActor class A: ObservableObject {
  @Published var n = 0
  var t: Task<Void, Never>?
  init() {
    t = Task {
      while !Task.isCancelled {
        try? await Task.sleep(nanoseconds: 2_000_000)
        n += 1
      }
    }
  }
}
let a = A()
