import Combine
import Foundation

class A: ObservableObject {
  @Published var n = 0
  @Published var r = 0
  var c: Set<AnyCancellable> = []
  init() {
    $n.flatMap { Just($0).delay(for: .milliseconds(1), scheduler: DispatchQueue.main) }.assign(to: &$r)
    $n.map { v in Future<Int, Never> { p in DispatchQueue.main.async { p(.success(v)) } } }.switchToLatest().sink { _ in
    }.store(in: &c)
    Timer.publish(every: 0.002, on: .main, in: .common).autoconnect().sink { [weak self] _ in self?.n += 1 }.store(
      in: &c)
  }
}
let a = A()
