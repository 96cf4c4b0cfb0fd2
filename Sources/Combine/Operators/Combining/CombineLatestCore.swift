// The heart of CombineLatest, for any number of upstreams: a junction with the latest values.

/// The latest value of each upstream.
@usableFromInline
protocol LatestValues {
  associatedtype Combined
  init()
  /// All values, if each upstream has delivered one.
  var combined: Combined? { get }
}

@usableFromInline
final class CombineLatestCore<Latest: LatestValues>: Junction {
  // Owner of `serial` only.
  @exclusivity(unchecked) @usableFromInline var latest = Latest()
  @exclusivity(unchecked) @usableFromInline var isDelivering = false
  @exclusivity(unchecked) @usableFromInline var hasStarted = false
  /// An end that came while the upstreams were being subscribed to: it follows the subscription.
  @exclusivity(unchecked) @usableFromInline var earlyEnd: (() -> Void)?

  @inlinable
  init(count: Int) {
    super.init(count: count, name: "CombineLatest")
  }

  @usableFromInline
  override func restoring() -> () -> Void {
    let (asJunction, latest) = (super.restoring(), latest)
    let (hasStarted, earlyEnd) = (hasStarted, earlyEnd)
    return {
      asJunction()
      (self.latest, self.hasStarted, self.earlyEnd) = (latest, hasStarted, earlyEnd)
    }
  }

  /// All upstreams are subscribed to: the downstream's turn.
  @inlinable
  func start<Downstream: Subscriber>(_ downstream: Downstream) {
    serial.perform {
      self.note()
      self.hasStarted = true
      downstream.receive(subscription: self)
      let end = self.earlyEnd
      self.earlyEnd = nil
      end?()
    }
  }

  @usableFromInline
  override func release() {
    latest = Latest()
  }
}

/// The subscriber of one upstream.
@usableFromInline
struct CombineLatestSide<Latest: LatestValues, Input, Downstream: Subscriber>: Subscriber
where Downstream.Input == Latest.Combined {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let core: CombineLatestCore<Latest>
  @usableFromInline let downstream: Downstream
  @usableFromInline let index: Int
  @usableFromInline let store: (inout Latest, Input) -> Void
  @usableFromInline let combineIdentifier = CombineIdentifier()

  @inlinable
  init(
    _ core: CombineLatestCore<Latest>, _ downstream: Downstream, _ index: Int,
    store: @escaping (inout Latest, Input) -> Void
  ) {
    self.core = core
    self.downstream = downstream
    self.index = index
    self.store = store
  }

  @inlinable
  func receive(subscription: any Subscription) {
    guard let outstanding = core.connect(subscription, at: index), outstanding != .none else { return }
    subscription.request(outstanding)
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
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
  func receiveWhileBusy(_ input: Input) {
    let isOwner = core.serial.post {
      let more = deliver(input)
      if more != .none { core.ask(more, at: index) }
    }
    if isOwner { core.serial.leave() }
  }

  /// Keeps the value, and delivers a combination if there is one and it is wanted. A value that comes from inside the
  /// delivery, or without demand, is kept only. Demand that the downstream returns goes to all upstreams.
  @inlinable
  func deliver(_ input: Input) -> Subscribers.Demand {
    if core.demand.isEnded { return .none }
    core.note()
    store(&core.latest, input)
    if core.isDelivering { return .none }
    guard let combined = core.latest.combined, core.demand.take(noting: core.note) else { return .none }
    core.isDelivering = true
    let more = downstream.receive(combined)
    core.isDelivering = false
    if more != .none {
      core.demand.add(more, noting: core.note)
      core.ask(more, except: index)
    }
    return more
  }

  @usableFromInline
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    core.serial.perform {
      guard core.disconnect(at: index) else { return }
      switch completion {
      case .failure:
        guard core.demand.end(noting: core.note) else { return }
        core.cancelUpstreams()
      case .finished:
        core.unfinished -= 1
        guard core.unfinished == 0, core.demand.end(noting: core.note) else { return }
      }
      core.latest = Latest()
      if core.hasStarted {
        downstream.receive(completion: completion)
      } else {
        core.earlyEnd = { downstream.receive(completion: completion) }
      }
    }
  }
}

extension CombineLatestSide: CustomStringConvertible, CustomReflectable {
  @usableFromInline var description: String { core.name }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: []) }
}
