/// The schedulers of programs: all of them run on the engine's clock, one action after the other.
internal import Combine

/// A moment of engine time.
struct HostTime: Strideable {
  let nanoseconds: Int

  func distance(to other: HostTime) -> Stride {
    Stride(nanoseconds: other.nanoseconds) - Stride(nanoseconds: nanoseconds)
  }

  func advanced(by stride: Stride) -> HostTime {
    HostTime(nanoseconds: (Stride(nanoseconds: nanoseconds) + stride).nanoseconds)
  }

  /// A stretch of time. What is too long to be counted is as long as can be, so that a deadline so far away never comes.
  struct Stride: SignedNumeric, Comparable, SchedulerTimeIntervalConvertible {
    var nanoseconds: Int

    init(nanoseconds: Int) { self.nanoseconds = nanoseconds }
    init(integerLiteral value: Int) { self = .seconds(value) }
    init?<T: BinaryInteger>(exactly source: T) {
      guard let value = Int(exactly: source) else { return nil }
      nanoseconds = value
    }

    var magnitude: Int { nanoseconds == .min ? .max : abs(nanoseconds) }

    static func < (left: Stride, right: Stride) -> Bool { left.nanoseconds < right.nanoseconds }
    static func + (left: Stride, right: Stride) -> Stride {
      let (sum, isTooLong) = left.nanoseconds.addingReportingOverflow(right.nanoseconds)
      return Stride(nanoseconds: isTooLong ? (right.nanoseconds < 0 ? .min : .max) : sum)
    }
    static func - (left: Stride, right: Stride) -> Stride {
      let (difference, isTooLong) = left.nanoseconds.subtractingReportingOverflow(right.nanoseconds)
      return Stride(nanoseconds: isTooLong ? (right.nanoseconds < 0 ? .max : .min) : difference)
    }
    static func * (left: Stride, right: Stride) -> Stride {
      Stride(nanoseconds: times(left.nanoseconds, right.nanoseconds))
    }
    static func += (left: inout Stride, right: Stride) { left = left + right }
    static func -= (left: inout Stride, right: Stride) { left = left - right }
    static func *= (left: inout Stride, right: Stride) { left = left * right }

    static func seconds(_ s: Int) -> Stride { Stride(nanoseconds: times(s, 1_000_000_000)) }
    static func seconds(_ s: Double) -> Stride { Stride(nanoseconds: .nanoseconds(seconds: s)) }
    static func milliseconds(_ ms: Int) -> Stride { Stride(nanoseconds: times(ms, 1_000_000)) }
    static func microseconds(_ us: Int) -> Stride { Stride(nanoseconds: times(us, 1000)) }
    static func nanoseconds(_ ns: Int) -> Stride { Stride(nanoseconds: ns) }

    private static func times(_ count: Int, _ unit: Int) -> Int {
      let (product, isTooLong) = count.multipliedReportingOverflow(by: unit)
      return isTooLong ? ((count < 0) == (unit < 0) ? .max : .min) : product
    }
  }
}

extension Int {
  /// Seconds in nanoseconds. What is too long to be counted, and what is no number, is as long as can be.
  static func nanoseconds(seconds: Double) -> Int {
    let nanoseconds = (seconds * 1e9).rounded()
    return Int(exactly: nanoseconds) ?? (nanoseconds < 0 ? .min : .max)
  }
}

/// Runs work at engine time; or at once, for programs that ask for that.
struct HostScheduler: CancellingScheduler {
  typealias SchedulerTimeType = HostTime
  typealias SchedulerOptions = Never

  let machine: Machine
  /// Everything at once, on a clock that stands still.
  let isImmediate: Bool
  /// Where the work runs; the main queue if nothing else is said.
  var target: Executor?
  /// A scheduler that the program declares; all is left to it.
  var own: ProgramScheduler?
  /// The operator that it works for.
  var site: OperatorSite?
  /// What starts work for later, if that can be called off.
  var work: PendingWork?

  var now: HostTime {
    own?.now ?? HostTime(nanoseconds: isImmediate ? 0 : machine.program.host.nowNanoseconds)
  }
  var minimumTolerance: HostTime.Stride { .nanoseconds(0) }

  func schedule(options: Never?, _ action: @escaping () -> Void) {
    if let own { return own.schedule(action) }
    if isImmediate { action() } else { _ = start(at: now.nanoseconds, action) }
  }

  func schedule(
    after date: HostTime, tolerance: HostTime.Stride, options: Never?, _ action: @escaping () -> Void
  ) {
    if let own { return own.schedule(after: date, action) }
    if isImmediate { return action() }
    guard let work else { return _ = start(at: date.nanoseconds, action) }
    work.start { began in
      let timer = start(at: date.nanoseconds) {
        began()
        action()
      }
      return AnyCancellable { timer.cancel() }
    }
  }

  func starting(by work: PendingWork) -> HostScheduler {
    var result = self
    result.work = work
    return result
  }

  func schedule(
    after date: HostTime, interval: HostTime.Stride, tolerance: HostTime.Stride, options: Never?,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    if let own { return own.schedule(after: date, interval: interval, action) }
    if isImmediate {
      action()
      return AnyCancellable {}
    }
    let timer = Repeating(self, next: date, interval: interval, action)
    timer.start()
    return AnyCancellable { timer.cancel() }
  }

  /// An activation of its own: what traps in it ends it, and nothing else.
  /// - Parameter isNext: it is the next of what has begun before, which goes on also where what happens now is undone.
  fileprivate func start(at deadline: Int, isNext: Bool = false, _ action: @escaping () -> Void) -> any HostTimer {
    let machine = machine
    let target = target ?? machine.main
    site?.due = deadline
    let run = { target.begin(machine, action) }
    if isNext { return machine.program.schedule(atNanoseconds: deadline, run) }
    return machine.program.begin(atNanoseconds: deadline, run)
  }

  private final class Repeating {
    private let scheduler: HostScheduler
    private let interval: HostTime.Stride
    private let action: () -> Void
    private var next: HostTime
    private var timer: (any HostTimer)?
    private var isCancelled = false
    private let birth = UndoLog.birth

    init(_ scheduler: HostScheduler, next: HostTime, interval: HostTime.Stride, _ action: @escaping () -> Void) {
      self.scheduler = scheduler
      self.next = next
      // A timer without a pause would never let anything else run, and on a clock that is moved an instant would not end:
      // Foundation's least is a tenth of a millisecond, too.
      self.interval = max(interval, .nanoseconds(100_000))
      self.action = action
    }

    func start(isNext: Bool = false) {
      timer = scheduler.start(at: next.nanoseconds, isNext: isNext) { [weak self] in
        guard let self, !isCancelled else { return }
        // What was missed is not made up for, and the rhythm stays: as Foundation's timers do it.
        let late = max(.nanoseconds(0), next.distance(to: scheduler.now))
        next = next.advanced(by: interval * (.nanoseconds(late.nanoseconds / interval.nanoseconds) + .nanoseconds(1)))
        start(isNext: true)
        action()
      }
    }

    func cancel() {
      UndoLog.current(for: birth)?.note { [isCancelled, timer] in (self.isCancelled, self.timer) = (isCancelled, timer)
      }
      isCancelled = true
      timer?.cancel()
      timer = nil
    }
  }
}

/// A scheduler of a program: a queue, a run loop, the immediate one.
class SchedulerObject: NativeObject {
  let scheduler: HostScheduler
  private let name: String

  init(_ scheduler: HostScheduler, name: String, type: Type) {
    self.scheduler = scheduler
    self.name = name
    super.init(type: type)
  }

  final override var text: String { name }
}

/// A duration of a scheduler, from a literal or in units.
final class StrideObject: NativeObject, OrderedObject, Quantity {
  let stride: HostTime.Stride

  init(_ stride: HostTime.Stride, type: Type) {
    self.stride = stride
    super.init(type: type)
  }

  override func isEqual(to other: NativeObject) -> Bool { (other as? StrideObject)?.stride == stride }
  override func hash(into hasher: inout Hasher) { hasher.combine(stride.nanoseconds) }
  func precedes(_ other: NativeObject) -> Bool { (other as? StrideObject).map { stride < $0.stride } ?? false }

  func combined(_ operation: Arithmetic.Operator, _ other: Value) throws(Abort) -> Value {
    guard case .native(let object as StrideObject) = other.unboxed else {
      throw .trap("a scheduler's stride cannot be calculated with like this")
    }
    switch operation {
    case .add: return .native(StrideObject(stride + object.stride, type: type))
    case .subtract: return .native(StrideObject(stride - object.stride, type: type))
    default: throw .trap("a scheduler's stride cannot be calculated with like this")
    }
  }
}

/// A moment of a scheduler.
final class MomentObject: NativeObject, OrderedObject {
  let time: HostTime

  init(_ time: HostTime, type: Type) {
    self.time = time
    super.init(type: type)
  }

  override func isEqual(to other: NativeObject) -> Bool { (other as? MomentObject)?.time == time }
  override func hash(into hasher: inout Hasher) { hasher.combine(time.nanoseconds) }
  func precedes(_ other: NativeObject) -> Bool { (other as? MomentObject).map { time < $0.time } ?? false }
}

extension Value {
  var stride: HostTime.Stride { object(StrideObject.self)?.stride ?? .nanoseconds(0) }
  var moment: HostTime { object(MomentObject.self)?.time ?? HostTime(nanoseconds: 0) }
}

extension NativeCall {
  func scheduler(_ index: Int) throws(Abort) -> HostScheduler {
    let value = self[index].unboxed
    switch value {
    case .native(let object as SchedulerObject): return object.scheduler
    case .instance, .record:
      return HostScheduler(machine: machine, isImmediate: true, own: try ProgramScheduler(value, machine, at: location))
    default: throw .trap("this is no scheduler")
    }
  }
}
