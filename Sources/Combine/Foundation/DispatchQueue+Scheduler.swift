// A dispatch queue as a scheduler.

public import Dispatch

extension DispatchQueue: Scheduler {
  /// A moment on the machine's uptime clock.
  public struct SchedulerTimeType: Strideable, Codable, Hashable, Sendable {
    /// The moment as Dispatch sees it.
    public var dispatchTime: DispatchTime

    /// The moment `time`.
    public init(_ time: DispatchTime) {
      dispatchTime = time
    }

    /// Reads the nanoseconds that `encode(to:)` writes.
    public init(from decoder: any Decoder) throws {
      let nanoseconds = try decoder.singleValueContainer().decode(UInt64.self)
      dispatchTime = DispatchTime(uptimeNanoseconds: nanoseconds)
    }

    /// Writes the moment in nanoseconds of uptime.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(dispatchTime.uptimeNanoseconds)
    }

    /// The time between two moments, negative if `other` is the earlier one. One that does not fit is the largest stride,
    /// which stands for never, in either direction.
    public func distance(to other: SchedulerTimeType) -> Stride {
      let (start, end) = (dispatchTime.uptimeNanoseconds, other.dispatchTime.uptimeNanoseconds)
      if end >= start { return Stride(Int(clamping: end - start)) }
      return Stride(Int(exactly: start - end).map { -$0 } ?? .max)
    }

    /// The moment `n` later. Ends at the distant future and at the beginning of time.
    public func advanced(by n: Stride) -> SchedulerTimeType {
      if dispatchTime == .distantFuture { return self }
      if n.magnitude == .max { return SchedulerTimeType(.distantFuture) }
      let start = dispatchTime.uptimeNanoseconds
      if n.magnitude >= 0 {
        let (sum, overflow) = start.addingReportingOverflow(UInt64(n.magnitude))
        return SchedulerTimeType(overflow ? .distantFuture : DispatchTime(uptimeNanoseconds: sum))
      }
      let back = n.magnitude.magnitude
      return SchedulerTimeType(DispatchTime(uptimeNanoseconds: start > UInt64(back) ? start - UInt64(back) : 1))
    }

    /// Hashes the nanoseconds.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(dispatchTime.rawValue)
    }

    /// A duration in nanoseconds.
    public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
      Hashable, Codable, Sendable
    {
      /// Nanoseconds.
      public var magnitude: Int

      /// The duration as Dispatch sees it.
      public var timeInterval: DispatchTimeInterval { .nanoseconds(magnitude) }

      /// A duration; never becomes the largest stride.
      public init(_ timeInterval: DispatchTimeInterval) {
        switch timeInterval {
        case .seconds(let s): magnitude = Stride.clamped(s, 1_000_000_000)
        case .milliseconds(let ms): magnitude = Stride.clamped(ms, 1_000_000)
        case .microseconds(let us): magnitude = Stride.clamped(us, 1_000)
        case .nanoseconds(let ns): magnitude = ns
        case .never: magnitude = .max
        @unknown default: magnitude = .max
        }
      }

      init(_ nanoseconds: Int) {
        magnitude = nanoseconds
      }

      /// A number of seconds.
      public init(floatLiteral value: Double) {
        self = .seconds(value)
      }

      /// A number of seconds.
      public init(integerLiteral value: Int) {
        self = .seconds(value)
      }

      /// Nanoseconds, if the number fits.
      public init?<T: BinaryInteger>(exactly source: T) {
        guard let value = Int(exactly: source) else { return nil }
        magnitude = value
      }

      static func clamped(_ value: Int, _ factor: Int) -> Int {
        let (product, overflow) = value.multipliedReportingOverflow(by: factor)
        if overflow { return value < 0 ? .min : .max }
        return product
      }

      public static func < (lhs: Stride, rhs: Stride) -> Bool { lhs.magnitude < rhs.magnitude }
      public static func * (lhs: Stride, rhs: Stride) -> Stride { Stride(clamped(lhs.magnitude, rhs.magnitude)) }

      public static func + (lhs: Stride, rhs: Stride) -> Stride {
        let (sum, overflow) = lhs.magnitude.addingReportingOverflow(rhs.magnitude)
        return Stride(overflow ? (lhs.magnitude < 0 ? .min : .max) : sum)
      }

      public static func - (lhs: Stride, rhs: Stride) -> Stride {
        let (difference, overflow) = lhs.magnitude.subtractingReportingOverflow(rhs.magnitude)
        return Stride(overflow ? (lhs.magnitude < 0 ? .min : .max) : difference)
      }

      public static func -= (lhs: inout Stride, rhs: Stride) { lhs = lhs - rhs }
      public static func *= (lhs: inout Stride, rhs: Stride) { lhs = lhs * rhs }
      public static func += (lhs: inout Stride, rhs: Stride) { lhs = lhs + rhs }

      /// Seconds. Traps if not finite.
      public static func seconds(_ s: Double) -> Stride {
        let nanoseconds = s * 1_000_000_000
        precondition(s.isFinite, "A stride of \(s) seconds cannot be scheduled; use a finite number")
        if nanoseconds >= Double(Int.max) { return Stride(.max) }
        if nanoseconds <= Double(Int.min) { return Stride(.min) }
        return Stride(Int(nanoseconds.rounded(.toNearestOrAwayFromZero)))
      }

      /// Whole seconds.
      public static func seconds(_ s: Int) -> Stride { Stride(clamped(s, 1_000_000_000)) }
      /// Thousandths of a second.
      public static func milliseconds(_ ms: Int) -> Stride { Stride(clamped(ms, 1_000_000)) }
      /// Millionths of a second.
      public static func microseconds(_ us: Int) -> Stride { Stride(clamped(us, 1_000)) }
      /// Thousand-millionths of a second.
      public static func nanoseconds(_ ns: Int) -> Stride { Stride(ns) }
    }
  }

  /// With what work is scheduled on a queue.
  public struct SchedulerOptions {
    /// The quality of service.
    public var qos: DispatchQoS

    /// Flags of the work item.
    public var flags: DispatchWorkItemFlags

    /// The group that the work belongs to.
    public var group: DispatchGroup?

    /// Options; by default those of `async(execute:)`.
    public init(qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [], group: DispatchGroup? = nil) {
      self.qos = qos
      self.flags = flags
      self.group = group
    }
  }

  /// The present moment.
  public var now: SchedulerTimeType { SchedulerTimeType(.now()) }

  /// Zero.
  public var minimumTolerance: SchedulerTimeType.Stride { SchedulerTimeType.Stride(0) }

  /// Runs `action` on the queue.
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    // The queue runs it once, elsewhere: that is what the caller asked for.
    nonisolated(unsafe) let action = action
    let options = options ?? SchedulerOptions()
    async(group: options.group, qos: options.qos, flags: options.flags) { action() }
  }

  /// Runs `action` on the queue at `date`. Dispatch has no tolerance for this.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    nonisolated(unsafe) let action = action
    let options = options ?? SchedulerOptions()
    if let group = options.group {
      group.enter()
      asyncAfter(deadline: date.dispatchTime, qos: options.qos, flags: options.flags) {
        action()
        group.leave()
      }
    } else {
      asyncAfter(deadline: date.dispatchTime, qos: options.qos, flags: options.flags) { action() }
    }
  }

  /// Runs `action` on the queue at `date` and after each `interval`, with `tolerance` as the timer's leeway.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    nonisolated(unsafe) let action = action
    let options = options ?? SchedulerOptions()
    let timer = DispatchSource.makeTimerSource(queue: self)
    timer.schedule(
      deadline: date.dispatchTime, repeating: interval.timeInterval, leeway: tolerance.timeInterval)
    timer.setEventHandler(qos: options.qos, flags: options.flags) { action() }
    timer.resume()
    return AnyCancellable { timer.cancel() }
  }
}
