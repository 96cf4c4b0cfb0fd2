import Combine
import Foundation

actor Box {
  var v = 0
  func add() async -> Int {
    v += 1
    try? await Task.sleep(for: .milliseconds(1))
    return v
  }
}
@MainActor class A: ObservableObject {
  @Published var n = 0
  let b = Box()
  var t: Task<Void, Never>?
  init() {
    t = Task {
      while true {
        n = await b.add()
        async let x = b.add()
        async let y = b.add()
        n = await x + y
      }
    }
  }
}
let a = A()
