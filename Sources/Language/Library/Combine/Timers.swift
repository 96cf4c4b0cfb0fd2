/// `Timer`: as a publisher and by itself, on the engine's clock.
internal import Combine

extension CombineLibrary {
  static func timers() -> [String: Table] {
    [
      "Timer": { LibraryType("final class Timer {}", timer()) },
      "Timer.TimerPublisher": {
        LibraryType(
          "final class TimerPublisher: ConnectablePublisher { typealias Output = Date; typealias Failure = Never }",
          [
            unary("var interval: TimeInterval { get }") { .double($0.object(TickingObject.self)?.interval ?? 0) }
          ])
      },
      "RunLoop.Mode": {
        LibraryType(
          "struct Mode: Hashable, Sendable {}",
          ["common", "default"].map { name in
            contextual("static var `\(name)`: RunLoop.Mode { get }") { .native(NamedObject(name, type: $0.result)) }
          })
      },
    ]
  }

  private static func timer() -> [LibraryEntry] {
    [
      contextual(
        "static func publish(every interval: TimeInterval, tolerance: TimeInterval? = nil, on runLoop: RunLoop, "
          + "in mode: RunLoop.Mode, options: RunLoop.SchedulerOptions? = nil) -> Timer.TimerPublisher"
      ) { call in
        .native(TickingObject(every: call[0].number, call))
      },
      contextual(
        "@discardableResult static func scheduledTimer(withTimeInterval interval: TimeInterval, repeats: Bool, "
          + "block: @escaping (Timer) -> Void) -> Timer"
      ) { call in
        let work = call.machine.program.begin(call)
        if work?.isOver ?? false { return .native(TimerObject(calledOff: call.result)) }
        let timer = TimerObject(block: call.closure(2), type: call.result, work)
        timer.start(every: call[0].number, repeats: call[1].flag, call.machine)
        return .native(timer)
      },
      unary("func invalidate()") { value in
        value.object(TimerObject.self)?.callOff()
        return .void
      },
      unary("func fire()") { value in
        value.object(TimerObject.self)?.fire()
        return .void
      },
      unary("var isValid: Bool { get }") { .bool($0.object(TimerObject.self)?.isValid ?? false) },
    ]
  }
}

/// `Timer.publish`.
private final class TickingObject: ConnectableObject {
  let interval: Double

  init(every interval: Double, _ call: NativeCall) {
    self.interval = interval
    super.init(TickPublisher(interval, call), type: call.result, source: nil)
  }

  override var mayFault: Bool { false }
}

/// The time, again and again, once it is connected. A tick that nobody asked for is lost; cancelling the connection lets
/// all subscribers go.
private final class TickPublisher: ConnectablePublisher {
  typealias Output = Value
  typealias Failure = any Error

  private let interval: HostTime.Stride
  private let call: NativeCall
  private let ticks = Broadcast("Timer")

  init(_ interval: Double, _ call: NativeCall) {
    self.interval = .ofTimer(interval)
    self.call = call.bare
  }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == any Error {
    ticks.receive(subscriber: subscriber)
  }

  func connect() -> any Cancellable {
    let scheduler = HostScheduler(machine: call.machine, isImmediate: false)
    let (machine, ticks, stride) = (call.machine, ticks, interval)
    let type = machine.library.combineType("Date")
    let timer = scheduler.schedule(
      after: scheduler.now.advanced(by: stride), interval: stride, tolerance: .nanoseconds(0), options: nil
    ) {
      ticks.send(.native(DateObject(machine.program.host.secondsSinceReference, type: type)))
    }
    let connection = TimerConnection(timer: timer, ticks: ticks, loop: machine.state())
    connection.loop?.connections[ObjectIdentifier(connection)] = connection
    UndoLog.current?.note { [weak connection] in connection?.cancel() }
    return connection
  }
}

/// A running timer of a publisher. The run loop holds it: letting go of it does not stop it, only cancelling does.
private final class TimerConnection: Cancellable {
  private let timer: any Cancellable
  private let ticks: Broadcast
  fileprivate weak var loop: RunLoopTimers?

  init(timer: any Cancellable, ticks: Broadcast, loop: RunLoopTimers) {
    (self.timer, self.ticks, self.loop) = (timer, ticks, loop)
  }

  func cancel() {
    timer.cancel()
    ticks.drop()
    UndoLog.current?.note { [weak loop] in loop?.connections[ObjectIdentifier(self)] = self }
    loop?.connections[ObjectIdentifier(self)] = nil
  }
}

extension Host {
  /// The calendar's time as a `Date` counts it.
  var secondsSinceReference: Double { Double(dateNanoseconds) / 1e9 - Double(DateText.referenceSeconds) }
}

extension HostTime.Stride {
  /// The interval of a `Timer`: Foundation has none shorter than this.
  fileprivate static func ofTimer(_ seconds: Double) -> HostTime.Stride {
    seconds > 0.0001 ? .seconds(seconds) : .microseconds(100)
  }
}

/// A `Timer` that runs by itself.
final class TimerObject: NativeObject {
  /// Nil for one that was called off before a restart.
  private let block: StageClosure?
  private var token: (any Cancellable)?
  private weak var timers: RunLoopTimers?
  private var repeats = false
  private let work: BegunWork?
  private(set) var isValid = true

  init(block: StageClosure, type: Type, _ work: BegunWork?) {
    self.block = block
    self.work = work
    super.init(type: type)
  }

  init(calledOff type: Type) {
    (block, work) = (nil, nil)
    isValid = false
    super.init(type: type)
  }

  func start(every interval: Double, repeats: Bool, _ machine: Machine) {
    self.repeats = repeats
    let scheduler = HostScheduler(machine: machine, isImmediate: false)
    let stride = HostTime.Stride.ofTimer(interval)
    token = scheduler.schedule(
      after: scheduler.now.advanced(by: stride), interval: stride, tolerance: .nanoseconds(0), options: nil
    ) { [weak self] in self?.fire() }
    timers = machine.state()
    timers?.valid[ObjectIdentifier(self)] = self
    UndoLog.current?.note { [weak self] in self?.invalidate() }
  }

  func fire() {
    guard isValid else { return }
    if !repeats { UndoLog.withoutNotes { invalidate() } }
    block?.run(.native(self))
  }

  /// The program does not want it any more.
  func callOff() {
    guard isValid else { return }
    invalidate()
    work?.end()
  }

  private func invalidate() {
    UndoLog.current?.note { [token, isValid, weak timers] in
      (self.isValid, self.token, self.timers) = (isValid, token, timers)
      if isValid { timers?.valid[ObjectIdentifier(self)] = self }
    }
    isValid = false
    token?.cancel()
    token = nil
    timers?.valid[ObjectIdentifier(self)] = nil
    timers = nil
  }
}

/// What a run loop holds: its timers, until they are invalid or the program ends.
private final class RunLoopTimers: LibraryState {
  var valid: [ObjectIdentifier: TimerObject] = [:]
  var connections: [ObjectIdentifier: TimerConnection] = [:]
}

/// Sends values to all its subscribers, in the order in which they came; what one has not asked for it does not get.
final class Broadcast: Publisher {
  typealias Output = Value
  typealias Failure = any Error

  private let name: String
  fileprivate var lines: [BroadcastLine] = []
  /// Called when the last subscriber has cancelled.
  var onEmpty: (() -> Void)?

  init(_ name: String) { self.name = name }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == any Error {
    note()
    let line = BroadcastLine(self, name, AnySubscriber(subscriber))
    lines.append(line)
    subscriber.receive(subscription: line)
  }

  func send(_ value: Value) {
    for line in lines { line.send(value) }
  }

  /// Lets go of everybody, without a word.
  func drop() {
    note()
    lines = []
  }

  private func note() { UndoLog.current?.note { [lines] in self.lines = lines } }

  fileprivate func remove(_ line: BroadcastLine) {
    note()
    let count = lines.count
    lines.removeAll { $0 === line }
    if count > 0, lines.isEmpty { onEmpty?() }
  }
}

private final class BroadcastLine: Subscription, CustomStringConvertible {
  private weak var broadcast: Broadcast?
  private var downstream: AnySubscriber<Value, any Error>?
  private var demand = Subscribers.Demand.none
  private let birth = UndoLog.birth
  let description: String

  init(_ broadcast: Broadcast, _ name: String, _ downstream: AnySubscriber<Value, any Error>) {
    self.broadcast = broadcast
    self.downstream = downstream
    description = name
  }

  func send(_ value: Value) {
    guard demand > .none, let downstream else { return }
    if demand != .unlimited { note() }
    demand -= 1
    demand += downstream.receive(value)
  }

  func request(_ demand: Subscribers.Demand) {
    note()
    self.demand += demand
  }

  private func note() {
    UndoLog.current(for: birth)?.note { [demand, downstream] in (self.demand, self.downstream) = (demand, downstream) }
  }

  func cancel() {
    note()
    downstream = nil
    broadcast?.remove(self)
  }
}
