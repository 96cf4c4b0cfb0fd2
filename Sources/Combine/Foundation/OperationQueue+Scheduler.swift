// An operation queue as a scheduler.

import Dispatch
public import Foundation
import Synchronization

extension OperationQueue: Scheduler {
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

  /// Adds an operation that runs `action`.
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    // The queue runs it once, elsewhere: that is what the caller asked for.
    nonisolated(unsafe) let action = action
    addOperation { action() }
  }

  /// Adds an operation that runs `action` at `date`, or later if the queue is busy or suspended then.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    nonisolated(unsafe) let action = action
    DispatchQueue.global().asyncAfter(deadline: .now() + max(0, date.date.timeIntervalSinceNow)) {
      self.addOperation { action() }
    }
  }

  /// Adds an operation that runs `action` at `date` and after each `interval`. While the queue is busy or suspended they
  /// pile up; once cancelled none of them runs.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    nonisolated(unsafe) let action = action
    let repetition = Repetition()
    let timer = DispatchSource.makeTimerSource()
    timer.schedule(
      deadline: .now() + max(0, date.date.timeIntervalSinceNow), repeating: interval.timeInterval,
      leeway: .nanoseconds(Int(tolerance.timeInterval * 1e9)))
    timer.setEventHandler {
      self.addOperation { if !repetition.isCancelled.load(ordering: .acquiring) { action() } }
    }
    timer.resume()
    return AnyCancellable {
      repetition.isCancelled.store(true, ordering: .releasing)
      timer.cancel()
    }
  }

  private final class Repetition: Sendable {
    let isCancelled = Atomic<Bool>(false)
  }
}
