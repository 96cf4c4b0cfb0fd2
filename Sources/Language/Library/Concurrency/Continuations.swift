/// Continuations: asynchronous code waits until a callback resumes it, once.
final class ContinuationObject: NativeObject {
  /// What the code that waits sees of it. It does not hold the object itself: whether anybody can still resume is just the
  /// question.
  final class State {
    fileprivate(set) var outcome: TaskState.Outcome?
    fileprivate var waker: Waker?
  }

  let state = State()
  private let machine: Machine
  private let function: String
  private let isChecked: Bool

  init(_ machine: Machine, function: String, isChecked: Bool, type: Type) {
    self.machine = machine
    self.function = function
    self.isChecked = isChecked
    super.init(type: type)
  }

  /// What nobody can resume any more waits for ever; Swift says so, and so does this.
  deinit {
    guard isChecked, state.outcome == nil, !machine.program.isClosed else { return }
    machine.program.output.write(
      "SWIFT TASK CONTINUATION MISUSE: \(function) leaked its continuation without resuming it. "
        + "This may cause tasks waiting on it to remain suspended forever.\n")
  }

  func resume(_ outcome: TaskState.Outcome) throws(Abort) {
    guard state.outcome == nil else {
      throw .trap("SWIFT TASK CONTINUATION MISUSE: \(function) tried to resume its continuation more than once")
    }
    state.outcome = outcome
    state.waker?.wake()
    state.waker = nil
  }
}

extension Machine {
  /// Waits until the continuation has been resumed.
  func wait(for state: ContinuationObject.State) throws(Abort) -> Value {
    while true {
      switch state.outcome {
      case .value(let value): return value
      case .failed(let abort): throw abort
      case nil: try park { state.waker = $0 }
      }
    }
  }
}

extension ConcurrencyLibrary {
  static func continuations() -> [String: Table] {
    var types: [String: Table] = [:]
    for name in ["CheckedContinuation", "UnsafeContinuation"] {
      types[name] = { LibraryType("struct \(name)<T, E: Error>: Sendable {}", resuming(), .continuation) }
    }
    return types
  }

  private static func resuming() -> [LibraryEntry] {
    func resume(_ call: NativeCall, _ outcome: TaskState.Outcome) throws(Abort) -> Value {
      try call[0].object(ContinuationObject.self)?.resume(outcome)
      return .void
    }
    func resumeWithResult(_ call: NativeCall) throws(Abort) -> Value {
      let (isSuccess, value) = call[1].outcome
      return try resume(call, isSuccess ? .value(value) : .failed(.thrown(value.unboxed, at: call.location)))
    }
    return [
      contextual("func resume(returning value: T)") { call throws(Abort) in try resume(call, .value(call[1])) },
      contextual("func resume() where T == Void") { call throws(Abort) in try resume(call, .value(.void)) },
      contextual("func resume(throwing error: E)") { call throws(Abort) in
        try resume(call, .failed(.thrown(call[1].unboxed, at: call.location)))
      },
      contextual("func resume(with result: Result<T, E>)", resumeWithResult),
      contextual("func resume<Er: Error>(with result: Result<T, Er>)", resumeWithResult),
    ]
  }

  static func continuationFunctions() -> [LibraryEntry] {
    ["Checked", "Unsafe"].flatMap { kind -> [LibraryEntry] in
      let name = kind + "Continuation"
      func wait(_ call: NativeCall) throws(Abort) -> Value {
        let body = call[call.arguments.count - 1].closure
        let type = call.site.parameterTypes.last?.asFunction?.parameters.first?.type ?? .hole
        let state: ContinuationObject.State
        do {
          let continuation = ContinuationObject(
            call.machine, function: call[0].text, isChecked: kind == "Checked", type: type)
          state = continuation.state
          _ = try body.call(.native(continuation))
        }
        return try call.machine.wait(for: state)
      }
      return [
        contextual(
          "func with\(name)<T: _ElseVoid>(function: String = #function, _ body: (\(name)<T, Never>) -> Void) async -> T",
          wait),
        contextual(
          "func with\(kind)ThrowingContinuation<T: _ElseVoid>(function: String = #function, "
            + "_ body: (\(name)<T, any Error>) -> Void) async throws -> T", wait),
      ]
    } + [
      contextual(
        "func withTaskCancellationHandler<T>(operation: () async throws -> T, onCancel handler: @Sendable () -> Void) "
          + "async rethrows -> T"
      ) { call throws(Abort) in
        let handler = call.closure(1)
        let task = call.task
        let number = task?.onCancel { handler.run() }
        defer { if let number { task?.removeHandler(number) } }
        return try call[0].closure.call([])
      }
    ]
  }
}
