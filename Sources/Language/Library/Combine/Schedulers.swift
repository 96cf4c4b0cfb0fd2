/// The schedulers that programs name: dispatch queues, run loops, operation queues, the immediate one.
internal import Combine

extension CombineLibrary {
  static func schedulers() -> [String: Table] {
    var types: [String: Table] = [
      "Scheduler": { LibraryType(schedulerHeader, scheduler()) },
      "SchedulerTimeIntervalConvertible": {
        LibraryType("protocol SchedulerTimeIntervalConvertible {}", intervals("Self"))
      },
      "ImmediateScheduler": {
        LibraryType(
          "struct ImmediateScheduler: Scheduler { typealias SchedulerOptions = Never }",
          [made("static var shared: ImmediateScheduler { get }", "ImmediateScheduler", isImmediate: true)])
      },
    ]
    types.merge(times(of: "ImmediateScheduler")) { first, _ in first }
    return types
  }

  static func loops() -> [String: Table] {
    let types: [String: Table] = [
      "RunLoop": {
        LibraryType(
          "final class RunLoop: Scheduler {}",
          ["main", "current"].map { made("static var \($0): RunLoop { get }", "RunLoop", isImmediate: false) } + [
            // The loop of the engine runs anyway, for ever, and nothing comes after that.
            contextual("func run()") { _ in .void },
            contextual("func run(until limitDate: Date)") { call throws(Abort) in
              let left =
                (call[1].object(DateObject.self)?.content ?? 0) - call.machine.program.host.secondsSinceReference
              if left > 0 { try call.sleep(nanoseconds: .nanoseconds(seconds: left)) }
              return .void
            },
          ])
      },
      "RunLoop.SchedulerOptions": { LibraryType("struct SchedulerOptions {}") },
    ]
    return types.merging(times(of: "RunLoop")) { first, _ in first }.merging(operationQueues()) { first, _ in first }
      .merging(times(of: "OperationQueue")) { first, _ in first }
  }

  static func queueParts() -> [String: Table] {
    let types: [String: Table] = [
      "DispatchQueue.SchedulerOptions": { LibraryType("struct SchedulerOptions {}") },
      "DispatchQueue.Attributes": {
        LibraryType("struct Attributes: OptionSet {}", options(["concurrent", "initiallyInactive"]))
      },
      "DispatchQoS": { LibraryType("struct DispatchQoS: Equatable {}", qualities("DispatchQoS")) },
      "DispatchQoS.QoSClass": {
        LibraryType("enum QoSClass { \(qualityNames.map { "case `\($0)`" }.joined(separator: "; ")) }")
      },
    ]
    return types.merging(times(of: "DispatchQueue")) { first, _ in first }
  }

  private static func times(of name: String) -> [String: Table] {
    [
      name + ".SchedulerTimeType": { LibraryType("struct SchedulerTimeType: Strideable {}", moment(name)) },
      name + ".SchedulerTimeType.Stride": { LibraryType(strideHeader, stride(name)) },
    ]
  }

  private static let schedulerHeader = """
    protocol Scheduler<SchedulerTimeType> {
      associatedtype SchedulerTimeType: Strideable where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible
      associatedtype SchedulerOptions
    }
    """

  private static let strideHeader = """
    struct Stride: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, Comparable, Hashable, SignedNumeric,
      SchedulerTimeIntervalConvertible {}
    """

  private static func made(_ signature: String, _ name: String, isImmediate: Bool) -> LibraryEntry {
    contextual(signature) { call in
      let scheduler = HostScheduler(machine: call.machine, isImmediate: isImmediate)
      return .native(SchedulerObject(scheduler, name: name, type: call.result))
    }
  }

  private static func scheduler() -> [LibraryEntry] {
    [
      contextual("var now: SchedulerTimeType { get }") { call throws(Abort) in
        .native(MomentObject(try call.scheduler(0).now, type: call.result))
      },
      contextual("var minimumTolerance: SchedulerTimeType.Stride { get }") { call in
        .native(StrideObject(.nanoseconds(0), type: call.result))
      },
      contextual("func schedule(_ action: @escaping () -> Void)") { call throws(Abort) in
        let action = call.closure(1)
        try call.scheduler(0).schedule(options: nil) { action.run() }
        return .void
      },
      contextual("func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void)") { call throws(Abort) in
        let action = call.closure(2)
        try call.scheduler(0).schedule(options: nil) { action.run() }
        return .void
      },
      contextual("func schedule(after date: SchedulerTimeType, _ action: @escaping () -> Void)") { call throws(Abort) in
        let action = call.closure(2)
        try call.scheduler(0).schedule(after: call[1].moment, tolerance: .nanoseconds(0), options: nil) { action.run() }
        return .void
      },
      contextual(
        """
        func schedule(
          after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions? = nil,
          _ action: @escaping () -> Void)
        """
      ) { call throws(Abort) in
        let action = call.closure(4)
        try call.scheduler(0).schedule(after: call[1].moment, tolerance: .nanoseconds(0), options: nil) { action.run() }
        return .void
      },
      contextual(
        """
        func schedule(
          after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
          tolerance: SchedulerTimeType.Stride? = nil, options: SchedulerOptions? = nil,
          _ action: @escaping () -> Void) -> any Cancellable
        """
      ) { call throws(Abort) in
        let (action, type) = (call.closure(5), call.machine.library.cancellable)
        let work = call.machine.program.begin(call)
        if work?.isOver ?? false { return .native(CancellableObject(calledOff: type)) }
        let token = try call.scheduler(0).schedule(
          after: call[1].moment, interval: call[2].stride, tolerance: .nanoseconds(0), options: nil
        ) { action.run() }
        return .native(ConnectionObject(EndingWork(work: work, inner: token), type: type))
      },
    ]
  }

  private static func moment(_ name: String) -> [LibraryEntry] {
    [
      contextual("func advanced(by n: \(name).SchedulerTimeType.Stride) -> \(name).SchedulerTimeType") { call in
        .native(MomentObject(call[0].moment.advanced(by: call[1].stride), type: call.result))
      },
      contextual("func distance(to other: \(name).SchedulerTimeType) -> \(name).SchedulerTimeType.Stride") { call in
        .native(StrideObject(call[0].moment.distance(to: call[1].moment), type: call.result))
      },
    ] + clockTime(name)
  }

  /// A moment of a scheduler as what its clock shows: a queue's counts from the machine's start, others have dates.
  private static func clockTime(_ name: String) -> [LibraryEntry] {
    switch name {
    case "DispatchQueue":
      [
        contextual("init(_ time: DispatchTime)") { call in
          .native(MomentObject(HostTime(nanoseconds: call[0].instant), type: call.result))
        },
        contextual("var dispatchTime: DispatchTime { get }") { call in
          .native(InstantObject(call[0].moment.nanoseconds, type: call.result))
        },
      ]
    case "RunLoop", "OperationQueue":
      [
        contextual("init(_ date: Date)") { call in
          let host = call.machine.program.host
          let ahead = (call[0].object(DateObject.self)?.content ?? 0) - host.secondsSinceReference
          let now = HostTime(nanoseconds: host.nowNanoseconds)
          return .native(MomentObject(now.advanced(by: .seconds(ahead)), type: call.result))
        },
        contextual("var date: Date { get }") { call in
          let host = call.machine.program.host
          let ahead = HostTime(nanoseconds: host.nowNanoseconds).distance(to: call[0].moment)
          let seconds = host.secondsSinceReference + Double(ahead.nanoseconds) / 1e9
          return .native(DateObject(seconds, type: call.result))
        },
      ]
    default: []
    }
  }

  private static func nullaryStride(_ signature: String, _ stride: HostTime.Stride) -> LibraryEntry {
    contextual(signature) { call in .native(StrideObject(stride, type: call.result)) }
  }

  /// A stride's units. Literals are seconds, but for the immediate scheduler, where nobody waits.
  private static func stride(_ name: String) -> [LibraryEntry] {
    func make(_ signature: String, _ read: @escaping (Value) -> HostTime.Stride) -> LibraryEntry {
      contextual(signature) { call in .native(StrideObject(read(call[0]), type: call.result)) }
    }
    let type = "\(name).SchedulerTimeType.Stride"
    return [
      nullaryStride("static var zero: \(type) { get }", .nanoseconds(0)),
      make("init(integerLiteral value: Int)") { .seconds($0.integer) },
      make("init(floatLiteral value: Double)") { .seconds($0.number) },
      make("init(_ timeInterval: Double)") { .seconds($0.number) },
    ] + intervals(type) + magnitude(name)
  }

  /// The units of a stride, of one of the library's or, in generic code, of whichever it is.
  private static func intervals(_ type: String) -> [LibraryEntry] {
    func make(_ name: String, _ parameter: String, _ read: @escaping (Value) -> HostTime.Stride) -> LibraryEntry {
      contextual("static func \(name)(_ \(parameter)) -> \(type)") { call throws(Abort) in
        if let own = call.ownStatic(name) { return try call.machine.invoke(own, receiver: .void, [call[0]]) }
        return .native(StrideObject(read(call[0]), type: call.result))
      }
    }
    return [
      make("seconds", "s: Int") { .seconds($0.integer) }, make("seconds", "s: Double") { .seconds($0.number) },
      make("milliseconds", "ms: Int") { .milliseconds($0.integer) },
      make("microseconds", "us: Int") { .microseconds($0.integer) },
      make("nanoseconds", "ns: Int") { .nanoseconds($0.integer) },
    ]
  }

  /// A stride as a number: nanoseconds of a queue, seconds of a run loop, nothing at all of what is immediate.
  private static func magnitude(_ name: String) -> [LibraryEntry] {
    switch name {
    case "RunLoop", "OperationQueue":
      ["magnitude", "timeInterval"].map { member in
        unary("var \(member): TimeInterval { get }") { .double(Double($0.stride.nanoseconds) / 1e9) }
      }
    case "DispatchQueue":
      [
        unary("var magnitude: Int { get }") { .int($0.stride.nanoseconds) },
        contextual("var timeInterval: DispatchTimeInterval { get }") { call throws(Abort) in
          guard let nanoseconds = call.result.nominal?.cases.first(where: { $0.name == "nanoseconds" }) else {
            throw .trap("library: \(call.result) has no nanoseconds")
          }
          return .payload(Payload(nanoseconds, [.int(call[0].stride.nanoseconds)]))
        },
        contextual("init(_ timeInterval: DispatchTimeInterval)") { call in
          .native(StrideObject(call[0].interval, type: call.result))
        },
      ]
    default: [unary("var magnitude: Int { get }") { .int($0.stride.nanoseconds) }]
    }
  }

  // MARK: Dispatch

  private static let qualityNames = [
    "background", "utility", "default", "userInitiated", "userInteractive", "unspecified",
  ]

  private static func qualities(_ type: String) -> [LibraryEntry] {
    qualityNames.map { name in
      contextual("static var `\(name)`: \(type) { get }") { call in .native(NamedObject(name, type: call.result)) }
    }
  }

  private static func options(_ names: [String]) -> [LibraryEntry] {
    names.map { name in
      contextual("static var \(name): DispatchQueue.Attributes { get }") { call in
        .native(NamedObject(name, type: call.result))
      }
    }
  }
}

/// One of a few values that only their name tells apart.
final class NamedObject: NativeObject {
  private let name: String

  init(_ name: String, type: Type) {
    self.name = name
    super.init(type: type)
  }

  override var text: String { name }
  override func isEqual(to other: NativeObject) -> Bool { (other as? NamedObject)?.name == name && other.type == type }
  override func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
