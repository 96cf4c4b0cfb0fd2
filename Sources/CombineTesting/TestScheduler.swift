// A clock that is moved by hand.

public import Combine

/// A scheduler on virtual time: nothing happens until time is moved, and then everything that is due happens, in the
/// order of its time, and in the order of scheduling for the same time. Not thread-safe.
public final class TestScheduler: Scheduler {
  public typealias SchedulerOptions = Never

  /// A moment, counted from the scheduler's beginning.
  public struct SchedulerTimeType: Strideable, Hashable, Sendable, CustomStringConvertible {
    /// Nanoseconds since the beginning.
    public var nanoseconds: Int

    public init(nanoseconds: Int) {
      self.nanoseconds = nanoseconds
    }

    public func distance(to other: SchedulerTimeType) -> Stride {
      Stride(nanoseconds: other.nanoseconds - nanoseconds)
    }

    public func advanced(by n: Stride) -> SchedulerTimeType {
      SchedulerTimeType(nanoseconds: nanoseconds + n.nanoseconds)
    }

    public var description: String { "\(Double(nanoseconds) / 1e9) s" }
  }

  /// A duration. A literal is a number of seconds, and a second is one column of a marble diagram.
  public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
    Hashable, Sendable
  {
    public var nanoseconds: Int

    public init(nanoseconds: Int) {
      self.nanoseconds = nanoseconds
    }

    public init(integerLiteral value: Int) {
      self = .seconds(value)
    }

    public init(floatLiteral value: Double) {
      self = .seconds(value)
    }

    public init?<T: BinaryInteger>(exactly source: T) {
      guard let value = Int(exactly: source) else { return nil }
      self.init(nanoseconds: value)
    }

    public var magnitude: Int { nanoseconds }

    public static func < (lhs: Stride, rhs: Stride) -> Bool { lhs.nanoseconds < rhs.nanoseconds }
    public static func + (lhs: Stride, rhs: Stride) -> Stride { Stride(nanoseconds: lhs.nanoseconds + rhs.nanoseconds) }
    public static func - (lhs: Stride, rhs: Stride) -> Stride { Stride(nanoseconds: lhs.nanoseconds - rhs.nanoseconds) }
    public static func * (lhs: Stride, rhs: Stride) -> Stride { Stride(nanoseconds: lhs.nanoseconds * rhs.nanoseconds) }
    public static func *= (lhs: inout Stride, rhs: Stride) { lhs = lhs * rhs }

    public static func seconds(_ s: Int) -> Stride { Stride(nanoseconds: s * 1_000_000_000) }
    public static func seconds(_ s: Double) -> Stride { Stride(nanoseconds: Int((s * 1e9).rounded())) }
    public static func milliseconds(_ ms: Int) -> Stride { Stride(nanoseconds: ms * 1_000_000) }
    public static func microseconds(_ us: Int) -> Stride { Stride(nanoseconds: us * 1_000) }
    public static func nanoseconds(_ ns: Int) -> Stride { Stride(nanoseconds: ns) }
  }

  private struct Work {
    let time: Int
    let order: Int
    /// The interval of a repeating action and its handle.
    let repeating: (interval: Int, handle: Handle)?
    let action: () -> Void

    func isBefore(_ other: Work) -> Bool {
      (time, order) < (other.time, other.order)
    }
  }

  private final class Handle {
    var isCancelled = false
  }

  public private(set) var now = SchedulerTimeType(nanoseconds: 0)
  public let minimumTolerance = Stride(nanoseconds: 0)

  /// A binary heap, the earliest first.
  private var heap: [Work] = []
  private var scheduled = 0

  public init() {}

  /// How many actions wait. Cancelled repeating ones count until their time comes.
  public var pendingCount: Int { heap.count }

  // MARK: Scheduling

  public func schedule(options: Never?, _ action: @escaping () -> Void) {
    push(at: now.nanoseconds, repeating: nil, action)
  }

  public func schedule(
    after date: SchedulerTimeType, tolerance: Stride, options: Never?, _ action: @escaping () -> Void
  ) {
    push(at: max(date.nanoseconds, now.nanoseconds), repeating: nil, action)
  }

  public func schedule(
    after date: SchedulerTimeType, interval: Stride, tolerance: Stride, options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    let handle = Handle()
    push(at: max(date.nanoseconds, now.nanoseconds), repeating: (max(interval.nanoseconds, 1), handle), action)
    return AnyCancellable { handle.isCancelled = true }
  }

  // MARK: Moving time

  /// Runs what is due now, then moves on by `stride`, running what comes due on the way.
  public func advance(by stride: Stride = 0) {
    advance(to: now.advanced(by: stride))
  }

  /// Moves to `time`, running what comes due on the way.
  public func advance(to time: SchedulerTimeType) {
    while let next = heap.first, next.time <= time.nanoseconds { runNext() }
    now = max(now, time)
  }

  /// Runs until nothing waits, at most `limit` actions, since a repeating one never ends by itself.
  public func run(limit: Int = 10_000) {
    var left = limit
    while !heap.isEmpty {
      precondition(left > 0, "TestScheduler.run: something repeats for ever; use advance(by:) instead")
      left -= 1
      runNext()
    }
  }

  private func runNext() {
    let work = pop()
    if work.repeating?.handle.isCancelled == true { return }
    now = SchedulerTimeType(nanoseconds: work.time)
    if let repeating = work.repeating {
      push(at: work.time + repeating.interval, repeating: repeating, work.action)
    }
    work.action()
  }

  // MARK: Heap

  private func push(at time: Int, repeating: (interval: Int, handle: Handle)?, _ action: @escaping () -> Void) {
    scheduled += 1
    heap.append(Work(time: time, order: scheduled, repeating: repeating, action: action))
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].isBefore(heap[parent]) else { break }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  private func pop() -> Work {
    heap.swapAt(0, heap.count - 1)
    let work = heap.removeLast()
    var parent = 0
    while true {
      var smallest = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child].isBefore(heap[smallest]) {
        smallest = child
      }
      if smallest == parent { return work }
      heap.swapAt(parent, smallest)
      parent = smallest
    }
  }
}
