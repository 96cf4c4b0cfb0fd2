// multicast: one upstream subscription for many subscribers, through a subject.

/// A publisher that starts only when it is connected.
public protocol ConnectablePublisher<Output, Failure>: Publisher {
  /// Connects to the upstream. Cancelling the result disconnects; the subscribers stay.
  func connect() -> any Cancellable
}

extension Publisher {
  /// Delivers to many subscribers through a subject that is made at the first subscription. Nothing flows before
  /// `connect()`. The subject decides about demand, and delivers the completion to all subscribers.
  @inlinable
  public func multicast<S: Subject>(_ createSubject: @escaping () -> S) -> Publishers.Multicast<Self, S>
  where S.Output == Output, S.Failure == Failure {
    Publishers.Multicast(upstream: self, createSubject: createSubject)
  }

  /// Delivers to many subscribers through `subject`. Nothing flows before `connect()`. The subject decides about
  /// demand, and delivers the completion to all subscribers.
  @inlinable
  public func multicast<S: Subject>(subject: S) -> Publishers.Multicast<Self, S>
  where S.Output == Output, S.Failure == Failure {
    Publishers.Multicast(upstream: self) { subject }
  }
}

extension Publishers {
  /// One upstream subscription, a subject, many subscribers.
  ///
  /// The subject decides about demand, order and late subscribers. It is made once, and kept after disconnecting. Each
  /// `connect()` subscribes to the upstream anew.
  public final class Multicast<Upstream: Publisher, SubjectType: Subject>: ConnectablePublisher
  where SubjectType.Output == Upstream.Output, SubjectType.Failure == Upstream.Failure {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// Where the values come from.
    public final let upstream: Upstream

    /// Makes the subject, once.
    public final let createSubject: () -> SubjectType

    @usableFromInline let made = Protected<SubjectType?>(nil)

    /// `upstream` through the subject that `createSubject` makes.
    @inlinable
    public init(upstream: Upstream, createSubject: @escaping () -> SubjectType) {
      self.upstream = upstream
      self.createSubject = createSubject
    }

    /// The subject. Two threads that need it at the same time may both make one; the first is kept.
    @inlinable
    final var subject: SubjectType {
      if let subject = made.withLock({ $0 }) { return subject }
      let new = createSubject()
      return made.withLock { made in
        if let made { return made }
        made = new
        return new
      }
    }

    /// Attaches `subscriber` to the subject.
    @inlinable
    public final func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      subject.subscribe(MulticastReceiver(subscriber))
    }

    /// Subscribes the subject to the upstream. Cancelling the result cancels that subscription only.
    @inlinable
    public final func connect() -> any Cancellable {
      upstream.subscribe(subject)
    }
  }
}

/// Passes on; demand goes back by request and never as a return value.
@usableFromInline
struct MulticastReceiver<Downstream: Subscriber>: Subscriber {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let stage = PassingStage(name: "Multicast")

  @inlinable
  init(_ downstream: Downstream) {
    self.downstream = downstream
  }

  @inlinable
  var combineIdentifier: CombineIdentifier { stage.combineIdentifier }

  @inlinable
  func receive(subscription: any Subscription) {
    if stage.begin(subscription) { downstream.receive(subscription: stage) }
  }

  @inlinable
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    if stage.isAwaiting || stage.isEnded { return .none }
    let more = downstream.receive(input)
    if more != .none { stage.requestUpstream(more) }
    return .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    if stage.complete(early: true) { downstream.receive(completion: completion) }
  }
}

extension MulticastReceiver: CustomStringConvertible, CustomReflectable {
  @usableFromInline var description: String { "Multicast" }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: []) }
}
