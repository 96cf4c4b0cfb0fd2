/// `AsyncStream` and `AsyncThrowingStream`: values that are pushed, for who walks.
final class StreamState {
  enum Policy {
    case unbounded
    case oldest(Int)
    case newest(Int)
  }

  let machine: Machine
  private let policy: Policy
  private var buffer: [Value] = []
  private var end: Abort?
  private var isFinished = false
  private var waiters: [Waker] = []
  /// Called once, when it is finished or its walker's task is cancelled.
  var onTermination: FunctionValue?

  init(_ machine: Machine, _ policy: Policy) {
    self.machine = machine
    self.policy = policy
  }

  enum Yielded {
    case enqueued(Int)
    case dropped(Value)
    case terminated
  }

  @discardableResult
  func yield(_ value: Value) -> Yielded {
    if isFinished { return .terminated }
    var dropped: Value?
    switch policy {
    case .unbounded: buffer.append(value)
    case .oldest(let limit):
      if buffer.count < limit || !waiters.isEmpty { buffer.append(value) } else { dropped = value }
    case .newest(let limit):
      buffer.append(value)
      if buffer.count > limit, waiters.isEmpty { dropped = buffer.removeFirst() }
    }
    wakeOne()
    if let dropped { return .dropped(dropped) }
    switch policy {
    case .unbounded: return .enqueued(.max)
    case .oldest(let limit), .newest(let limit): return .enqueued(max(0, limit - buffer.count))
    }
  }

  func finish(_ error: Abort?, isCancelled: Bool = false) throws(Abort) {
    guard !isFinished else { return }
    isFinished = true
    end = error
    let present = waiters
    waiters = []
    for waiter in present { waiter.wake() }
    if let handler = onTermination {
      onTermination = nil
      _ = try handler.call(termination(isCancelled: isCancelled))
    }
  }

  /// The case of `Termination` that the handler gets.
  var terminationType: Type = .hole

  private func termination(isCancelled: Bool) -> Value {
    let name = isCancelled ? "cancelled" : "finished"
    guard let found = terminationType.nominal?.cases.first(where: { $0.name == name }) else { return .void }
    return found.payload.isEmpty ? .choice(found) : .payload(Payload(found, [.null]))
  }

  private func wakeOne() { if !waiters.isEmpty { waiters.removeFirst().wake() } }

  /// The next value; nil at the end. A cancelled task sees the end.
  func next() throws(Abort) -> Value? {
    while true {
      if !buffer.isEmpty { return buffer.removeFirst() }
      if isFinished {
        if let end {
          self.end = nil
          throw end
        }
        return nil
      }
      let task = machine.fiber?.task
      if task?.isCancelled == true {
        try finish(nil, isCancelled: true)
        return nil
      }
      var handler: Int?
      try machine.park { waker in
        waiters.append(waker)
        handler = task?.onCancel { waker.wake() }
      }
      if let handler { task?.removeHandler(handler) }
    }
  }
}

private final class StreamSource: ElementSource {
  private let state: StreamState
  init(_ state: StreamState) { self.state = state }
  func next() throws(Abort) -> Value? { try state.next() }
}

final class StreamObject: NativeObject, AsynchronousObject {
  let state: StreamState

  init(_ state: StreamState, type: Type) {
    self.state = state
    super.init(type: type)
  }

  func makeAsyncIterator() -> any ElementSource { StreamSource(state) }
}

/// The pushing end. When the last one goes, the stream is at its end.
final class StreamContinuationObject: NativeObject {
  let state: StreamState

  init(_ state: StreamState, type: Type) {
    self.state = state
    super.init(type: type)
  }

  deinit {
    if !state.machine.program.isClosed { try? state.finish(nil) }
  }
}

private final class PolicyObject: NativeObject {
  let policy: StreamState.Policy
  init(_ policy: StreamState.Policy, type: Type) {
    self.policy = policy
    super.init(type: type)
  }
}

extension ConcurrencyLibrary {
  static func streams() -> [String: Table] {
    var types: [String: Table] = [:]
    for (name, generics, failure) in [
      ("AsyncStream", "<Element>", "Never"), ("AsyncThrowingStream", "<Element, Failure: Error>", "Failure"),
    ] {
      let own = name == "AsyncStream" ? "AsyncStream<Element>" : "AsyncThrowingStream<Element, Failure>"
      types[name] = {
        LibraryType(
          "struct \(name)\(generics): AsyncSequence { "
            + (failure == "Never" ? "typealias Failure = Never " : "") + "}", stream(name, own))
      }
      types[name + ".Continuation"] = {
        LibraryType("struct Continuation: Sendable {}", pushing(own, failure), .continuation)
      }
      types[name + ".Continuation.Termination"] = {
        LibraryType(
          failure == "Never"
            ? "enum Termination: Hashable { case finished; case cancelled }"
            : "enum Termination { case finished(Failure?); case cancelled }")
      }
      types[name + ".Continuation.YieldResult"] = {
        LibraryType("enum YieldResult { case enqueued(remaining: Int); case dropped(Element); case terminated }")
      }
      types[name + ".Continuation.BufferingPolicy"] = {
        LibraryType("struct BufferingPolicy {}", policies(own + ".Continuation.BufferingPolicy"))
      }
    }
    return types
  }

  private static func policies(_ type: String) -> [LibraryEntry] {
    [
      contextual("static var unbounded: \(type) { get }") { .native(PolicyObject(.unbounded, type: $0.result)) },
      contextual("static func bufferingOldest(_ limit: Int) -> \(type)") {
        .native(PolicyObject(.oldest($0[$0.arguments.count - 1].integer), type: $0.result))
      },
      contextual("static func bufferingNewest(_ limit: Int) -> \(type)") {
        .native(PolicyObject(.newest($0[$0.arguments.count - 1].integer), type: $0.result))
      },
    ]
  }

  private static func stream(_ name: String, _ own: String) -> [LibraryEntry] {
    let isThrowing = name == "AsyncThrowingStream"
    let condition = isThrowing ? " where Failure == any Error" : ""
    let policy = "\(own).Continuation.BufferingPolicy"
    func made(_ call: NativeCall) -> (StreamState, Type) {
      let policy = call.first(PolicyObject.self)?.policy ?? .unbounded
      let state = StreamState(call.machine, policy)
      let library = call.machine.library
      let type: Type =
        library.type(named: name).flatMap { library.nestedType(of: $0, named: "Continuation") }
        .map { .nominal($0, call.result.genericArguments) } ?? .hole
      if let continuation = type.nominal, let found = library.nestedType(of: continuation, named: "Termination") {
        state.terminationType = .nominal(found, type.genericArguments)
      }
      return (state, type)
    }
    var entries = [
      contextual(
        "init(_ elementType: Element.Type = Element.self, bufferingPolicy limit: \(policy) = .unbounded, "
          + "_ build: (\(own).Continuation) -> Void)" + condition
      ) { call throws(Abort) in
        let (state, type) = made(call)
        _ = try call[call.arguments.count - 1].closure.call(.native(StreamContinuationObject(state, type: type)))
        return .native(StreamObject(state, type: call.result))
      },
      contextual(
        "init(unfolding produce: @escaping () async \(isThrowing ? "throws " : "")-> Element?)" + condition
      ) { call in
        let produce = call[call.arguments.count - 1].closure
        return .native(
          MadeAsyncSequence(type: call.result) {
            FunctionSource { () throws(Abort) in
              if call.machine.fiber?.task?.isCancelled == true { return nil }
              return try produce.call([]).unwrapped
            }
          })
      },
      contextual("func makeAsyncIterator() -> AnyAsyncIterator<Element, Failure>") { call throws(Abort) in
        .native(AsyncIteratorObject(try call.machine.asyncIterator(call[0]), type: call.result))
      },
    ]
    let pair = "(stream: \(own), continuation: \(own).Continuation)"
    entries.append(
      contextual(
        "static func makeStream(of elementType: Element.Type = Element.self, "
          + (isThrowing ? "throwing failureType: Failure.Type = Failure.self, " : "")
          + "bufferingPolicy limit: \(policy) = .unbounded) -> \(pair)" + condition
      ) { call in
        let (state, continuation) = made(call)
        guard case .tuple(let elements) = call.result, elements.count == 2 else { return .void }
        return .tuple(
          Tuple(
            [
              .native(StreamObject(state, type: elements[0].type)),
              .native(
                StreamContinuationObject(state, type: elements[1].type == .hole ? continuation : elements[1].type)),
            ], labels: ["stream", "continuation"]))
      })
    return entries
  }

  private static func pushing(_ own: String, _ failure: String) -> [LibraryEntry] {
    func state(_ call: NativeCall) throws(Abort) -> StreamState {
      guard let object = call[0].object(StreamContinuationObject.self) else { throw .trap("this is no continuation") }
      return object.state
    }
    func yielded(_ call: NativeCall, _ result: StreamState.Yielded) -> Value {
      func found(_ name: String) -> EnumCase? { call.result.nominal?.cases.first { $0.name == name } }
      switch result {
      case .enqueued(let left): return found("enqueued").map { .payload(Payload($0, [.int(left)])) } ?? .void
      case .dropped(let value): return found("dropped").map { .payload(Payload($0, [value])) } ?? .void
      case .terminated: return found("terminated").map { .choice($0) } ?? .void
      }
    }
    let result = "\(own).Continuation.YieldResult"
    var entries = [
      contextual("@discardableResult func yield(_ value: Element) -> \(result)") { call throws(Abort) in
        yielded(call, try state(call).yield(call[1]))
      },
      contextual("@discardableResult func yield() -> \(result) where Element == Void") { call throws(Abort) in
        yielded(call, try state(call).yield(.void))
      },
      reference(
        "var onTermination: ((\(own).Continuation.Termination) -> Void)? { get set }",
        get: { call throws(Abort) in try state(call).onTermination.map { .function($0) } ?? .null },
        set: { call, value throws(Abort) in
          let handler: FunctionValue? = if case .function(let function)? = value.unwrapped { function } else { nil }
          try state(call).onTermination = handler
        }),
    ]
    if failure == "Never" {
      entries.append(
        contextual("func finish()") { call throws(Abort) in
          try state(call).finish(nil)
          return .void
        })
    } else {
      entries.append(
        contextual("func finish(throwing error: Failure? = nil)") { call throws(Abort) in
          let error = call[1].unwrapped.map { Abort.thrown($0.unboxed, at: call.location) }
          try state(call).finish(error)
          return .void
        })
    }
    return entries
  }
}
