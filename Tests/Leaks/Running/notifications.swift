import Combine
import Foundation

extension Notification.Name { static let x = Notification.Name("x") }
class A: ObservableObject {
  @Published var n = 0
  var c: Set<AnyCancellable> = []
  init() {
    NotificationCenter.default.publisher(for: .x).compactMap { $0.object as? Int }.sink { [weak self] in self?.n = $0 }
      .store(in: &c)
    var i = 0

    Timer.publish(every: 0.002, on: .main, in: .common).autoconnect().sink { _ in
      i += 1
      NotificationCenter.default.post(name: .x, object: i)
    }.store(in: &c)
  }
}
let a = A()
