import Combine
import Foundation

@MainActor class A: ObservableObject {
  @Published var n = 0
  var t: Task<Void, Never>?
  init() {
    t = Task {
      while !Task.isCancelled {
        let r = await withTaskGroup(of: Int.self) { g in
          for i in 0..<3 {
            g.addTask {
              try? await Task.sleep(for: .milliseconds(1))
              return i
            }
          }
          var s = 0
          for await v in g { s += v }
          return s
        }
        n += r
      }
    }
  }
}
let a = A()
