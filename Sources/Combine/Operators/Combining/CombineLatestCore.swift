// The heart of CombineLatest, for any number of upstreams.
//
//   upstream 0 ──► side 0 ─┐
//   upstream 1 ──► side 1 ─┼─► core: the latest values, the demand ──► downstream
//   …                      ┘
//
// Each side holds the downstream; the core, which the downstream holds as its subscription, does not. Values from
// several threads take turns (`Serial`), so a combination is always one that existed.

/// The latest value of each upstream.
@usableFromInline
protocol LatestValues {
  associatedtype Combined
  init()
  /// All values, if each upstream has delivered one.
  var combined: Combined? { get }
}

@usableFromInline
final class CombineLatestCore<Latest: LatestValues>: Subscription {
  /// What may come from any thread.
  @usableFromInline
  struct Upstreams {
    @usableFromInline var subscriptions: [(any Subscription)?]
    /// Everything the downstream has asked for, for an upstream that subscribes late.
    @usableFromInline var requested = Subscribers.Demand.none
    @usableFromInline var isEnded = false

    @inlinable
    init(count: Int) {
      subscriptions = Array(repeating: nil, count: count)
    }
  }

  @usableFromInline let serial = Serial()
  @usableFromInline let demand = DemandCounter()
  @usableFromInline let upstreams: Protected<Upstreams>
  @usableFromInline let name: String

  // Owner of `serial` only.
  @exclusivity(unchecked) @usableFromInline var latest = Latest()
  @exclusivity(unchecked) @usableFromInline var isDelivering = false
  @exclusivity(unchecked) @usableFromInline var unfinished: Int
  @exclusivity(unchecked) @usableFromInline var hasStarted = false
  /// An end that came while the upstreams were being subscribed to: it follows the subscription.
  @exclusivity(unchecked) @usableFromInline var earlyEnd: (() -> Void)?

  @inlinable
  init(count: Int, name: String) {
    unfinished = count
    upstreams = Protected(Upstreams(count: count))
    self.name = name
  }

  /// All upstreams are subscribed to: the downstream's turn.
  @inlinable
  func start<Downstream: Subscriber>(_ downstream: Downstream) {
    serial.perform {
      self.hasStarted = true
      downstream.receive(subscription: self)
      let end = self.earlyEnd
      self.earlyEnd = nil
      end?()
    }
  }

  /// Takes the subscription of upstream `index`; a second one is cancelled.
  @usableFromInline
  func connect(_ subscription: any Subscription, at index: Int) {
    let outstanding: Subscribers.Demand? = upstreams.withLock { upstreams in
      guard !upstreams.isEnded, upstreams.subscriptions[index] == nil else { return nil }
      upstreams.subscriptions[index] = subscription
      return upstreams.requested
    }
    guard let outstanding else {
      subscription.cancel()
      return
    }
    if outstanding != .none { subscription.request(outstanding) }
  }

  /// Asks every upstream but one.
  @usableFromInline
  func ask(_ more: Subscribers.Demand, except index: Int? = nil) {
    let subscriptions = upstreams.withLock { upstreams in
      upstreams.requested += more
      return upstreams.subscriptions
    }
    for (other, subscription) in subscriptions.enumerated() where other != index { subscription?.request(more) }
  }

  /// Cancels every upstream that is still there.
  @usableFromInline
  func cancelUpstreams() {
    let subscriptions = upstreams.withLock { upstreams in
      let subscriptions = upstreams.subscriptions
      upstreams.subscriptions = Array(repeating: nil, count: subscriptions.count)
      upstreams.isEnded = true
      return subscriptions
    }
    for subscription in subscriptions { subscription?.cancel() }
  }

  @usableFromInline
  func request(_ more: Subscribers.Demand) {
    requirePositive(more, name)
    demand.add(more)
    ask(more)
  }

  @usableFromInline
  func cancel() {
    guard demand.end() else { return }
    cancelUpstreams()
    serial.perform { self.latest = Latest() }
  }
}

extension CombineLatestCore: CustomStringConvertible, CustomReflectable, CustomPlaygroundDisplayConvertible {
  @usableFromInline var description: String { name }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: []) }
  @usableFromInline var playgroundDescription: Any { name }
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
    core.connect(subscription, at: index)
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
      guard more != .none else { return }
      core.upstreams.withLock { $0.subscriptions[index] }?.request(more)
    }
    if isOwner { core.serial.leave() }
  }

  /// Keeps the value, and delivers a combination if there is one and it is wanted. A value that comes from inside the
  /// delivery, or without demand, is kept only. Demand that the downstream returns goes to all upstreams.
  @inlinable
  func deliver(_ input: Input) -> Subscribers.Demand {
    if core.demand.isEnded { return .none }
    store(&core.latest, input)
    if core.isDelivering { return .none }
    guard let combined = core.latest.combined, core.demand.take() else { return .none }
    core.isDelivering = true
    let more = downstream.receive(combined)
    core.isDelivering = false
    if more != .none {
      core.demand.add(more)
      core.ask(more, except: index)
    }
    return more
  }

  @usableFromInline
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    core.serial.perform {
      switch completion {
      case .failure:
        guard core.demand.end() else { return }
        core.upstreams.withLock { $0.subscriptions[index] = nil }
        core.cancelUpstreams()
      case .finished:
        let wasThere = core.upstreams.withLock { upstreams in
          let subscription = upstreams.subscriptions[index]
          upstreams.subscriptions[index] = nil
          return subscription != nil
        }
        guard wasThere else { return }
        core.unfinished -= 1
        guard core.unfinished == 0, core.demand.end() else { return }
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
