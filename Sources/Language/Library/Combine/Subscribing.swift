/// Subscribers made by hand, and `subscribe(_:)`.
internal import Combine

extension CombineLibrary {
  static func subscribing() -> [LibraryEntry] {
    [
      contextual("func subscribe<S: Subscriber>(_ subscriber: S) where Failure == S.Failure, Output == S.Input") {
        call throws(Abort) in
        try subscribe(call)
        return .void
      },
      contextual("func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input") {
        call throws(Abort) in
        try subscribe(call)
        return .void
      },
      contextual(
        "func subscribe<S: Subject>(_ subject: S) -> AnyCancellable where Failure == S.Failure, Output == S.Output"
      ) { call throws(Abort) in
        let work = call.machine.program.begin(call)
        if work?.isOver ?? false { return .native(CancellableObject(calledOff: call.result)) }
        let stream = try call.publisher(0).stream.telling(work)
        let subject = try SubjectObject.subject(call[1]).subject
        var token = subject.feed(from: stream)
        // What stands for a subject of the program's own was made for this call.
        if case .instance = call[1].unboxed {
          token = AnyCancellable { [token] in withExtendedLifetime(subject) { token.cancel() } }
        }
        try call.machine.raisePending()
        return .native(CancellableObject(token, type: call.result))
      },
    ]
  }

  private static func subscribe(_ call: NativeCall) throws(Abort) {
    let stream = try call.publisher(0).stream
    let work = call.machine.program.begin(call)
    if work?.isOver ?? false { return }
    switch call[1].unboxed {
    case .native(let object as TerminalObject): object.subscribe(to: stream, call, work)
    default: stream.telling(work).subscribe(try subscriber(call[1], call))
    }
    try call.machine.raisePending()
  }

  /// What is behind a subscriber of the program.
  private static func subscriber(_ value: Value, _ call: NativeCall) throws(Abort) -> AnySubscriber<Value, any Error> {
    switch value.unboxed {
    case .native(let object as SubscriberObject): return object.subscriber
    case .native(let object as SubjectObject): return ProgramSubscriber.subject(object)
    case .native(let object as TerminalObject): return object.subscriber(call)
    case .instance, .record: return AnySubscriber(ProgramSubscriber(value.unboxed, call))
    default: throw .trap("this is no subscriber")
    }
  }

  static func handmadeSubscribers() -> [String: Table] {
    [
      "Subscriber": {
        LibraryType(
          """
          protocol Subscriber<Input, Failure> {
            associatedtype Input
            associatedtype Failure: Error
            func receive(subscription: any Subscription)
            func receive(_ input: Input) -> Subscribers.Demand
            func receive(completion: Subscribers.Completion<Failure>)
          }
          """)
      },
      "AnySubscriber": {
        LibraryType(
          "struct AnySubscriber<Input, Failure: Error>: Subscriber {}", anySubscriber() + receiving())
      },
      "Subscribers.Sink": {
        LibraryType(
          "final class Sink<Input, Failure: Error>: Subscriber, Cancellable {}",
          [
            contextual(
              "init(receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void, "
                + "receiveValue: @escaping (Input) -> Void)"
            ) { call in
              let (completion, value, library) = (call[0].closure, call[1].closure, call.machine.library)
              return .native(
                TerminalObject("sink", type: call.result) { element throws(Abort) in
                  _ = try value.call(element)
                } complete: { end throws(Abort) in
                  _ = try completion.call(library.value(of: end))
                })
            }
          ] + terminal())
      },
      "Subscribers.Assign": {
        LibraryType(
          "final class Assign<Root, Input>: Subscriber, Cancellable { typealias Failure = Never }",
          [
            contextual("init(object: Root, keyPath: ReferenceWritableKeyPath<Root, Input>)") { call throws(Abort) in
              guard let path = call[1].object(KeyPathObject.self) else { throw .trap("not a key path") }
              let target = call[0]
              return .native(
                TerminalObject("assign", type: call.result) { value throws(Abort) in
                  var root = target
                  try path.set(&root, value)
                })
            }
          ] + terminal())
      },
    ]
  }

  private static func terminal() -> [LibraryEntry] {
    [
      unary("func cancel()") { value in
        value.object(TerminalObject.self)?.cancel()
        return .void
      }
    ] + receiving()
  }

  /// What a publisher that the program declares calls on its subscriber.
  private static func receiving() -> [LibraryEntry] {
    [
      contextual("func receive(subscription: any Subscription)") { call throws(Abort) in
        try subscriber(call[0], call).receive(subscription: try call.machine.subscription(call[1]))
        try call.machine.raisePending()
        return .void
      },
      contextual("@discardableResult func receive(_ value: Input) -> Subscribers.Demand") { call throws(Abort) in
        let demand = try subscriber(call[0], call).receive(call[1])
        try call.machine.raisePending()
        return call.machine.value(demand)
      },
      contextual("@discardableResult func receive() -> Subscribers.Demand where Input == Void") { call throws(Abort) in
        let demand = try subscriber(call[0], call).receive(.void)
        try call.machine.raisePending()
        return call.machine.value(demand)
      },
      contextual("func receive(completion: Subscribers.Completion<Failure>)") { call throws(Abort) in
        try subscriber(call[0], call).receive(completion: call[1].completion(at: call.location))
        try call.machine.raisePending()
        return .void
      },
    ]
  }

  private static func anySubscriber() -> [LibraryEntry] {
    [
      contextual(
        """
        init(
          receiveSubscription: ((any Subscription) -> Void)? = nil, receiveValue: ((Input) -> Subscribers.Demand)? = nil,
          receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil)
        """
      ) { call in
        let machine = call.machine
        let (subscription, value, completion) =
          (call.optionalClosure(0), call.optionalClosure(1), call.optionalClosure(2))
        return .native(
          SubscriberObject(
            AnySubscriber<Value, any Error>(
              receiveSubscription: { subscription?.run(machine.value($0)) },
              receiveValue: { input in
                guard let value else { return .none }
                let outcome = value(input)
                if case .fault(let box) = outcome {
                  machine.raise(box.fault)
                  return .none
                }
                return outcome.demand
              },
              receiveCompletion: { end in
                if case .failure(let error) = end, let fault = error.fault { return machine.raise(fault) }
                completion?.run(machine.library.value(of: end))
              }), type: call.result))
      },
      contextual("init<S: Subscriber>(_ s: S) where S.Input == Input, S.Failure == Failure") { call throws(Abort) in
        .native(SubscriberObject(try subscriber(call[0], call), type: call.result))
      },
      contextual("init<S: Subject>(_ s: S) where S.Output == Input, S.Failure == Failure") { call throws(Abort) in
        .native(SubscriberObject(try subscriber(call[0], call), type: call.result))
      },
    ]
  }
}

extension ValuePublisher {
  /// The same, where it is told that a subscription is cancelled before it has ended.
  fileprivate func telling(_ work: BegunWork?) -> ValuePublisher {
    guard let work else { return self }
    return handleEvents(receiveCancel: { work.end() }).eraseToAnyPublisher()
  }
}

/// An `AnySubscriber`.
final class SubscriberObject: NativeObject {
  let subscriber: AnySubscriber<Value, any Error>

  init(_ subscriber: AnySubscriber<Value, any Error>, type: Type) {
    self.subscriber = subscriber
    super.init(type: type)
  }
}

/// A `Subscribers.Sink` or `.Assign`: a pipeline of its own once it is subscribed.
final class TerminalObject: NativeObject {
  private let name: String
  private let value: (Value) throws(Abort) -> Void
  private let completion: (Subscribers.Completion<any Error>) throws(Abort) -> Void
  private var terminal: Terminal?
  private var direct: AnySubscriber<Value, any Error>?

  init(
    _ name: String, type: Type, receive value: @escaping (Value) throws(Abort) -> Void,
    complete completion: @escaping (Subscribers.Completion<any Error>) throws(Abort) -> Void = { _ in }
  ) {
    self.name = name
    self.value = value
    self.completion = completion
    super.init(type: type)
  }

  func subscribe(to stream: ValuePublisher, _ call: NativeCall, _ work: BegunWork?) {
    // A second subscription is turned away.
    guard terminal == nil else { return }
    let terminal = Terminal(call, name, work)
    self.terminal = terminal
    terminal.connect(stream, receive: value, complete: completion)
  }

  /// For a publisher that calls it by itself.
  func subscriber(_ call: NativeCall) -> AnySubscriber<Value, any Error> {
    if let direct { return direct }
    let terminal = terminal ?? Terminal(call, name)
    self.terminal = terminal
    let made = terminal.subscriber(receive: value, complete: completion)
    direct = made
    return made
  }

  func cancel() { terminal?.cancel() }
}

/// A subscriber that the program declares.
final class ProgramSubscriber: Subscriber {
  typealias Input = Value
  typealias Failure = any Error

  private let value: Value
  private let call: NativeCall
  private var machine: Machine { call.machine }

  init(_ value: Value, _ call: NativeCall) {
    self.value = value
    self.call = call.bare
  }

  /// A subject as a subscriber: it asks for everything.
  static func subject(_ object: SubjectObject) -> AnySubscriber<Value, any Error> {
    let subject = FedSubject(object.subject)
    return AnySubscriber(
      receiveSubscription: { subject.send(subscription: $0) },
      receiveValue: {
        subject.send($0)
        return .none
      }, receiveCompletion: { subject.send(completion: $0) })
  }

  private func send(_ label: String?, _ argument: Value) -> Value {
    do throws(Abort) {
      return try machine.activate { () throws(Abort) in
        let members = machine.library.type(named: "Subscriber")?.members["receive"] ?? []
        guard
          let requirement = members.first(where: {
            $0.resolved()
            return $0.labels == [label]
          }), let method = machine.witness(requirement, for: value, machine.program.environment)
        else { throw .trap("this subscriber has no 'receive(\(label ?? "_"):)'") }
        return try machine.invoke(method, receiver: value, [argument])
      }
    } catch {
      machine.raise(error.fault(at: call.location))
      return .void
    }
  }

  func receive(subscription: any Subscription) { _ = send("subscription", machine.value(subscription)) }

  func receive(_ input: Value) -> Subscribers.Demand {
    // A trap further up is this pipeline's end.
    if case .fault(let box) = input {
      machine.raise(box.fault)
      return .none
    }
    let demand = send(nil, input)
    if case .native(let object as DemandObject) = demand { return object.content }
    return .none
  }

  func receive(completion: Subscribers.Completion<any Error>) {
    if case .failure(let error) = completion, let fault = error.fault {
      machine.raise(fault)
      return
    }
    _ = send("completion", machine.library.value(of: completion))
  }
}
