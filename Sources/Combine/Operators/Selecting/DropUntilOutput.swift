// drop(untilOutputFrom:): nothing before another publisher has spoken.

extension Publisher {
  /// Drops values until `publisher` delivers one. Dropped values are not made up for. If `publisher` ends before, that
  /// is the end here too, and the upstream is cancelled. Demand passes through; `publisher` is asked for one value.
  @inlinable
  public func drop<P: Publisher>(untilOutputFrom publisher: P) -> Publishers.DropUntilOutput<Self, P>
  where P.Failure == Failure {
    Publishers.DropUntilOutput(upstream: self, other: publisher)
  }
}

extension Publishers {
  /// Drops values until another publisher delivers one, which is asked for a single value. Its completion counts only
  /// before that.
  public struct DropUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher
  where Upstream.Failure == Other.Failure {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// Where the values come from.
    public let upstream: Upstream

    /// What opens the way.
    public let other: Other

    /// `upstream` from the first value of `other` on.
    @inlinable
    public init(upstream: Upstream, other: Other) {
      self.upstream = upstream
      self.other = other
    }

    /// Attaches `subscriber`, then subscribes to `other`, then to the upstream. A request for `.none` goes up like any other.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let stage = UntilStage(name: "DropUntilOutput")
      subscriber.receive(subscription: stage)
      other.subscribe(DropUntilTrigger<Other.Output, S>(subscriber, stage))
      upstream.subscribe(DropUntilReceiver(subscriber, stage))
    }
  }
}

extension Publishers.DropUntilOutput: Equatable where Upstream: Equatable, Other: Equatable {}

@usableFromInline
struct DropUntilReceiver<Downstream: Subscriber>: Subscriber {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let stage: UntilStage

  @inlinable
  init(_ downstream: Downstream, _ stage: UntilStage) {
    self.downstream = downstream
    self.stage = stage
  }

  @inlinable
  var combineIdentifier: CombineIdentifier { stage.combineIdentifier }

  @inlinable
  func receive(subscription: any Subscription) {
    stage.connect(subscription)
  }

  @inlinable
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    guard stage.isActive, stage.isTriggered else { return .none }
    return downstream.receive(input)
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    guard stage.complete(early: true) else { return }
    stage.cancelTrigger()
    downstream.receive(completion: completion)
  }
}

@usableFromInline
struct DropUntilTrigger<Input, Downstream: Subscriber>: Subscriber {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let stage: UntilStage
  @usableFromInline let combineIdentifier = CombineIdentifier()

  @inlinable
  init(_ downstream: Downstream, _ stage: UntilStage) {
    self.downstream = downstream
    self.stage = stage
  }

  @inlinable
  func receive(subscription: any Subscription) {
    stage.connectTrigger(subscription)
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    _ = stage.pullTrigger()
    stage.cancelTrigger()
    return .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    stage.releaseTrigger()
    if stage.isTriggered { return }
    if stage.stop() { downstream.receive(completion: completion) }
  }
}

extension DropUntilReceiver: CustomStringConvertible, CustomReflectable {
  @usableFromInline var description: String { "DropUntilOutput" }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: []) }
}

extension DropUntilTrigger: CustomStringConvertible, CustomReflectable {
  @usableFromInline var description: String { "DropUntilOutput" }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: []) }
}
