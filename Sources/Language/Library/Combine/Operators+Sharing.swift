/// Operators with which several subscribers share one subscription.
internal import Combine

extension CombineLibrary {
  static func sharing() -> [LibraryEntry] {
    [
      publishing("func share() -> Publishers.Share<Self>") { $0.upstream.share() },
      contextual(
        "func multicast<S: Subject>(_ createSubject: @escaping () -> S) -> Publishers.Multicast<Self, S> "
          + "where Failure == S.Failure, Output == S.Output"
      ) { call throws(Abort) in
        let source = try call.publisher(0)
        let make = call.closure(1)
        return .native(
          ConnectableObject(source.stream.multicast { subject(from: make) }, type: call.result, source: source))
      },
      contextual(
        "func multicast<S: Subject>(subject: S) -> Publishers.Multicast<Self, S> "
          + "where Failure == S.Failure, Output == S.Output"
      ) { call throws(Abort) in
        let source = try call.publisher(0)
        guard let object = try call.publisher(1) as? SubjectObject else { throw .trap("not a subject of the library") }
        return .native(
          ConnectableObject(source.stream.multicast(subject: object.subject), type: call.result, source: source))
      },
      contextual("func makeConnectable() -> Publishers.MakeConnectable<Self> where Failure == Never") {
        call throws(Abort) in
        let source = try call.publisher(0)
        return .native(
          ConnectableObject(
            source.stream.multicast { AnySubject(PassthroughSubject<Value, any Error>()) }, type: call.result,
            source: source))
      },
    ]
  }

  /// The subject that a closure of the program makes.
  private static func subject(from make: StageClosure) -> AnySubject {
    let value = make(all: [])
    if case .native(let object) = value.unboxed, let object = object as? SubjectObject { return object.subject }
    // A subject that has failed already: the fault reaches whoever subscribes.
    let failed = PassthroughSubject<Value, any Error>()
    if case .fault(let box) = value { failed.send(completion: .failure(Abort.fault(box.fault))) }
    return AnySubject(failed)
  }
}

/// A subject of either kind.
final class AnySubject: Subject {
  typealias Output = Value
  typealias Failure = any Error

  private let publisher: ValuePublisher
  private let onValue: (Value) -> Void
  private let onCompletion: (Subscribers.Completion<any Error>) -> Void
  private let onSubscription: (any Subscription) -> Void
  private let onFeed: (ValuePublisher) -> AnyCancellable

  init<S: Subject>(_ subject: S) where S.Output == Value, S.Failure == any Error {
    publisher = AnyPublisher(subject)
    onValue = { subject.send($0) }
    onCompletion = { subject.send(completion: $0) }
    onSubscription = { subject.send(subscription: $0) }
    onFeed = { StackCheckpoint($0).subscribe(subject) }
  }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == any Error {
    publisher.receive(subscriber: subscriber)
  }

  func send(_ value: Value) { onValue(value) }
  func send(completion: Subscribers.Completion<any Error>) { onCompletion(completion) }
  func send(subscription: any Subscription) { onSubscription(subscription) }

  /// Sends everything from `stream` to the subject itself, which is not kept by that.
  func feed(from stream: ValuePublisher) -> AnyCancellable { onFeed(stream) }
}
