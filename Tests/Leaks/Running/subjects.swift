import Combine
import Foundation

let s = PassthroughSubject<Int, Never>()
let q = CurrentValueSubject<[Int], Never>([])
class A: ObservableObject {
  @Published var n = 0
  var c: Set<AnyCancellable> = []
  init() {
    s.combineLatest(q).map { $0 + $1.count }.removeDuplicates().assign(to: &$n)
    s.share().buffer(size: 5, prefetch: .byRequest, whenFull: .dropOldest).collect(3).sink { q.send($0) }.store(in: &c)
    Timer.publish(every: 0.002, on: .main, in: .common).autoconnect().scan(0) { x, _ in x + 1 }.sink { s.send($0) }
      .store(in: &c)
  }
}
let a = A()
