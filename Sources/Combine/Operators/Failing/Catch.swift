// catch and tryCatch: another publisher in place of a failure.

extension Publisher {
  /// Goes on with the publisher that `handler` makes of the failure. Its own failure is not caught again. What was
  /// asked for and not delivered is asked from it.
  @inlinable
  public func `catch`<P: Publisher>(_ handler: @escaping (Failure) -> P) -> Publishers.Catch<Self, P>
  where P.Output == Output {
    Publishers.Catch(upstream: self, handler: handler)
  }

  /// As `catch`, with a handler that may throw: its error becomes the failure. What was asked for and not delivered is
  /// asked from the replacement.
  @inlinable
  public func tryCatch<P: Publisher>(_ handler: @escaping (Failure) throws -> P) -> Publishers.TryCatch<Self, P>
  where P.Output == Output {
    Publishers.TryCatch(upstream: self, handler: handler)
  }
}

extension Publishers {
  /// Replaces a failure by another publisher. A value that was not asked for is a trap.
  public struct Catch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
  where Upstream.Output == NewPublisher.Output {
    public typealias Output = Upstream.Output
    public typealias Failure = NewPublisher.Failure

    /// Where the values come from at first.
    public let upstream: Upstream

    /// Makes the replacement.
    public let handler: (Upstream.Failure) -> NewPublisher

    /// `upstream`, and after its failure what `handler` makes of that.
    @inlinable
    public init(upstream: Upstream, handler: @escaping (Upstream.Failure) -> NewPublisher) {
      self.upstream = upstream
      self.handler = handler
    }

    /// Attaches `subscriber`. `.none` traps.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        CatchReceiver<S, Upstream.Failure, NewPublisher>(
          subscriber, handler, RelayStage(name: "Catch", refusesNone: true)))
    }
  }

  /// Replaces a failure by another publisher, or by another failure. A value that was not asked for is a trap.
  public struct TryCatch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
  where Upstream.Output == NewPublisher.Output {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error

    /// Where the values come from at first.
    public let upstream: Upstream

    /// Makes the replacement.
    public let handler: (Upstream.Failure) throws -> NewPublisher

    /// `upstream`, and after its failure what `handler` makes of that.
    @inlinable
    public init(upstream: Upstream, handler: @escaping (Upstream.Failure) throws -> NewPublisher) {
      self.upstream = upstream
      self.handler = handler
    }

    /// Attaches `subscriber`. `.none` traps.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        TryCatchReceiver<S, Upstream.Failure, NewPublisher>(
          subscriber, handler, RelayStage(name: "TryCatch", refusesNone: true)))
    }
  }
}

/// The first upstream's subscriber.
@usableFromInline
struct CatchReceiver<Downstream: Subscriber, Failure: Error, NewPublisher: Publisher>: Subscriber
where NewPublisher.Output == Downstream.Input, NewPublisher.Failure == Downstream.Failure {
  @usableFromInline typealias Input = Downstream.Input

  @usableFromInline let downstream: Downstream
  @usableFromInline let handler: (Failure) -> NewPublisher
  @usableFromInline let stage: RelayStage

  @inlinable
  init(_ downstream: Downstream, _ handler: @escaping (Failure) -> NewPublisher, _ stage: RelayStage) {
    self.downstream = downstream
    self.handler = handler
    self.stage = stage
  }

  @inlinable
  var combineIdentifier: CombineIdentifier { stage.combineIdentifier }

  @inlinable
  func receive(subscription: any Subscription) {
    if stage.begin(subscription) { downstream.receive(subscription: stage) }
  }

  @inlinable
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    guard stage.isActive, stage.listensToFirst, stage.takeOrTrap() else { return .none }
    let more = downstream.receive(input)
    stage.demand.add(more, noting: stage.note)
    return more
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    if stage.isAwaiting || !stage.listensToFirst { return }
    switch completion {
    case .finished:
      if stage.complete() { downstream.receive(completion: .finished) }
    case .failure(let error):
      stage.passOn()
      handler(error).subscribe(ReplacementReceiver(downstream, stage) { $0 })
    }
  }
}

@usableFromInline
struct TryCatchReceiver<Downstream: Subscriber, Failure: Error, NewPublisher: Publisher>: Subscriber
where NewPublisher.Output == Downstream.Input, Downstream.Failure == any Error {
  @usableFromInline typealias Input = Downstream.Input

  @usableFromInline let downstream: Downstream
  @usableFromInline let handler: (Failure) throws -> NewPublisher
  @usableFromInline let stage: RelayStage

  @inlinable
  init(_ downstream: Downstream, _ handler: @escaping (Failure) throws -> NewPublisher, _ stage: RelayStage) {
    self.downstream = downstream
    self.handler = handler
    self.stage = stage
  }

  @inlinable
  var combineIdentifier: CombineIdentifier { stage.combineIdentifier }

  @inlinable
  func receive(subscription: any Subscription) {
    if stage.begin(subscription) { downstream.receive(subscription: stage) }
  }

  @inlinable
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    guard stage.isActive, stage.listensToFirst, stage.takeOrTrap() else { return .none }
    let more = downstream.receive(input)
    stage.demand.add(more, noting: stage.note)
    return more
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    if stage.isAwaiting || !stage.listensToFirst { return }
    switch completion {
    case .finished:
      if stage.complete() { downstream.receive(completion: .finished) }
    case .failure(let error):
      stage.passOn()
      let replacement: NewPublisher
      do {
        replacement = try handler(error)
      } catch {
        if stage.complete() { downstream.receive(completion: .failure(error)) }
        return
      }
      replacement.subscribe(ReplacementReceiver(downstream, stage) { $0 as any Error })
    }
  }
}

extension CatchReceiver: CustomStringConvertible, CustomReflectable {
  @usableFromInline var description: String { stage.name }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: []) }
}

extension TryCatchReceiver: CustomStringConvertible, CustomReflectable {
  @usableFromInline var description: String { stage.name }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: []) }
}
