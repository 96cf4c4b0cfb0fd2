// The scheduler that does not wait.

/// Runs all work at once, on the caller's thread. Its clock stands still, so `schedule(after:)` runs at once too, and a
/// repeating action runs once.
public struct ImmediateScheduler: Scheduler, Sendable {
  public typealias SchedulerOptions = Never

  /// The only one that is needed.
  public static let shared = ImmediateScheduler()

  /// A moment: all are the same.
  public struct SchedulerTimeType: Strideable, Sendable {
    @inlinable
    init() {}

    /// Always zero.
    @inlinable
    public func distance(to other: SchedulerTimeType) -> Stride { Stride(0) }

    /// The same moment.
    @inlinable
    public func advanced(by n: Stride) -> SchedulerTimeType { self }

    /// A duration that nobody waits for.
    public struct Stride: ExpressibleByFloatLiteral, Comparable, SignedNumeric, Codable,
      SchedulerTimeIntervalConvertible, Sendable
    {
      /// The number it was made from.
      public var magnitude: Int

      /// A duration of `value`.
      @inlinable
      public init(_ value: Int) {
        magnitude = value
      }

      /// A duration of a whole number.
      @inlinable
      public init(integerLiteral value: Int) {
        self.init(value)
      }

      /// A duration of a number, its fraction dropped.
      @inlinable
      public init(floatLiteral value: Double) {
        self.init(Int(value))
      }

      /// A duration, if the number fits.
      @inlinable
      public init?<T: BinaryInteger>(exactly source: T) {
        guard let value = Int(exactly: source) else { return nil }
        self.init(value)
      }

      @inlinable public static func < (lhs: Stride, rhs: Stride) -> Bool { lhs.magnitude < rhs.magnitude }
      @inlinable public static func * (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.magnitude * rhs.magnitude) }
      @inlinable public static func + (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.magnitude + rhs.magnitude) }
      @inlinable public static func - (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.magnitude - rhs.magnitude) }
      @inlinable public static func -= (lhs: inout Stride, rhs: Stride) { lhs.magnitude -= rhs.magnitude }
      @inlinable public static func *= (lhs: inout Stride, rhs: Stride) { lhs.magnitude *= rhs.magnitude }
      @inlinable public static func += (lhs: inout Stride, rhs: Stride) { lhs.magnitude += rhs.magnitude }

      /// Zero: nobody waits.
      @inlinable public static func seconds(_ s: Int) -> Stride { Stride(0) }
      /// Zero: nobody waits.
      @inlinable public static func seconds(_ s: Double) -> Stride { Stride(0) }
      /// Zero: nobody waits.
      @inlinable public static func milliseconds(_ ms: Int) -> Stride { Stride(0) }
      /// Zero: nobody waits.
      @inlinable public static func microseconds(_ us: Int) -> Stride { Stride(0) }
      /// Zero: nobody waits.
      @inlinable public static func nanoseconds(_ ns: Int) -> Stride { Stride(0) }
    }
  }

  @inlinable
  init() {}

  /// The only moment.
  @inlinable
  public var now: SchedulerTimeType { SchedulerTimeType() }

  /// Zero.
  @inlinable
  public var minimumTolerance: SchedulerTimeType.Stride { SchedulerTimeType.Stride(0) }

  /// Runs `action` before returning.
  @inlinable
  public func schedule(options: Never?, _ action: @escaping () -> Void) {
    action()
  }

  /// Runs `action` before returning, whatever the date.
  @inlinable
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?, _ action: @escaping () -> Void
  ) {
    action()
  }

  /// Runs `action` once, before returning.
  @inlinable
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    action()
    return Subscriptions.empty
  }
}
