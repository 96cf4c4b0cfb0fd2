// append and prepend: one publisher after another.

extension Publisher {
  /// Delivers `elements` after the upstream has finished. They wait for demand, and so does the end after them. A
  /// failure of the upstream leaves them out.
  @inlinable
  public func append(
    _ elements: Output...
  ) -> Publishers.Concatenate<Self, Publishers.Sequence<[Output], Failure>> {
    append(elements)
  }

  /// Delivers the elements of a sequence after the upstream has finished. They wait for demand, and so does the end
  /// after them. A failure of the upstream leaves them out.
  @inlinable
  public func append<S: Sequence>(_ elements: S) -> Publishers.Concatenate<Self, Publishers.Sequence<S, Failure>>
  where S.Element == Output {
    append(Publishers.Sequence<S, Failure>(sequence: elements))
  }

  /// Goes on with `publisher` after the upstream has finished. What was asked for and not delivered is asked from it.
  @inlinable
  public func append<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<Self, P>
  where P.Output == Output, P.Failure == Failure {
    Publishers.Concatenate(prefix: self, suffix: publisher)
  }

  /// Delivers `elements` before subscribing to the upstream. They wait for demand; what is outstanding after them is
  /// asked from the upstream, whose completion is the end.
  @inlinable
  public func prepend(
    _ elements: Output...
  ) -> Publishers.Concatenate<Publishers.Sequence<[Output], Failure>, Self> {
    prepend(elements)
  }

  /// Delivers the elements of a sequence before subscribing to the upstream. They wait for demand; what is outstanding
  /// after them is asked from the upstream, whose completion is the end.
  @inlinable
  public func prepend<S: Sequence>(_ elements: S) -> Publishers.Concatenate<Publishers.Sequence<S, Failure>, Self>
  where S.Element == Output {
    prepend(Publishers.Sequence<S, Failure>(sequence: elements))
  }

  /// Delivers `publisher` to its end before subscribing to the upstream. What is outstanding then is asked from the
  /// upstream. A failure of `publisher` is the end.
  @inlinable
  public func prepend<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<P, Self>
  where P.Output == Output, P.Failure == Failure {
    Publishers.Concatenate(prefix: publisher, suffix: self)
  }
}

extension Publishers {
  /// One publisher, and after its normal end another. A failure of either is the end. A value that was not asked for is
  /// dropped.
  public struct Concatenate<Prefix: Publisher, Suffix: Publisher>: Publisher
  where Prefix.Failure == Suffix.Failure, Prefix.Output == Suffix.Output {
    public typealias Output = Suffix.Output
    public typealias Failure = Suffix.Failure

    /// What comes first.
    public let prefix: Prefix

    /// What comes after the end of the first.
    public let suffix: Suffix

    /// `prefix`, then `suffix`.
    @inlinable
    public init(prefix: Prefix, suffix: Suffix) {
      self.prefix = prefix
      self.suffix = suffix
    }

    /// Attaches `subscriber`. A request for `.none` goes up like any other.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      prefix.subscribe(ConcatenateReceiver(subscriber, suffix))
    }
  }
}

extension Publishers.Concatenate: Equatable where Prefix: Equatable, Suffix: Equatable {}

/// The first publisher's subscriber.
@usableFromInline
struct ConcatenateReceiver<Downstream: Subscriber, Suffix: Publisher>: Subscriber
where Suffix.Output == Downstream.Input, Suffix.Failure == Downstream.Failure {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let suffix: Suffix
  @usableFromInline let stage = RelayStage(name: "Concatenate", refusesNone: false)

  @inlinable
  init(_ downstream: Downstream, _ suffix: Suffix) {
    self.downstream = downstream
    self.suffix = suffix
  }

  @inlinable
  var combineIdentifier: CombineIdentifier { stage.combineIdentifier }

  @inlinable
  func receive(subscription: any Subscription) {
    if stage.begin(subscription) { downstream.receive(subscription: stage) }
  }

  @inlinable
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    if stage.isAwaiting || !stage.listensToFirst { return .none }
    guard stage.demand.take(noting: stage.note) else { return .none }
    let more = downstream.receive(input)
    stage.demand.add(more, noting: stage.note)
    return more
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    if stage.isAwaiting || !stage.listensToFirst { return }
    switch completion {
    case .finished:
      stage.passOn()
      suffix.subscribe(ReplacementReceiver(downstream, stage, dropsUnasked: true) { $0 })
    case .failure:
      if stage.complete() { downstream.receive(completion: completion) }
    }
  }
}

extension ConcatenateReceiver: CustomStringConvertible, CustomReflectable {
  @usableFromInline var description: String { "Concatenate" }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: []) }
}
