// handleEvents: closures that look at what passes.

extension Publisher {
  /// Calls a closure for each kind of event, before passing the event on.
  ///
  /// `receiveRequest` also sees the demand that the subscriber returns from a value, unless that is none. The closures
  /// are released at completion or cancellation.
  @inlinable
  public func handleEvents(
    receiveSubscription: ((any Subscription) -> Void)? = nil, receiveOutput: ((Output) -> Void)? = nil,
    receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil, receiveCancel: (() -> Void)? = nil,
    receiveRequest: ((Subscribers.Demand) -> Void)? = nil
  ) -> Publishers.HandleEvents<Self> {
    Publishers.HandleEvents(
      upstream: self, receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
      receiveCompletion: receiveCompletion, receiveCancel: receiveCancel, receiveRequest: receiveRequest)
  }
}

extension Publishers {
  /// Shows each event to a closure and passes it on. Demand, values and completion are unchanged.
  public struct HandleEvents<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// Where the events come from.
    public let upstream: Upstream

    /// Sees the subscription before the subscriber does.
    public var receiveSubscription: ((any Subscription) -> Void)?

    /// Sees each value before the subscriber does.
    public var receiveOutput: ((Upstream.Output) -> Void)?

    /// Sees the completion before the subscriber does.
    public var receiveCompletion: ((Subscribers.Completion<Upstream.Failure>) -> Void)?

    /// Called when the subscriber cancels, before the upstream is cancelled.
    public var receiveCancel: (() -> Void)?

    /// Sees each demand before the upstream does.
    public var receiveRequest: ((Subscribers.Demand) -> Void)?

    /// `upstream` with closures that look at its events.
    @inlinable
    public init(
      upstream: Upstream, receiveSubscription: ((any Subscription) -> Void)? = nil,
      receiveOutput: ((Output) -> Void)? = nil,
      receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil, receiveCancel: (() -> Void)? = nil,
      receiveRequest: ((Subscribers.Demand) -> Void)?
    ) {
      self.upstream = upstream
      self.receiveSubscription = receiveSubscription
      self.receiveOutput = receiveOutput
      self.receiveCompletion = receiveCompletion
      self.receiveCancel = receiveCancel
      self.receiveRequest = receiveRequest
    }

    /// Attaches `subscriber`.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        HandleEventsReceiver(
          subscriber, receiveSubscription, receiveOutput, receiveCompletion,
          HandleEventsStage(receiveCancel: receiveCancel, receiveRequest: receiveRequest)))
    }
  }
}

@usableFromInline
final class HandleEventsStage: Stage {
  /// The closures that the downstream's side calls.
  @usableFromInline let closures: Protected<(cancel: (() -> Void)?, request: ((Subscribers.Demand) -> Void)?)>
  @usableFromInline let seesRequests: Bool

  @usableFromInline
  init(receiveCancel: (() -> Void)?, receiveRequest: ((Subscribers.Demand) -> Void)?) {
    closures = Protected((receiveCancel, receiveRequest))
    seesRequests = receiveRequest != nil
    super.init(name: "HandleEvents")
  }

  @usableFromInline
  override func restoring() -> () -> Void {
    let (asStage, closures) = (super.restoring(), closures.withLock { $0 })
    return {
      asStage()
      _ = self.closures.exchange(closures)
    }
  }

  @usableFromInline
  func sees(_ demand: Subscribers.Demand) {
    if seesRequests { closures.withLock { $0.request }?(demand) }
  }

  @usableFromInline
  func release() {
    note()
    _ = closures.exchange((nil, nil))
  }

  @usableFromInline
  override func request(_ demand: Subscribers.Demand) {
    sees(demand)
    requestUpstream(demand)
  }

  @usableFromInline
  override func cancel() {
    note()
    closures.exchange((nil, nil)).cancel?()
    super.cancel()
  }
}

@usableFromInline
struct HandleEventsReceiver<Downstream: Subscriber>: Subscriber {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let receiveSubscription: ((any Subscription) -> Void)?
  @usableFromInline let receiveOutput: ((Downstream.Input) -> Void)?
  @usableFromInline let receiveCompletion: ((Subscribers.Completion<Downstream.Failure>) -> Void)?
  @usableFromInline let stage: HandleEventsStage

  @inlinable
  init(
    _ downstream: Downstream, _ receiveSubscription: ((any Subscription) -> Void)?,
    _ receiveOutput: ((Downstream.Input) -> Void)?,
    _ receiveCompletion: ((Subscribers.Completion<Downstream.Failure>) -> Void)?, _ stage: HandleEventsStage
  ) {
    self.downstream = downstream
    self.receiveSubscription = receiveSubscription
    self.receiveOutput = receiveOutput
    self.receiveCompletion = receiveCompletion
    self.stage = stage
  }

  @inlinable
  var combineIdentifier: CombineIdentifier { stage.combineIdentifier }

  @inlinable
  func receive(subscription: any Subscription) {
    receiveSubscription?(subscription)
    if stage.begin(subscription) { downstream.receive(subscription: stage) }
  }

  @inlinable
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    if stage.isEnded { return .none }
    receiveOutput?(input)
    let more = downstream.receive(input)
    if more != .none { stage.sees(more) }
    return more
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    if stage.isEnded { return }
    receiveCompletion?(completion)
    stage.release()
    if stage.complete(early: true) { downstream.receive(completion: completion) }
  }
}

extension HandleEventsReceiver: CustomStringConvertible, CustomReflectable {
  @usableFromInline var description: String { "HandleEvents" }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: []) }
}
