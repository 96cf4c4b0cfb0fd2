// A number that scripts share. A call of `add` is one transaction: two at the same moment are both counted.
import Combine

class Counter: ObservableObject {
  @Published private(set) var n = 0

  func add(by step: Int) -> Int {
    n += step
    return n
  }
}

let counter = Counter()
