// switchToLatest: the latest of the publishers that come.

extension Publisher where Output: Publisher, Output.Failure == Failure {
  /// Delivers the values of the latest publisher; the one before is cancelled.
  ///
  /// Asks the upstream for everything, and each publisher for what was asked for and not delivered. Finishes when the
  /// upstream and the latest publisher have; a failure of either is the end and cancels the other.
  @inlinable
  public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
    Publishers.SwitchToLatest(upstream: self)
  }
}

extension Publisher where Output: Publisher, Failure == Never {
  /// As `switchToLatest`, also in its demand, for publishers that may fail from one that cannot.
  @inlinable
  public func switchToLatest()
    -> Publishers.SwitchToLatest<
      Output, Publishers.SetFailureType<Self, Output.Failure>
    >
  {
    setFailureType(to: Output.Failure.self).switchToLatest()
  }
}

extension Publisher where Output: Publisher, Output.Failure == Never, Failure == Never {
  /// As `switchToLatest`, also in its demand, where nothing can fail.
  @inlinable
  public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
    Publishers.SwitchToLatest(upstream: self)
  }
}

extension Publisher where Output: Publisher, Output.Failure == Never {
  /// As `switchToLatest`, also in its demand, for publishers that cannot fail from one that may.
  @inlinable
  public func switchToLatest()
    -> Publishers.SwitchToLatest<
      Publishers.SetFailureType<Output, Failure>, Publishers.Map<Self, Publishers.SetFailureType<Output, Failure>>
    >
  {
    map { $0.setFailureType(to: Failure.self) }.switchToLatest()
  }
}

extension Publishers {
  /// Delivers the values of the latest publisher that the upstream has delivered.
  ///
  /// The upstream is asked for everything. A new publisher is asked for what was asked for and not delivered, after the
  /// one before was cancelled. Finishes when the upstream and the latest publisher have; a failure of either is the end.
  /// A value that was not asked for is a trap.
  public struct SwitchToLatest<P: Publisher, Upstream: Publisher>: Publisher
  where P == Upstream.Output, P.Failure == Upstream.Failure {
    public typealias Output = P.Output
    public typealias Failure = P.Failure

    /// Where the publishers come from.
    public let upstream: Upstream

    /// The values of the latest of the publishers of `upstream`.
    @inlinable
    public init(upstream: Upstream) {
      self.upstream = upstream
    }

    /// Attaches `subscriber`, then subscribes to the upstream. `.none` traps.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let core = SwitchCore()
      subscriber.receive(subscription: core)
      upstream.subscribe(SwitchOuter<P, S>(core, subscriber))
    }
  }
}

/// Upstream, inner publishers and requests may come from different threads; they take turns (`Serial`).
@usableFromInline
final class SwitchCore: Subscription, Undoable {
  /// What may be reached from any thread, to cancel or to ask.
  struct Upstreams {
    var outer: (any Subscription)?
    var inner: (any Subscription)?
    var isEnded = false
  }

  @usableFromInline let serial = Serial()
  @usableFromInline let demand = DemandCounter()
  let upstreams = Protected(Upstreams())

  // Owner of `serial` only.
  /// The number of the latest inner publisher.
  @exclusivity(unchecked) @usableFromInline var latest = 0
  /// Whether the latest has not ended, or not even begun.
  @exclusivity(unchecked) @usableFromInline var isInnerAlive = false
  @exclusivity(unchecked) @usableFromInline var hasInnerSubscription = false
  @exclusivity(unchecked) @usableFromInline var isOuterFinished = false
  /// Whether the upstream's subscription has come. The upstream's thread only.
  @exclusivity(unchecked) @usableFromInline var hasBegun = false

  /// The log that its memory is noted in.
  @exclusivity(unchecked) @usableFromInline var mark = UndoLog.birth

  @usableFromInline
  init() {}

  @usableFromInline
  func restoring() -> () -> Void {
    let (count, upstreams, latest) = (demand.count, upstreams.withLock { $0 }, latest)
    let (isInnerAlive, hasInnerSubscription) = (isInnerAlive, hasInnerSubscription)
    let (isOuterFinished, hasBegun) = (isOuterFinished, hasBegun)
    return {
      self.demand.restore(count)
      _ = self.upstreams.exchange(upstreams)
      self.latest = latest
      (self.isInnerAlive, self.hasInnerSubscription) = (isInnerAlive, hasInnerSubscription)
      (self.isOuterFinished, self.hasBegun) = (isOuterFinished, hasBegun)
    }
  }

  @usableFromInline
  func connectOuter(_ subscription: any Subscription) {
    note()
    let isTaken = upstreams.withLock { upstreams in
      if upstreams.isEnded || upstreams.outer != nil { return false }
      upstreams.outer = subscription
      return true
    }
    if isTaken {
      subscription.request(.unlimited)
    } else {
      subscription.cancel()
    }
  }

  /// Cancels the inner publisher for a new one, and returns the new one's number. Owner only.
  @usableFromInline
  func switchOver() -> Int {
    note()
    latest += 1
    let number = latest
    isInnerAlive = true
    if hasInnerSubscription {
      hasInnerSubscription = false
      takeInner()?.cancel()
    }
    return number
  }

  /// Takes the subscription of inner publisher `number` and asks it for what is outstanding. Owner only.
  @usableFromInline
  func connectInner(_ subscription: any Subscription, _ number: Int) {
    note()
    let outstanding: Subscribers.Demand? = upstreams.withLock { upstreams in
      guard !upstreams.isEnded, number == latest, upstreams.inner == nil else { return nil }
      upstreams.inner = subscription
      return demand.current
    }
    guard let outstanding else {
      subscription.cancel()
      return
    }
    hasInnerSubscription = true
    if outstanding != .none { subscription.request(outstanding) }
  }

  private func takeInner() -> (any Subscription)? {
    upstreams.withLock { upstreams in
      let old = upstreams.inner
      upstreams.inner = nil
      return old
    }
  }

  /// Asks the inner publisher.
  @usableFromInline
  func askInner(_ more: Subscribers.Demand) {
    upstreams.withLock { $0.inner }?.request(more)
  }

  @usableFromInline
  func letInnerGo() {
    note()
    hasInnerSubscription = false
    let old = takeInner()
    withExtendedLifetime(old) {}
  }

  @usableFromInline
  func letOuterGo() {
    note()
    let old = upstreams.withLock { upstreams in
      let old = upstreams.outer
      upstreams.outer = nil
      return old
    }
    withExtendedLifetime(old) {}
  }

  /// Cancels what is still there.
  @usableFromInline
  func cancelUpstreams() {
    note()
    let old = upstreams.exchange(Upstreams(isEnded: true))
    old.inner?.cancel()
    old.outer?.cancel()
  }

  @usableFromInline
  func request(_ more: Subscribers.Demand) {
    requirePositive(more, "SwitchToLatest")
    note()
    // Under the lock, so that it reaches exactly one inner publisher.
    let inner = upstreams.withLock { upstreams in
      demand.add(more, noting: note)
      return upstreams.inner
    }
    inner?.request(more)
  }

  @usableFromInline
  func cancel() {
    note()
    guard demand.end(noting: note) else { return }
    cancelUpstreams()
  }
}

extension SwitchCore: CustomStringConvertible, CustomReflectable, CustomPlaygroundDisplayConvertible {
  @usableFromInline var description: String { "SwitchToLatest" }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: []) }
  @usableFromInline var playgroundDescription: Any { "SwitchToLatest" }
}

/// The upstream's subscriber.
@usableFromInline
final class SwitchOuter<Inner: Publisher, Downstream: Subscriber>: Subscriber
where Inner.Output == Downstream.Input, Inner.Failure == Downstream.Failure {
  @usableFromInline typealias Input = Inner
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let core: SwitchCore
  @usableFromInline let downstream: Downstream

  @inlinable
  init(_ core: SwitchCore, _ downstream: Downstream) {
    self.core = core
    self.downstream = downstream
  }

  @inlinable
  func receive(subscription: any Subscription) {
    core.hasBegun = true
    core.connectOuter(subscription)
  }

  @inlinable
  func receive(_ input: Inner) -> Subscribers.Demand {
    guard core.hasBegun else { return .none }
    switch core.serial.enter() {
    case .entered:
      switchOver(to: input)
      core.serial.leave()
    case .nested:
      switchOver(to: input)
    case .busy:
      if core.serial.post({ self.switchOver(to: input) }) { core.serial.leave() }
    }
    return .none
  }

  @inlinable
  func switchOver(to inner: Inner) {
    if core.demand.isEnded || core.isOuterFinished { return }
    if core.demand.current == .unlimited, deliverKnown(inner) { return }
    inner.subscribe(SwitchSide(self, core.switchOver()))
  }

  /// Delivers the result of a publisher that need not be subscribed to. False if it has to be. Owner only, while
  /// everything is wanted.
  @inlinable
  func deliverKnown(_ inner: Inner) -> Bool {
    let completion: Subscribers.Completion<Failure>
    let number: Int
    switch knownResult(of: inner) {
    case .unknown:
      return false
    case .value(let value, _):
      number = core.switchOver()
      // Cancelling the one before may have ended or overtaken this one.
      if number == core.latest, core.demand.take(noting: core.note) { _ = downstream.receive(value) }
      completion = .finished
    case .finished:
      number = core.switchOver()
      completion = .finished
    case .failure(let error):
      number = core.switchOver()
      completion = .failure(error)
    }
    if number == core.latest, !core.demand.isEnded { innerEnded(completion) }
    return true
  }

  /// The latest inner publisher has ended. Owner only.
  @inlinable
  func innerEnded(_ completion: Subscribers.Completion<Failure>) {
    core.note()
    core.isInnerAlive = false
    if case .finished = completion, !core.isOuterFinished { return }
    end(completion)
  }

  @usableFromInline
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    core.serial.perform {
      self.core.letOuterGo()
      self.core.isOuterFinished = true
      if case .finished = completion, self.core.isInnerAlive { return }
      self.end(completion)
    }
  }

  /// The end for the downstream. Owner only.
  @inlinable
  func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
    core.note()
    guard core.demand.end(noting: core.note) else { return }
    core.cancelUpstreams()
    downstream.receive(completion: completion)
  }
}

/// An inner publisher's subscriber.
@usableFromInline
struct SwitchSide<Inner: Publisher, Downstream: Subscriber>: Subscriber
where Inner.Output == Downstream.Input, Inner.Failure == Downstream.Failure {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let outer: SwitchOuter<Inner, Downstream>
  @usableFromInline let number: Int

  @inlinable
  init(_ outer: SwitchOuter<Inner, Downstream>, _ number: Int) {
    self.outer = outer
    self.number = number
  }

  @inlinable
  var core: SwitchCore { outer.core }

  @inlinable
  var combineIdentifier: CombineIdentifier { outer.combineIdentifier }

  @inlinable
  func receive(subscription: any Subscription) {
    switch core.serial.enter() {
    case .entered:
      core.connectInner(subscription, number)
      core.serial.leave()
    case .nested:
      core.connectInner(subscription, number)
    case .busy:
      if core.serial.post({ core.connectInner(subscription, number) }) { core.serial.leave() }
    }
  }

  @inlinable
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    switch core.serial.enter() {
    case .entered:
      let more = deliver(input)
      core.serial.leave()
      return more
    case .nested:
      return deliver(input)
    case .busy:
      receiveWhileBusy(input)
      return .none
    }
  }

  @usableFromInline
  func receiveWhileBusy(_ input: Downstream.Input) {
    let isOwner = core.serial.post {
      let more = deliver(input)
      if more != .none, number == core.latest { core.askInner(more) }
    }
    if isOwner { core.serial.leave() }
  }

  @inlinable
  func deliver(_ input: Downstream.Input) -> Subscribers.Demand {
    guard number == core.latest else { return .none }
    if !core.demand.take(noting: core.note) {
      if core.demand.isEnded { return .none }
      violation("SwitchToLatest got a value that was not asked for", remedy: "A publisher must not exceed the demand")
    }
    let more = outer.downstream.receive(input)
    if more == .none { return .none }
    core.demand.add(more, noting: core.note)
    if number == core.latest { return more }
    // Another publisher has come from inside the delivery: it is the one to ask.
    core.askInner(more)
    return .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    switch core.serial.enter() {
    case .entered:
      end(completion)
      core.serial.leave()
    case .nested:
      end(completion)
    case .busy:
      if core.serial.post({ end(completion) }) { core.serial.leave() }
    }
  }

  @inlinable
  func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
    guard number == core.latest, core.isInnerAlive, !core.demand.isEnded else { return }
    if !core.hasInnerSubscription { violationBeforeSubscription("completion", "SwitchToLatest") }
    core.letInnerGo()
    outer.innerEnded(completion)
  }
}

extension SwitchOuter: CustomStringConvertible, CustomReflectable {
  @usableFromInline var description: String { "SwitchToLatest" }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: []) }
}

extension SwitchSide: CustomStringConvertible, CustomReflectable {
  @usableFromInline var description: String { "SwitchToLatest" }
  @usableFromInline var customMirror: Mirror {
    Mirror(self, children: ["parentSubscription": core.combineIdentifier])
  }
}
