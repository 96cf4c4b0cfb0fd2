/// `Task`, its priorities, and the main actor.
final class TaskObject: NativeObject {
  let state: TaskState

  init(_ state: TaskState, type: Type) {
    self.state = state
    super.init(type: type)
  }

  /// One that was cancelled before a restart. It has ended; those who wait for it hear that it was cancelled.
  init(calledOff type: Type, _ machine: Machine) {
    let outcome: TaskState.Outcome
    if type.genericArguments.last?.nominal?.name != "Never" {
      outcome = .failed(.thrown(machine.cancellationError, at: Location(file: "", line: 1, column: 1)))
    } else if type.genericArguments.first?.isVoid == true {
      outcome = .value(.void)
    } else {
      outcome = .failed(.trap("the task was cancelled before a restart, and has no value"))
    }
    state = TaskState(machine, calledOff: outcome)
    super.init(type: type)
  }

  override func isEqual(to other: NativeObject) -> Bool { (other as? TaskObject)?.state === state }
  override func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(state)) }
}

extension ConcurrencyLibrary {
  static func tasks() -> [String: Table] {
    [
      "Task": {
        LibraryType(
          "struct Task<Success: _ElseNever, Failure: Error & _ElseNever>: Hashable, Sendable {}",
          making() + handle() + present(), .implicitSelf)
      },
      "UnsafeCurrentTask": {
        LibraryType(
          "struct UnsafeCurrentTask {}",
          [unary("var isCancelled: Bool { get }") { .bool($0.object(TaskObject.self)?.state.isCancelled ?? false) }])
      },
      "Actor": { LibraryType("protocol Actor: AnyObject, Sendable {}") },
      "TaskPriority": { LibraryType("struct TaskPriority: Equatable, Hashable, Sendable {}", priorities()) },
      "CancellationError": {
        LibraryType(
          "struct CancellationError: Error {}",
          [contextual("init()") { .native(CancellationErrorObject(type: $0.result)) }])
      },
      "MainActor": {
        LibraryType(
          "final class MainActor {}",
          [
            contextual(
              "static func run<T>(resultType: T.Type = T.self, body: @MainActor () throws -> T) async rethrows -> T"
            ) {
              call throws(Abort) in
              try call.onMain { () throws(Abort) in try call[call.arguments.count - 1].closure.call() }
            },
            contextual("static func assumeIsolated<T>(_ operation: @MainActor () throws -> T) rethrows -> T") {
              call throws(Abort) in
              guard call.machine.executor.isMain else {
                throw call.fault("Incorrect actor executor assumption; Expected 'MainActor' executor.")
              }
              return try call[call.arguments.count - 1].closure.call()
            },
            contextual("static func assertIsolated(_ message: @autoclosure () -> String = \"\")") { _ in .void },
            contextual("static func preconditionIsolated(_ message: @autoclosure () -> String = \"\")") { _ in .void },
          ])
      },
    ]
  }

  // MARK: Making

  private static func making() -> [LibraryEntry] {
    func start(_ call: NativeCall, isDetached: Bool) -> Value {
      let machine = call.machine
      let work = machine.program.begin(call)
      if work?.isOver ?? false { return .native(TaskObject(calledOff: call.result, machine)) }
      let state = TaskState(machine, priority: call.priority, isDetached: isDetached)
      state.work = work
      let operation = call[call.arguments.count - 1].closure
      let place = machine.place(of: operation, isDetached: isDetached)
      state.start(on: place, from: call.location) { () throws(Abort) in try operation.call([]) }
      return .native(TaskObject(state, type: call.result))
    }
    let label = "priority: TaskPriority? = nil, "
    return [("", ""), ("name: String? = nil, ", "")].flatMap { name, _ -> [LibraryEntry] in
      [
        contextual(
          "@discardableResult init(\(name)\(label)operation: @escaping () async -> Success) where Failure == Never"
        ) { start($0, isDetached: false) },
        contextual(
          "@discardableResult init(\(name)\(label)operation: @escaping () async throws -> Success) "
            + "where Failure == any Error"
        ) { start($0, isDetached: false) },
        contextual(
          "@discardableResult static func detached(\(name)\(label)operation: @escaping @Sendable () async -> Success) "
            + "-> Task<Success, Failure> where Failure == Never"
        ) { start($0, isDetached: true) },
        contextual(
          "@discardableResult static func detached(\(name)\(label)"
            + "operation: @escaping @Sendable () async throws -> Success) "
            + "-> Task<Success, Failure> where Failure == any Error"
        ) { start($0, isDetached: true) },
      ]
    }.prefix(4).map { $0 }
  }

  // MARK: A task in hand

  private static func handle() -> [LibraryEntry] {
    [
      contextual("var value: Success { get async throws }") { call throws(Abort) in try call.taskState.value() },
      contextual("var result: Result<Success, Failure> { get async }") { call throws(Abort) in
        switch try call.taskState.wait() {
        case .value(let value): return try call.outcome("success", value)
        case .failed(.thrown(let thrown, _)): return try call.outcome("failure", thrown.value)
        case .failed(let abort): throw abort
        }
      },
      contextual("func cancel()") { call in
        call.taskState.cancel()
        return .void
      },
      contextual("var isCancelled: Bool { get }") { .bool($0.taskState.isCancelled) },
    ]
  }

  // MARK: The present task

  private static func present() -> [LibraryEntry] {
    let nobody = " where Success == Never, Failure == Never"
    func cancelled(_ call: NativeCall) -> Value { .bool(call.task?.isCancelled ?? false) }
    return [
      contextual("static var isCancelled: Bool { get }", cancelled),
      contextual("static var currentPriority: TaskPriority { get }") { call in
        .native(PriorityObject(call.task?.priority ?? TaskState.userInitiated, type: call.result))
      },
      contextual("static func checkCancellation() throws" + nobody) { call throws(Abort) in
        try call.checkCancellation()
        return .void
      },
      contextual("static func yield() async" + nobody) { call throws(Abort) in
        try call.machine.yield()
        return .void
      },
      contextual("static func sleep(nanoseconds duration: UInt64) async throws" + nobody) { call throws(Abort) in
        try call.sleepCancellably(nanoseconds: call[call.arguments.count - 1].clampedInteger)
        return .void
      },
      contextual("static func sleep(_ duration: UInt64) async" + nobody) { call throws(Abort) in
        try call.sleep(nanoseconds: call[call.arguments.count - 1].clampedInteger)
        return .void
      },
      contextual("static func sleep(for duration: Duration, tolerance: Duration? = nil) async throws" + nobody) {
        call throws(Abort) in
        try call.sleepCancellably(nanoseconds: call[0].duration.nanosecondsClamped)
        return .void
      },
      contextual(
        "static func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration? = nil, "
          + "clock: ContinuousClock = ContinuousClock()) async throws" + nobody
      ) { call throws(Abort) in
        try call.sleepCancellably(untilNanoseconds: call[0].instant)
        return .void
      },
    ]
  }

  // MARK: Priorities

  private static func priorities() -> [LibraryEntry] {
    let known: [(String, Int)] = [
      ("high", 25), ("userInitiated", 25), ("medium", 21), ("low", 17), ("utility", 17), ("background", 9),
    ]
    return known.map { name, value in
      contextual("static var \(name): TaskPriority { get }") { call in
        .native(PriorityObject(value, type: call.result))
      }
    } + [
      contextual("init(rawValue: UInt8)") { call in .native(PriorityObject(call[0].integer, type: call.result)) },
      unary("var rawValue: UInt8 { get }") { .int($0.object(PriorityObject.self)?.content ?? 0) },
    ]
  }
}

/// A `TaskPriority`. It is shown, and changes nothing: everything here takes its turn.
final class PriorityObject: ValueObject<Int> {
  override var text: String { "TaskPriority(rawValue: \(content))" }
}

extension NativeCall {
  var taskState: TaskState { self[0].object(TaskObject.self)?.state ?? TaskState(machine) }

  /// The argument of that kind, if one is given.
  func first<Object: NativeObject>(_ kind: Object.Type) -> Object? {
    for argument in arguments {
      if case .native(let object) = argument.unboxed, let found = object as? Object { return found }
    }
    return nil
  }

  /// The priority that a call asks for.
  var priority: Int {
    first(PriorityObject.self)?.content ?? task?.priority ?? TaskState.userInitiated
  }

  /// Goes to the main actor, runs `body`, and comes back.
  func onMain(_ body: () throws(Abort) -> Value) throws(Abort) -> Value {
    let outer = machine.executor
    try machine.hop(to: machine.main)
    do throws(Abort) {
      let value = try body()
      try machine.hop(to: outer)
      return value
    } catch {
      if case .thrown = error { try machine.hop(to: outer) }
      throw error
    }
  }
}

extension Machine {
  /// Where a task runs: where its closure was written, unless it is detached.
  func place(of operation: FunctionValue, isDetached: Bool) -> Executor {
    guard let closure = operation as? ClosureValue else { return isDetached ? shared : executor }
    return closure.function.context.isMainActor ? main : shared
  }
}
