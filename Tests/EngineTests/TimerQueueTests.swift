import TestSupport
import Testing

@testable import Engine

@Suite struct TimerQueueTests {
  /// Runs everything that is due, giving the names in order.
  private func drain(_ queue: inout TimerQueue, at now: Int, into fired: () -> [String]) -> [String] {
    while let due = queue.popDue(at: now) { due.action() }
    return fired()
  }

  @Test func firesByDeadlineAndTiesInOrderOfSetting() {
    var queue = TimerQueue()
    var fired: [String] = []
    for (name, deadline) in [("c", 30), ("a1", 10), ("b", 20), ("a2", 10), ("a3", 10)] {
      _ = queue.insert(deadline: deadline) { fired.append(name) }
    }
    #expect(queue.nextDeadline() == 10)
    #expect(drain(&queue, at: 20) { fired } == ["a1", "a2", "a3", "b"])
    #expect(queue.nextDeadline() == 30)
    #expect(queue.popDue(at: 29) == nil)
  }

  @Test func aCancelledTimerDoesNotFireAndIsForgotten() {
    var queue = TimerQueue()
    var fired: [String] = []
    let first = queue.insert(deadline: 1) { fired.append("first") }
    _ = queue.insert(deadline: 2) { fired.append("second") }
    first.cancel()
    first.cancel()
    #expect(queue.count == 1)
    #expect(queue.nextDeadline() == 2)
    #expect(drain(&queue, at: 5) { fired } == ["second"])
    #expect(queue.nextDeadline() == nil)
  }

  /// A debounce sets a timer for each value and cancels the one before: what is cancelled must not pile up.
  @Test func cancellingManyKeepsTheQueueSmall() {
    var queue = TimerQueue()
    var last: TimerQueue.Timer?
    for deadline in 1...10_000 {
      last?.cancel()
      last = queue.insert(deadline: deadline) {}
    }
    #expect(queue.count == 1)
    #expect(queue.waiting < 200)
  }

  @Test func agreesWithSortingOnRandomDeadlines() {
    var random = SeededRandom()
    var queue = TimerQueue()
    var expected: [(deadline: Int, order: Int)] = []
    var fired: [Int] = []
    for order in 0..<500 {
      let deadline = Int(random.next() % 50)
      expected.append((deadline, order))
      _ = queue.insert(deadline: deadline) { fired.append(order) }
    }
    while let due = queue.popDue(at: 50) { due.action() }
    expected.sort { ($0.deadline, $0.order) < ($1.deadline, $1.order) }
    #expect(fired == expected.map(\.order), "seed \(random.seed)")
  }
}
