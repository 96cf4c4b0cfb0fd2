// A run loop as a scheduler.

public import Foundation

extension RunLoop: Scheduler {
  /// A moment on the wall clock.
  public struct SchedulerTimeType: Strideable, Codable, Hashable, Sendable {
    /// The moment.
    public var date: Date

    /// The moment `date`.
    public init(_ date: Date) {
      self.date = date
    }

    /// The time between two moments.
    public func distance(to other: SchedulerTimeType) -> Stride {
      Stride(other.date.timeIntervalSince(date))
    }

    /// The moment `n` later.
    public func advanced(by n: Stride) -> SchedulerTimeType {
      SchedulerTimeType(date.addingTimeInterval(n.timeInterval))
    }

    /// A duration in seconds.
    public struct Stride: SchedulerTimeIntervalConvertible, ExpressibleByFloatLiteral, Comparable, SignedNumeric,
      Codable, Hashable, Sendable
    {
      /// Seconds.
      public var magnitude: TimeInterval

      /// Seconds.
      public var timeInterval: TimeInterval { magnitude }

      /// A duration of `timeInterval` seconds.
      public init(_ timeInterval: TimeInterval) {
        magnitude = timeInterval
      }

      /// A number of seconds.
      public init(floatLiteral value: TimeInterval) {
        self.init(value)
      }

      /// A number of seconds.
      public init(integerLiteral value: TimeInterval) {
        self.init(value)
      }

      /// Seconds, if the number fits.
      public init?<T: BinaryInteger>(exactly source: T) {
        guard let value = TimeInterval(exactly: source) else { return nil }
        self.init(value)
      }

      public static func < (lhs: Stride, rhs: Stride) -> Bool { lhs.magnitude < rhs.magnitude }
      public static func * (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.magnitude * rhs.magnitude) }
      public static func + (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.magnitude + rhs.magnitude) }
      public static func - (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.magnitude - rhs.magnitude) }
      public static func -= (lhs: inout Stride, rhs: Stride) { lhs.magnitude -= rhs.magnitude }
      public static func *= (lhs: inout Stride, rhs: Stride) { lhs.magnitude *= rhs.magnitude }
      public static func += (lhs: inout Stride, rhs: Stride) { lhs.magnitude += rhs.magnitude }

      /// Whole seconds.
      public static func seconds(_ s: Int) -> Stride { Stride(TimeInterval(s)) }
      /// Seconds.
      public static func seconds(_ s: Double) -> Stride { Stride(s) }
      /// Thousandths of a second.
      public static func milliseconds(_ ms: Int) -> Stride { Stride(TimeInterval(ms) / 1_000) }
      /// Millionths of a second.
      public static func microseconds(_ us: Int) -> Stride { Stride(TimeInterval(us) / 1_000_000) }
      /// Thousand-millionths of a second.
      public static func nanoseconds(_ ns: Int) -> Stride { Stride(TimeInterval(ns) / 1_000_000_000) }
    }
  }

  /// Nothing to choose.
  public struct SchedulerOptions {}

  /// The present moment.
  public var now: SchedulerTimeType { SchedulerTimeType(Date()) }

  /// Zero.
  public var minimumTolerance: SchedulerTimeType.Stride { 0 }

  /// Runs `action` at the loop's next turn.
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    nonisolated(unsafe) let action = action
    perform { action() }
  }

  /// Runs `action` when the loop runs at or after `date`.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    add(timer(fire: date, interval: 0, tolerance: tolerance, action), forMode: .default)
  }

  /// Runs `action` when the loop runs at or after `date`, and after each `interval`.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    let timer = timer(fire: date, interval: interval.timeInterval, tolerance: tolerance, action)
    add(timer, forMode: .default)
    return AnyCancellable { timer.invalidate() }
  }

  private func timer(
    fire date: SchedulerTimeType, interval: TimeInterval, tolerance: SchedulerTimeType.Stride,
    _ action: @escaping () -> Void
  ) -> Timer {
    nonisolated(unsafe) let action = action
    let timer = Timer(fire: date.date, interval: interval, repeats: interval > 0) { _ in action() }
    timer.tolerance = tolerance.timeInterval
    return timer
  }
}
