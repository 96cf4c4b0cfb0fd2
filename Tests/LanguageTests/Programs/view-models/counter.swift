// A counter with limits, undo, and a text that follows; commands that are ignored at the ends.
import Combine

final class CounterViewModel: ObservableObject {
  @Published private(set) var count: Int {
    willSet { history.append(count) }
  }
  @Published private(set) var text = ""
  @Published private(set) var canUndo = false
  private var history: [Int] = [] {
    didSet { canUndo = !history.isEmpty }
  }
  let range: ClosedRange<Int>
  init(_ count: Int = 0, in range: ClosedRange<Int> = 0...3) {
    self.count = count
    self.range = range
    $count
      .map { count in
        switch count {
        case range.lowerBound: return "lowest"
        case range.upperBound: return "highest"
        default: return "\(count)"
        }
      }
      .assign(to: &$text)
  }
  func step(by amount: Int) {
    let next = count + amount
    guard range.contains(next) else { return }
    count = next
  }
  func undo() {
    guard let last = history.popLast() else { return }
    count = last
    history.removeLast()
  }
}
let counter = CounterViewModel()
let texts = counter.$text.sink { print($0) }
counter.step(by: -1)
for _ in 1...5 { counter.step(by: 1) }
print(counter.count, counter.canUndo)
counter.undo()
counter.undo()
counter.undo()
counter.undo()
print(counter.count, counter.canUndo)
