// Deadlines in a binary heap, ties in the order they were set, cancellation in O(log n): a write-stall guard is set and
// cancelled far more often than it fires, so cancelled timers must not pile up in the heap.

/// The loop's timers. Knows no clock: the loop says what time it is.
struct Timers {
  private var heap: [LoopTimer] = []
  /// What the next timer gets; a turn fires only those below what it was when the turn began, so that a timer that sets
  /// itself again at once does not hold up the loop.
  private(set) var sequence: UInt64 = 0

  /// When the next timer falls due. O(1).
  var nextDeadline: MonotonicTime? { heap.first?.deadline }
  var count: Int { heap.count }

  /// Sets a timer. O(log n).
  mutating func add(at deadline: MonotonicTime, _ action: @escaping () -> Void) -> LoopTimer {
    let timer = LoopTimer(deadline: deadline, sequence: sequence, position: heap.count, action: action)
    sequence += 1
    heap.append(timer)
    siftUp(from: heap.count - 1)
    return timer
  }

  /// Takes the timer out if it has not fired. O(log n).
  mutating func cancel(_ timer: LoopTimer) {
    guard let position = timer.position else { return }
    remove(at: position)
  }

  /// Takes out and returns the earliest timer, if it is due at `now` and was set before `limit`. O(log n).
  mutating func popDue(at now: MonotonicTime, setBefore limit: UInt64) -> LoopTimer? {
    guard let first = heap.first, first.deadline <= now, first.sequence < limit else { return nil }
    remove(at: 0)
    return first
  }

  private mutating func remove(at position: Int) {
    let timer = heap[position]
    let last = heap.removeLast()
    if last !== timer {
      heap[position] = last
      last.position = position
      siftDown(from: position)
      siftUp(from: last.position!)
    }
    timer.position = nil
  }

  private mutating func siftUp(from start: Int) {
    var child = start
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child] < heap[parent] else { return }
      exchange(child, parent)
      child = parent
    }
  }

  private mutating func siftDown(from start: Int) {
    var parent = start
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child] < heap[least] {
        least = child
      }
      if least == parent { return }
      exchange(parent, least)
      parent = least
    }
  }

  private mutating func exchange(_ a: Int, _ b: Int) {
    heap.swapAt(a, b)
    heap[a].position = a
    heap[b].position = b
  }
}

/// One timer that has been set; hand it back to `EventLoop.cancel`.
public final class LoopTimer {
  /// When it falls due.
  public let deadline: MonotonicTime
  let action: () -> Void
  /// Its place in the heap; `nil` once it has fired or was cancelled.
  fileprivate(set) var position: Int?
  fileprivate let sequence: UInt64

  fileprivate init(deadline: MonotonicTime, sequence: UInt64, position: Int, action: @escaping () -> Void) {
    self.deadline = deadline
    self.sequence = sequence
    self.position = position
    self.action = action
  }

  fileprivate static func < (left: LoopTimer, right: LoopTimer) -> Bool {
    (left.deadline, left.sequence) < (right.deadline, right.sequence)
  }
}
