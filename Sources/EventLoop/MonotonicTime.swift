// Time as the loop counts it: nanoseconds of a clock that never goes back and has no date. Plain integer arithmetic,
// because it is read once a turn and compared in a heap; `Duration` is 128 bits wide and stays at the edges.
internal import CLinux

/// A point of the loop's clock. Only differences mean something.
public struct MonotonicTime: Comparable, Hashable, Sendable {
  /// Nanoseconds since the clock's unspecified start.
  public var nanoseconds: Int64

  /// A point by its count.
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// The kernel's CLOCK_MONOTONIC now.
  public static var now: MonotonicTime { MonotonicTime(nanoseconds: clinux_monotonic_ns()) }

  /// Beyond every deadline.
  public static let distantFuture = MonotonicTime(nanoseconds: .max)

  /// Before every deadline: as a limit of waiting, do not wait.
  public static let distantPast = MonotonicTime(nanoseconds: .min)

  public static func < (left: MonotonicTime, right: MonotonicTime) -> Bool { left.nanoseconds < right.nanoseconds }

  /// The point `duration` later; stops at `distantFuture` instead of overflowing.
  public static func + (time: MonotonicTime, duration: Duration) -> MonotonicTime {
    let (sum, overflow) = time.nanoseconds.addingReportingOverflow(duration.wholeNanoseconds)
    return MonotonicTime(nanoseconds: overflow ? .max : sum)
  }

  /// The time from `right` to `left`.
  public static func - (left: MonotonicTime, right: MonotonicTime) -> Duration {
    .nanoseconds(left.nanoseconds - right.nanoseconds)
  }
}

extension Duration {
  /// The duration in nanoseconds, cut towards zero and held inside 64 bits (292 years).
  public var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if overflow { return seconds < 0 ? .min : .max }
    let (sum, sumOverflow) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
    return sumOverflow ? (seconds < 0 ? .min : .max) : sum
  }
}

/// The time that this process has had processors, all of its threads together.
public enum ProcessorTime {
  /// Nanoseconds.
  public static var used: Int64 { clinux_processor_ns() }
}

/// The calendar's clock, for stamping what is kept or shown; never for waiting, since it can be set back.
public enum WallClock {
  /// Nanoseconds since 1970-01-01T00:00:00Z.
  public static var nanosecondsSince1970: Int64 { clinux_realtime_ns() }
}
