import Combine
import Foundation

struct B: Identifiable, Codable {
  let id: UUID
  var t = ""
}
class A: ObservableObject {
  @Published var l: [B] = []
  @Published var f: [B] = []
  var c: AnyCancellable?
  init() {
    $l.map { $0.filter { $0.t.count > 2 } }.assign(to: &$f)
    c = Timer.publish(every: 0.003, on: .main, in: .common).autoconnect().sink { [weak self] _ in
      guard let self else { return }
      l.append(B(id: UUID(), t: "abc"))
      if l.count > 20 { l.removeFirst(10) }
    }
  }
}
let a = A()
