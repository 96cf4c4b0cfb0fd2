// Operators that go on with another upstream where one has ended: append, catch, retry.
//
// What the downstream has asked for and not yet got is asked from the next upstream. Demand is added under the lock
// that also guards which upstream is the present one, so that a request meets exactly one of them.

@usableFromInline
final class RelayStage: Stage {
  @usableFromInline let demand = DemandCounter()
  /// Whether the first upstream has ended, and another is in its place or will be. The first upstream only.
  @exclusivity(unchecked) @usableFromInline var hasPassedOn = false
  /// Whether a request for nothing is a trap; else it goes up like any other.
  private let refusesNone: Bool

  @usableFromInline
  init(name: String, refusesNone: Bool) {
    self.refusesNone = refusesNone
    super.init(name: name)
  }

  @usableFromInline
  override func restoring() -> () -> Void {
    let (asStage, count, hasPassedOn) = (super.restoring(), demand.count, hasPassedOn)
    return {
      asStage()
      self.demand.restore(count)
      self.hasPassedOn = hasPassedOn
    }
  }

  /// Whether the first upstream is still the one that is listened to.
  @inlinable
  var listensToFirst: Bool { !hasPassedOn && !isEnded }

  /// The next upstream's subscription: takes it and asks it for what is outstanding. After cancellation, or if the present
  /// upstream is still there, it is cancelled.
  @usableFromInline
  func goOn(with subscription: any Subscription) {
    note()
    let outstanding: Subscribers.Demand? = upstream.withLock { upstream in
      if isEnded || upstream != nil { return nil }
      upstream = subscription
      return demand.current
    }
    guard let outstanding else {
      subscription.cancel()
      return
    }
    if outstanding != .none { subscription.request(outstanding) }
  }

  /// The present upstream has ended, another will follow.
  @usableFromInline
  func letGo() {
    note()
    _ = upstream.exchange(nil)
  }

  /// The first upstream has ended, another will follow: whatever else the first one sends is not listened to.
  @inlinable
  func passOn() {
    note()
    hasPassedOn = true
    letGo()
  }

  @usableFromInline
  override func request(_ more: Subscribers.Demand) {
    if refusesNone { requirePositive(more, name) }
    note()
    let subscription = upstream.withLock { upstream in
      demand.add(more, noting: note)
      return upstream
    }
    subscription?.request(more)
  }

  /// Counts a value against the demand. False if it must not be delivered; a value that nobody asked for is a bug.
  @inlinable
  func takeOrTrap() -> Bool {
    if demand.take(noting: note) { return true }
    if !isEnded {
      violation("\(name) got a value that was not asked for", remedy: "A publisher must not exceed the demand")
    }
    return false
  }
}

/// The subscriber of a publisher that goes on where another has ended.
@usableFromInline
struct ReplacementReceiver<Downstream: Subscriber, Failure: Error>: Subscriber {
  @usableFromInline typealias Input = Downstream.Input

  @usableFromInline let downstream: Downstream
  @usableFromInline let stage: RelayStage
  @usableFromInline let dropsUnasked: Bool
  @usableFromInline let failure: (Failure) -> Downstream.Failure
  /// Whether the subscription has come; what comes before it is ignored.
  @usableFromInline let hasBegun = Cell(false)
  @usableFromInline let combineIdentifier = CombineIdentifier()

  @inlinable
  init(
    _ downstream: Downstream, _ stage: RelayStage, dropsUnasked: Bool = false,
    _ failure: @escaping (Failure) -> Downstream.Failure
  ) {
    self.downstream = downstream
    self.stage = stage
    self.dropsUnasked = dropsUnasked
    self.failure = failure
  }

  @inlinable
  func receive(subscription: any Subscription) {
    hasBegun.value = true
    stage.goOn(with: subscription)
  }

  @inlinable
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    if stage.isEnded || !hasBegun.value { return .none }
    guard dropsUnasked ? stage.demand.take(noting: stage.note) : stage.takeOrTrap() else { return .none }
    let more = downstream.receive(input)
    stage.demand.add(more, noting: stage.note)
    return more
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    guard hasBegun.value, stage.complete() else { return }
    downstream.receive(completion: completion.mapFailure(failure))
  }
}

extension ReplacementReceiver: CustomStringConvertible, CustomReflectable {
  @usableFromInline var description: String { stage.name }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: []) }
}
