// objectWillChange: sent by hand, an own publisher, nested objects, a subclass, erased.
import Combine

final class Manual: ObservableObject {
  var value = 0 {
    willSet { objectWillChange.send() }
  }
}
let manual = Manual()
let a = manual.objectWillChange.sink { print("manual, was \(manual.value)") }
manual.value = 5
print(manual.value)

final class Own: ObservableObject {
  let objectWillChange = PassthroughSubject<String, Never>()
  var name = "x" {
    willSet { objectWillChange.send(newValue) }
  }
}
let own = Own()
let b = own.objectWillChange.sink { print("becomes \($0)") }
own.name = "y"

final class Parent: ObservableObject {
  @Published var child = Child()
  private var token: AnyCancellable?
  init() {
    token = child.objectWillChange.sink { [weak self] in self?.objectWillChange.send() }
  }
}
final class Child: ObservableObject {
  @Published var age = 1
}
let parent = Parent()
var changes = 0
let c = parent.objectWillChange.sink { _ in changes += 1 }
parent.child.age += 1
parent.child.age += 1
print("parent changed \(changes) times")

class Base: ObservableObject {
  @Published var first = 1
}
final class Derived: Base {
  @Published var second = 2
}
let derived = Derived()
let d = derived.objectWillChange.sink { print("derived changes") }
derived.first = 10
derived.second = 20
func count<O: ObservableObject>(_ object: O, _ work: (O) -> Void) -> Int {
  var result = 0
  let token = object.objectWillChange.sink { _ in result += 1 }
  work(object)
  token.cancel()
  return result
}
print(
  count(derived) {
    $0.second = 1; $0.first = 2
  })
