// assign(to: &$x) ends with its owner; a sink that holds self strongly keeps it; weak lets it go.
import Combine

let source = PassthroughSubject<Int, Never>()
final class Assigned: ObservableObject {
  @Published var value = 0
  init() { source.print("assigned").assign(to: &$value) }
  deinit { print("assigned gone") }
}
var assigned: Assigned? = Assigned()
source.send(1)
print(assigned!.value)
assigned = nil
source.send(2)

final class Strong {
  var last = 0
  var bag = Set<AnyCancellable>()
  init() { source.sink { value in self.last = value }.store(in: &bag) }
  deinit { print("strong gone") }
}
var strong: Strong? = Strong()
weak var leaked = strong
strong = nil
source.send(3)
print("leaked keeps \(leaked?.last ?? -1)")
leaked?.bag.removeAll()
print(leaked == nil)

final class Weakly {
  var bag = Set<AnyCancellable>()
  init() { source.sink { [weak self] value in self?.show(value) }.store(in: &bag) }
  func show(_ value: Int) { print("weakly", value) }
  deinit { print("weakly gone") }
}
var weakly: Weakly? = Weakly()
source.send(4)
weakly = nil
source.send(5)
