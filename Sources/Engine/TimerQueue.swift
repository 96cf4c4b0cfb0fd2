import Language

/// The engine's timers: a heap by deadline, ties in the order they were set. Knows no clock; `Engine.advance` moves time.
struct TimerQueue {
  /// Cancelled timers stay in the heap until they come up: cancelling is O(1), and debounce cancels most of its timers.
  /// The heap is rebuilt when more than half of it is cancelled.
  final class Timer: HostTimer {
    let deadline: Int
    fileprivate let order: Int
    fileprivate(set) var action: (() -> Void)?
    fileprivate let cancelled: Counter

    fileprivate init(deadline: Int, order: Int, action: @escaping () -> Void, cancelled: Counter) {
      self.deadline = deadline
      self.order = order
      self.action = action
      self.cancelled = cancelled
    }

    /// Neither fired nor cancelled.
    var isWaiting: Bool { action != nil }

    func cancel() {
      guard action != nil else { return }
      action = nil
      cancelled.value += 1
    }
  }

  fileprivate final class Counter { var value = 0 }

  /// A deadline that does not come: whoever waits for it waits until cancelled.
  static let never = Int.max

  private var heap: [Timer] = []
  private var nextOrder = 0
  private let cancelled = Counter()

  /// The earliest deadline of a timer that has not been cancelled, if it ever comes. Amortised O(log n).
  mutating func nextDeadline() -> Int? {
    dropCancelledHead()
    guard let first = heap.first, first.deadline != Self.never else { return nil }
    return first.deadline
  }

  /// How many timers wait.
  var count: Int { heap.count - cancelled.value }

  /// How many entries the heap holds, cancelled ones included.
  var waiting: Int { heap.count }

  mutating func insert(deadline: Int, _ action: @escaping () -> Void) -> Timer {
    if cancelled.value > 64, cancelled.value * 2 > heap.count { rebuild() }
    let timer = Timer(deadline: deadline, order: nextOrder, action: action, cancelled: cancelled)
    nextOrder += 1
    heap.append(timer)
    siftUp(heap.count - 1)
    return timer
  }

  /// The next action due at or before `now`, taken out.
  mutating func popDue(at now: Int) -> (deadline: Int, action: () -> Void)? {
    dropCancelledHead()
    guard let first = heap.first, first.deadline <= now, first.deadline != Self.never, let action = first.action else {
      return nil
    }
    removeFirst()
    first.action = nil
    return (first.deadline, action)
  }

  private mutating func dropCancelledHead() {
    while let first = heap.first, first.action == nil {
      removeFirst()
      cancelled.value -= 1
    }
  }

  private mutating func rebuild() {
    heap.removeAll { $0.action == nil }
    cancelled.value = 0
    heap.sort(by: TimerQueue.precedes)
  }

  private static func precedes(_ a: Timer, _ b: Timer) -> Bool {
    a.deadline != b.deadline ? a.deadline < b.deadline : a.order < b.order
  }

  private mutating func removeFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    siftDown(0)
  }

  private mutating func siftUp(_ index: Int) {
    var child = index
    while child > 0 {
      let parent = (child - 1) / 2
      guard TimerQueue.precedes(heap[child], heap[parent]) else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func siftDown(_ index: Int) {
    var parent = index
    while true {
      let left = 2 * parent + 1
      let right = left + 1
      var least = parent
      if left < heap.count, TimerQueue.precedes(heap[left], heap[least]) { least = left }
      if right < heap.count, TimerQueue.precedes(heap[right], heap[least]) { least = right }
      guard least != parent else { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
