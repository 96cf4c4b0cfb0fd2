// prefix(untilOutputFrom:): nothing after another publisher has spoken.

extension Publisher {
  /// Passes values until `publisher` delivers one; then cancels the upstream and finishes. How `publisher` ends does
  /// not matter. Demand passes through; `publisher` is asked for one value.
  @inlinable
  public func prefix<P: Publisher>(untilOutputFrom publisher: P) -> Publishers.PrefixUntilOutput<Self, P> {
    Publishers.PrefixUntilOutput(upstream: self, other: publisher)
  }
}

extension Publishers {
  /// Passes values until another publisher delivers one, which is asked for a single value. Demand passes through.
  public struct PrefixUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// Where the values come from.
    public let upstream: Upstream

    /// What closes the way.
    public let other: Other

    /// `upstream` up to the first value of `other`.
    @inlinable
    public init(upstream: Upstream, other: Other) {
      self.upstream = upstream
      self.other = other
    }

    /// Attaches `subscriber`; subscribes to `other` first. A request for `.none` goes up like any other.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let stage = UntilStage(name: "PrefixUntilOutput")
      other.subscribe(PrefixUntilTrigger<Other.Output, Other.Failure, S>(subscriber, stage))
      upstream.subscribe(PrefixUntilReceiver(subscriber, stage))
    }
  }
}

/// Values and the trigger may come from two threads: they take turns.
@usableFromInline
struct PrefixUntilReceiver<Downstream: Subscriber>: Subscriber {
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
    stage.serial.perform {
      guard stage.begin(subscription) else { return }
      downstream.receive(subscription: stage)
      if stage.isTriggered, stage.stop() { downstream.receive(completion: .finished) }
    }
  }

  @inlinable
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    if stage.isAwaiting || stage.isEnded { return .none }
    switch stage.serial.enter() {
    case .entered:
      let more = downstream.receive(input)
      stage.serial.leave()
      return more
    case .nested:
      return downstream.receive(input)
    case .busy:
      // The trigger is being handled.
      return .none
    }
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    if stage.isAwaiting { return }
    stage.serial.perform {
      guard stage.complete() else { return }
      stage.cancelTrigger()
      downstream.receive(completion: completion)
    }
  }
}

@usableFromInline
struct PrefixUntilTrigger<Input, Failure: Error, Downstream: Subscriber>: Subscriber {
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
    guard stage.pullTrigger() else { return .none }
    stage.cancelTrigger()
    // Before the upstream's subscription: it is passed on when it comes, and the end after it.
    if stage.isAwaiting { return .none }
    stage.serial.perform {
      if stage.stop() { downstream.receive(completion: .finished) }
    }
    return .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    stage.releaseTrigger()
  }
}

extension PrefixUntilReceiver: CustomStringConvertible, CustomReflectable {
  @usableFromInline var description: String { "PrefixUntilOutput" }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: []) }
}

extension PrefixUntilTrigger: CustomStringConvertible, CustomReflectable {
  @usableFromInline var description: String { "PrefixUntilOutput" }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: []) }
}
