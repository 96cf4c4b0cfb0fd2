// An operation queue as a scheduler.

import Dispatch
public import Foundation

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

  /// Adds an operation that runs `action` at `date`, or later if the queue is busy or suspended then. Until then it is
  /// one of the queue's operations, and not ready.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    nonisolated(unsafe) let action = action
    let operation = DelayedOperation { action() }
    operation.join(self, after: date.date.timeIntervalSinceNow, tolerance)
  }

  /// Adds an operation that runs `action` at `date`, and another one for `interval` later whenever one has run. Once
  /// cancelled none of them runs, and the one that waits leaves the queue.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    let repetition = Repetition(queue: self, interval: interval.timeInterval, tolerance: tolerance, action)
    repetition.add(after: date.date.timeIntervalSinceNow)
    return AnyCancellable(repetition)
  }

  /// An operation that becomes ready after a while: it depends on another one, which is in no queue and which a timer runs.
  ///
  /// An operation does not keep those that depend on it, and crashes at its end if one of them is gone, as after a
  /// cancellation. So the timer keeps both, and is over as soon as the operation is.
  private struct DelayedOperation {
    private let operation: BlockOperation
    private let timer = DispatchSource.makeTimerSource()

    init(_ block: @escaping @Sendable () -> Void) {
      let block = Protected<(() -> Void)?>(block)
      operation = BlockOperation { block.exchange(nil)?() }
      let gate = BlockOperation {}
      operation.addDependency(gate)
      nonisolated(unsafe) let timer = timer
      timer.setEventHandler { [operation] in
        withExtendedLifetime(operation) { gate.start() }
        timer.cancel()
      }
      operation.completionBlock = {
        _ = block.exchange(nil)
        timer.schedule(deadline: .now())
      }
    }

    func join(_ queue: OperationQueue, after seconds: TimeInterval, _ tolerance: SchedulerTimeType.Stride) {
      queue.addOperation(operation)
      timer.schedule(deadline: .now() + max(0, seconds), leeway: .nanoseconds(Int(tolerance.timeInterval * 1e9)))
      timer.resume()
      // It may have been cancelled meanwhile.
      if operation.isCancelled { timer.schedule(deadline: .now()) }
    }

    /// It becomes ready at once, and so leaves the queue, without running.
    func cancel() {
      operation.cancel()
      timer.schedule(deadline: .now())
    }
  }

  /// An action that is repeated until it is cancelled: one operation at a time.
  private final class Repetition: Cancellable, Sendable {
    private struct State {
      var next: DelayedOperation?
      var isCancelled = false
    }

    private let queue: OperationQueue
    private let interval: TimeInterval
    private let tolerance: SchedulerTimeType.Stride
    /// Runs on the queue, once per operation.
    nonisolated(unsafe) private let action: () -> Void
    private let state = Protected(State())

    init(
      queue: OperationQueue, interval: TimeInterval, tolerance: SchedulerTimeType.Stride, _ action: @escaping () -> Void
    ) {
      self.queue = queue
      self.interval = interval
      self.tolerance = tolerance
      self.action = action
    }

    private var isCancelled: Bool { state.withLock { $0.isCancelled } }

    func add(after seconds: TimeInterval) {
      let operation = DelayedOperation { self.run() }
      // Before it is in the queue, where it may run at once.
      state.withLock { $0.next = operation }
      operation.join(queue, after: seconds, tolerance)
      if isCancelled { operation.cancel() }
    }

    private func run() {
      if isCancelled { return }
      action()
      // From inside, so that whoever waits for the queue does not see it empty in between.
      if !isCancelled { add(after: interval) }
    }

    func cancel() {
      let next = state.withLock { state in
        state.isCancelled = true
        return state.next.take()
      }
      next?.cancel()
    }
  }
}
