// Engine time is the calendar's, and must neither jump nor go back while timers wait: it follows the loop's monotonic
// clock from where the calendar stood at the start.

internal import EventLoop

/// Translates between the loop's time and the engine's, nanoseconds since 1970.
struct EngineClock {
  private var offset: Int
  /// The calendar's clock; nil where time is moved by hand and the calendar has no say.
  private let wallClock: (() -> Int64)?
  /// A calendar this far ahead of us means that the machine slept or its clock was set: then we follow. Smaller steps are
  /// corrections that monotonic time shares in the long run.
  private static let leap = 2_000_000_000

  init(startingAt start: Int, _ now: MonotonicTime, following wallClock: (() -> Int64)?) {
    offset = start - Int(now.nanoseconds)
    self.wallClock = wallClock
  }

  /// The same clock, standing at `start` now.
  func starting(at start: Int, _ now: MonotonicTime) -> EngineClock {
    EngineClock(startingAt: start, now, following: wallClock)
  }

  /// Engine time at a time of the loop.
  mutating func engineTime(_ now: MonotonicTime) -> Int {
    let time = Int(now.nanoseconds) + offset
    guard let wallClock else { return time }
    let ahead = Int(wallClock()) - time
    // Behind is not followed: timers that wait for a minute must not wait for an hour because a clock was set back.
    guard ahead > Self.leap else { return time }
    offset += ahead
    return time + ahead
  }

  /// The loop's time at an engine time.
  func loopTime(_ engineTime: Int) -> MonotonicTime {
    let (time, overflow) = engineTime.subtractingReportingOverflow(offset)
    return overflow ? .distantFuture : MonotonicTime(nanoseconds: Int64(time))
  }
}
