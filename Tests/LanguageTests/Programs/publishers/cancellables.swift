// AnyCancellable: store(in:) a set and an array, cancel, end of scope, custom cancellable, equality.
import Combine

let subject = PassthroughSubject<Int, Never>()
var cancellables = Set<AnyCancellable>()
subject.sink { print("set", $0) }.store(in: &cancellables)
subject.map { $0 + 1 }.sink { print("second", $0) }.store(in: &cancellables)
var list: [AnyCancellable] = []
subject.sink { print("array", $0) }.store(in: &list)
print(cancellables.count, list.count)
list.removeAll()
subject.send(1)
cancellables.removeAll()
subject.send(2)
do {
  let token = subject.sink { print("scoped", $0) }
  subject.send(3)
  _ = token
}
subject.send(4)
let custom = AnyCancellable { print("cancelled by hand") }
custom.cancel()
custom.cancel()
do {
  _ = AnyCancellable { print("cancelled by deinit") }
}
final class Owner {
  private var bag = Set<AnyCancellable>()
  init(_ subject: PassthroughSubject<Int, Never>) {
    subject.sink { [weak self] in self?.receive($0) }.store(in: &bag)
  }
  func receive(_ value: Int) { print("owner got", value) }
  deinit { print("owner gone") }
}
var owner: Owner? = Owner(subject)
subject.send(5)
owner = nil
subject.send(6)
subject.handleEvents(receiveCancel: { print("upstream cancelled") }).sink { print($0) }.cancel()
print(custom == custom, custom == AnyCancellable {})
