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
        let stream = try call.publisher(0).stream
        let token = stream.subscribe(try SubjectObject.subject(call[1]).subject)
        try call.machine.raisePending()
        return .native(CancellableObject(token, type: call.result))
      },
    ]
  }

  private static func subscribe(_ call: NativeCall) throws(Abort) {
    let stream = try call.publisher(0).stream
    switch call[1].unboxed {
    case .native(let object as SinkObject): object.subscribe(to: stream, call)
    case .native(let object as SubscriberObject): stream.subscribe(object.subscriber)
    case .native(let object as SubjectObject): stream.subscribe(ProgramSubscriber.subject(object))
    case .instance(let instance):
      stream.subscribe(AnySubscriber(ProgramSubscriber(Value.instance(instance), call)))
    case .record: stream.subscribe(AnySubscriber(ProgramSubscriber(call[1].unboxed, call)))
    default: throw .trap("this subscriber cannot be used here")
    }
    try call.machine.raisePending()
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
        LibraryType("struct AnySubscriber<Input, Failure: Error>: Subscriber {}", anySubscriber())
      },
      "Subscribers.Sink": {
        LibraryType(
          "final class Sink<Input, Failure: Error>: Subscriber, Cancellable {}",
          [
            contextual(
              "init(receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void, "
                + "receiveValue: @escaping (Input) -> Void)"
            ) { call in
              .native(SinkObject(completion: call[0].closure, value: call[1].closure, type: call.result))
            },
            unary("func cancel()") { value in
              value.object(SinkObject.self)?.cancel()
              return .void
            },
          ])
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
      contextual("init<S: Subscriber>(_ s: S) where S.Input == Input, S.Failure == Failure") { call in
        .native(SubscriberObject(AnySubscriber(ProgramSubscriber(call[0].unboxed, call)), type: call.result))
      },
    ]
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

/// A `Subscribers.Sink`: a pipeline of its own once it is subscribed.
final class SinkObject: NativeObject {
  private let completion: FunctionValue
  private let value: FunctionValue
  private var terminal: Terminal?

  init(completion: FunctionValue, value: FunctionValue, type: Type) {
    self.completion = completion
    self.value = value
    super.init(type: type)
  }

  func subscribe(to stream: ValuePublisher, _ call: NativeCall) {
    // A second subscription is turned away.
    guard terminal == nil else { return }
    let terminal = Terminal(call, "sink")
    self.terminal = terminal
    let (value, completion, library) = (value, completion, call.machine.library)
    terminal.connect(stream) { element throws(Abort) in
      _ = try value.call(element)
    } complete: { end throws(Abort) in
      _ = try completion.call(library.value(of: end))
    }
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
    let subject = object.subject
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
    if case .fault(let box) = input {
      machine.raise(box.fault)
      return .none
    }
    let demand = send(nil, input)
    if case .native(let object as DemandObject) = demand { return object.demand }
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
