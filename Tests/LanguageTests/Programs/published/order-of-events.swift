// The order on assignment: objectWillChange first, then $x with the new value, then the value is stored.
import Combine

final class Counter: ObservableObject {
  @Published var count = 0 {
    willSet { print("willSet \(newValue)") }
    didSet { print("didSet \(count)") }
  }
  @Published var name = "a"
}
let counter = Counter()
let will = counter.objectWillChange.sink { print("will change, count is \(counter.count)") }
let values = counter.$count.sink { print("publisher says \($0), count is \(counter.count)") }
counter.count = 1
print("-- \(counter.count)")
counter.count += 1
print("-- other property")
counter.name = "b"
print("-- same value again")
counter.count = 2
