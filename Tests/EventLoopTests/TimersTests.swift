// The heap against the simplest thing that can be right: a list that is sorted before each look.
import TestSupport
import Testing

@testable import EventLoop

@Suite struct TimersTests {
  private func time(_ nanoseconds: Int64) -> MonotonicTime { MonotonicTime(nanoseconds: nanoseconds) }

  @Test func fireInTheOrderOfDeadlinesAndTiesInTheOrderTheyWereSet() {
    var timers = Timers()
    var fired: [String] = []
    for (name, deadline) in [("c", 30), ("a", 10), ("b1", 20), ("b2", 20), ("b3", 20)] {
      _ = timers.add(at: time(Int64(deadline))) { fired.append(name) }
    }
    #expect(timers.nextDeadline == time(10))
    while let timer = timers.popDue(at: time(20), setBefore: .max) { timer.action() }
    #expect(fired == ["a", "b1", "b2", "b3"])
    #expect(timers.nextDeadline == time(30))
  }

  @Test func aCancelledTimerNeverFiresAndACancelAfterFiringDoesNothing() {
    var timers = Timers()
    let first = timers.add(at: time(1)) {}
    let second = timers.add(at: time(2)) {}
    timers.cancel(first)
    timers.cancel(first)
    #expect(timers.popDue(at: time(9), setBefore: .max) === second)
    timers.cancel(second)
    #expect(timers.count == 0 && timers.nextDeadline == nil)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>) func agreesWithASortedList(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var timers = Timers()
    var model: [(deadline: Int64, number: Int, timer: LoopTimer)] = []
    var fired: [Int] = []
    var expected: [Int] = []
    for number in 0..<500 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<5:
        let deadline = Int64.random(in: 0..<50, using: &random)
        model.append((deadline, number, timers.add(at: time(deadline)) { fired.append(number) }))
      case 5..<8:
        guard let index = model.indices.randomElement(using: &random) else { continue }
        timers.cancel(model.remove(at: index).timer)
      default:
        let now = Int64.random(in: 0..<50, using: &random)
        if let timer = timers.popDue(at: time(now), setBefore: .max) { timer.action() }
        model.sort { ($0.deadline, $0.number) < ($1.deadline, $1.number) }
        if let first = model.first, first.deadline <= now { expected.append(model.removeFirst().number) }
      }
      #expect(timers.count == model.count)
      #expect(timers.nextDeadline == model.map(\.deadline).min().map(time))
    }
    #expect(fired == expected && !fired.isEmpty)
  }
}

@Suite struct MonotonicTimeTests {
  @Test(
    arguments: [
      (Duration.milliseconds(5), 5_000_000), (.zero, 0), (.nanoseconds(-7), -7), (.seconds(Int64.max / 2), Int64.max),
      (.seconds(-(Int64.max / 2)), Int64.min), (Duration(secondsComponent: 0, attosecondsComponent: 1_999_999_999), 1),
    ] as [(Duration, Int64)])
  func durationsBecomeNanosecondsAndStayInsideTheirBounds(duration: Duration, nanoseconds: Int64) {
    #expect(duration.wholeNanoseconds == nanoseconds)
  }

  @Test func addingStopsAtTheDistantFuture() {
    #expect(MonotonicTime(nanoseconds: .max - 1) + .seconds(1) == .distantFuture)
    #expect(MonotonicTime(nanoseconds: 5) + .nanoseconds(2) == MonotonicTime(nanoseconds: 7))
    #expect(MonotonicTime(nanoseconds: 5) - MonotonicTime(nanoseconds: 2) == .nanoseconds(3))
  }

  @Test func theClockDoesNotGoBack() {
    let times = (0..<1000).map { _ in MonotonicTime.now }
    #expect(times == times.sorted())
    #expect(WallClock.nanosecondsSince1970 > 1_700_000_000_000_000_000)
  }
}
