// Two times go from here to the engine. What waits is counted in the loop's monotonic time, which nobody can set: an hour
// by which the machine's clock is put forward is no hour that anybody has waited. What is shown is the calendar's.

internal import EventLoop

/// Translates between the loop's time and the engine's.
struct EngineClock {
  /// From the loop's time to the engine's, which began as nanoseconds since 1970.
  private let offset: Int
  /// How far the calendar that we show is ahead of the machine's: a client has moved a virtual clock by that much.
  private let lead: Int
  /// The machine's calendar; nil where time is moved by hand and there is no other.
  private let wallClock: (() -> Int64)?

  init(startingAt start: Int, _ now: MonotonicTime, following wallClock: (() -> Int64)?) {
    self.init(offset: start - Int(now.nanoseconds), lead: 0, wallClock)
  }

  private init(offset: Int, lead: Int, _ wallClock: (() -> Int64)?) {
    (self.offset, self.lead, self.wallClock) = (offset, lead, wallClock)
  }

  /// The same clock where it is that far ahead of the machine's from the beginning.
  func beginning(leading lead: Int) -> EngineClock { EngineClock(offset: offset + lead, lead: lead, wallClock) }

  /// How far a calendar is ahead of the machine's.
  func lead(of date: Int) -> Int { wallClock.map { max(0, date - Int($0())) } ?? 0 }

  /// The same clock where its time stands at `start` now, and its calendar at `date`.
  func starting(at start: Int, date: Int, _ now: MonotonicTime) -> EngineClock {
    EngineClock(offset: start - Int(now.nanoseconds), lead: lead(of: date), wallClock)
  }

  /// The engine's time and its calendar's at a time of the loop.
  func reading(_ now: MonotonicTime) -> (instant: Int, date: Int) {
    let instant = Int(now.nanoseconds) + offset
    return (instant, wallClock.map { Int($0()) + lead } ?? instant)
  }

  /// The loop's time at an instant of the engine's.
  func loopTime(_ instant: Int) -> MonotonicTime {
    let (time, overflow) = instant.subtractingReportingOverflow(offset)
    return overflow ? .distantFuture : MonotonicTime(nanoseconds: Int64(time))
  }
}
