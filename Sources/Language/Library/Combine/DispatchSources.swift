/// `DispatchSource`'s timers, on the engine's clock. The other sources speak of files, signals and processes, which
/// programs do not reach.
internal import Combine

/// A `DispatchSourceTimer`. Who lets go of it ends it.
final class SourceTimerObject: NativeObject {
  private let scheduler: HostScheduler
  fileprivate var handler: StageClosure?
  fileprivate var cancelHandler: StageClosure?
  private var deadline: Int?
  private var interval = HostTime.Stride.nanoseconds(.max)
  private var token: (any Cancellable)?
  /// It is made suspended.
  private var suspensions = 1
  fileprivate private(set) var isCancelled: Bool
  private let work: BegunWork?

  init(_ scheduler: HostScheduler, type: Type, _ work: BegunWork?) {
    self.scheduler = scheduler
    self.work = work
    isCancelled = work?.isOver ?? false
    super.init(type: type)
  }

  deinit {
    // One that had nothing more to do has ended by itself.
    if token != nil || suspensions > 0 { work?.end() }
    token?.cancel()
  }

  override var text: String { "DispatchSourceTimer" }

  fileprivate func schedule(deadline: Int, every interval: HostTime.Stride) {
    (self.deadline, self.interval) = (deadline, interval)
    if suspensions == 0 { start() }
  }

  fileprivate func activate() {
    if suspensions > 0 { resume() }
  }

  fileprivate func resume() {
    suspensions = max(0, suspensions - 1)
    if suspensions == 0 { start() }
  }

  fileprivate func suspend() {
    suspensions += 1
    token?.cancel()
    token = nil
  }

  fileprivate func cancel() {
    guard !isCancelled else { return }
    isCancelled = true
    work?.end()
    token?.cancel()
    token = nil
    let action = cancelHandler
    (handler, cancelHandler) = (nil, nil)
    if let action { scheduler.schedule { action.run() } }
  }

  private func start() {
    token?.cancel()
    token = nil
    guard !isCancelled, let deadline, deadline < .max else { return }
    // What is due already comes at once; what was missed meanwhile comes once.
    let due = max(HostTime(nanoseconds: deadline), scheduler.now)
    token = scheduler.schedule(after: due, interval: interval, tolerance: .nanoseconds(0), options: nil) {
      [weak self] in self?.fire()
    }
  }

  private func fire() {
    guard let deadline, !isCancelled else { return }
    self.deadline = HostTime(nanoseconds: max(deadline, scheduler.now.nanoseconds)).advanced(by: interval).nanoseconds
    if interval.nanoseconds == .max {
      token?.cancel()
      token = nil
    }
    handler?.run()
  }
}

extension CombineLibrary {
  static func dispatchSources() -> [String: Table] {
    [
      "DispatchSource": { LibraryType("class DispatchSource {}", sources()) },
      "DispatchSource.TimerFlags": { StandardLibrary.options("TimerFlags", [("strict", 1)]) },
      "DispatchSourceTimer": { LibraryType("class DispatchSourceTimer {}", sourceTimer()) },
    ]
  }

  private static func sources() -> [LibraryEntry] {
    [
      contextual(
        """
        static func makeTimerSource(
          flags: DispatchSource.TimerFlags = [], queue: DispatchQueue? = nil) -> DispatchSourceTimer
        """
      ) { call throws(Abort) in
        let target = call[1].isNull ? call.machine.global : try call.scheduler(1).target ?? call.machine.main
        let scheduler = HostScheduler(machine: call.machine, isImmediate: false, target: target)
        return .native(SourceTimerObject(scheduler, type: call.result, call.machine.program.begin(call)))
      }
    ]
  }

  private static func sourceTimer() -> [LibraryEntry] {
    func action(_ name: String, _ act: @escaping @Sendable (SourceTimerObject) -> Void) -> LibraryEntry {
      contextual("func \(name)()") { call throws(Abort) in
        act(try timer(call))
        return .void
      }
    }
    func timer(_ call: NativeCall) throws(Abort) -> SourceTimerObject {
      guard let timer = call[0].object(SourceTimerObject.self) else { throw .trap("this is no timer") }
      return timer
    }
    func schedule(_ call: NativeCall, at deadline: Int, every interval: HostTime.Stride) throws(Abort) -> Value {
      try timer(call).schedule(deadline: deadline, every: interval)
      return .void
    }
    let handler = "qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [], handler: (() -> Void)?"
    return [
      contextual(
        """
        func schedule(
          deadline: DispatchTime, repeating interval: DispatchTimeInterval = .never,
          leeway: DispatchTimeInterval = .nanoseconds(0))
        """
      ) { call throws(Abort) in try schedule(call, at: call[1].instant, every: call[2].interval) },
      contextual(
        "func schedule(deadline: DispatchTime, repeating interval: Double, leeway: DispatchTimeInterval = .nanoseconds(0))"
      ) { call throws(Abort) in try schedule(call, at: call[1].instant, every: .seconds(call[2].number)) },
      contextual(
        """
        func schedule(
          wallDeadline: DispatchWallTime, repeating interval: DispatchTimeInterval = .never,
          leeway: DispatchTimeInterval = .nanoseconds(0))
        """
      ) { call throws(Abort) in
        try schedule(call, at: call.instant(atDate: call[1].instant), every: call[2].interval)
      },
      contextual(
        """
        func schedule(
          wallDeadline: DispatchWallTime, repeating interval: Double, leeway: DispatchTimeInterval = .nanoseconds(0))
        """
      ) { call throws(Abort) in
        try schedule(call, at: call.instant(atDate: call[1].instant), every: .seconds(call[2].number))
      },
      contextual("func setEventHandler(\(handler))") { call throws(Abort) in
        let timer = try timer(call)
        if !timer.isCancelled { timer.handler = call.optionalClosure(3) }
        return .void
      },
      contextual("func setCancelHandler(\(handler))") { call throws(Abort) in
        let timer = try timer(call)
        if !timer.isCancelled { timer.cancelHandler = call.optionalClosure(3) }
        return .void
      },
      action("activate") { $0.activate() }, action("resume") { $0.resume() }, action("suspend") { $0.suspend() },
      action("cancel") { $0.cancel() },
      contextual("var isCancelled: Bool { get }") { call throws(Abort) in .bool(try timer(call).isCancelled) },
    ]
  }
}
