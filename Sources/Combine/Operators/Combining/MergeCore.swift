// The heart of Merge and MergeMany, for any number of upstreams.
//
// Each upstream is asked for one value at a time, or for everything once the downstream has asked for everything. A
// value that comes without demand waits here: at most one of each upstream, in order of arrival.

@usableFromInline
final class MergeCore<Downstream: Subscriber>: Junction {
  @usableFromInline
  struct Held {
    @usableFromInline let value: Downstream.Input
    @usableFromInline let index: Int

    @inlinable
    init(_ value: Downstream.Input, _ index: Int) {
      self.value = value
      self.index = index
    }
  }

  /// Made where the types are known; see `SubscriberBox`.
  @usableFromInline let drain: (MergeCore) -> Void

  // Owner of `serial` only.
  @exclusivity(unchecked) @usableFromInline var downstream: Downstream?
  @exclusivity(unchecked) @usableFromInline var held: ContiguousArray<Held> = []
  /// The downstream is being called: a request from inside it is answered when it returns.
  @exclusivity(unchecked) @usableFromInline var isDelivering = false

  @inlinable
  init(_ downstream: Downstream, count: Int) {
    self.downstream = downstream
    drain = { $0.deliverHeld() }
    super.init(count: count, requested: .max(1), name: "Merge")
  }

  @usableFromInline
  override func restoring() -> () -> Void {
    let (asJunction, downstream, held) = (super.restoring(), downstream, held)
    return {
      asJunction()
      (self.downstream, self.held) = (downstream, held)
    }
  }

  /// Gives the subscription down; the upstreams are subscribed to afterwards.
  @inlinable
  func start() {
    downstream?.receive(subscription: self)
  }

  /// All upstreams are subscribed to. Only without any is this the end.
  @inlinable
  func finishIfEmpty() {
    serial.perform { self.finishIfDone() }
  }

  /// Notes demand. Once it is unlimited, so is what the upstreams are asked for.
  @usableFromInline
  func add(_ more: Subscribers.Demand) {
    note()
    demand.add(more, noting: note)
    guard demand.current == .unlimited else { return }
    let subscriptions: [(any Subscription)?] = upstreams.withLock { upstreams in
      if upstreams.requested == .unlimited { return [] }
      upstreams.requested = .unlimited
      return upstreams.subscriptions
    }
    for subscription in subscriptions { subscription?.request(.unlimited) }
  }

  /// Delivers what waits, as far as it is wanted. Owner only.
  @inlinable
  func deliverHeld() {
    guard !isDelivering, let downstream else { return }
    note()
    while !held.isEmpty, demand.take(noting: note) {
      let next = held.removeFirst()
      isDelivering = true
      let more = downstream.receive(next.value)
      isDelivering = false
      if more != .none { add(more) }
      if demand.current != .unlimited { ask(.max(1), at: next.index) }
    }
    finishIfDone()
  }

  /// Finishes if all upstreams have, and nothing waits. Owner only.
  @inlinable
  func finishIfDone() {
    guard unfinished == 0, held.isEmpty else { return }
    note()
    guard demand.end(noting: note) else { return }
    let downstream = self.downstream
    release()
    downstream?.receive(completion: .finished)
  }

  @usableFromInline
  override func request(_ more: Subscribers.Demand) {
    if more == .none { return }
    add(more)
    switch serial.enter() {
    case .entered:
      drain(self)
      serial.leave()
    case .nested:
      drain(self)
    case .busy:
      if serial.post({ self.drain(self) }) { serial.leave() }
    }
  }

  @usableFromInline
  override func release() {
    downstream = nil
    held = []
  }
}

/// The subscriber of one upstream.
@usableFromInline
struct MergeSide<Downstream: Subscriber>: Subscriber {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let core: MergeCore<Downstream>
  @usableFromInline let downstream: Downstream
  @usableFromInline let index: Int
  @usableFromInline let combineIdentifier = CombineIdentifier()

  @inlinable
  init(_ core: MergeCore<Downstream>, _ downstream: Downstream, _ index: Int) {
    self.core = core
    self.downstream = downstream
    self.index = index
  }

  @inlinable
  func receive(subscription: any Subscription) {
    if let outstanding = core.connect(subscription, at: index) { subscription.request(outstanding) }
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
      if more != .none { core.ask(more, at: index) }
    }
    if isOwner { core.serial.leave() }
  }

  /// Delivers the value if it is wanted, otherwise holds it. Returns what to ask of this upstream.
  @inlinable
  func deliver(_ input: Downstream.Input) -> Subscribers.Demand {
    guard core.demand.take(noting: core.note) else {
      hold(input)
      return .none
    }
    let isNested = core.isDelivering
    core.isDelivering = true
    let more = downstream.receive(input)
    core.isDelivering = isNested
    if more != .none { core.add(more) }
    if !core.held.isEmpty { core.deliverHeld() }
    return core.demand.current == .unlimited ? .none : .max(1)
  }

  /// Keeps the value until it is asked for. An upstream that sends more than it was asked for loses the older one.
  @inlinable
  func hold(_ input: Downstream.Input) {
    if core.demand.isEnded { return }
    let next = MergeCore<Downstream>.Held(input, index)
    if let old = core.held.firstIndex(where: { $0.index == index }) {
      core.held[old] = next
    } else {
      core.held.append(next)
    }
  }

  @usableFromInline
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    core.serial.perform {
      guard core.disconnect(at: index) else { return }
      switch completion {
      case .finished:
        core.unfinished -= 1
        core.finishIfDone()
      case .failure:
        guard core.demand.end(noting: core.note) else { return }
        core.cancelUpstreams()
        core.release()
        downstream.receive(completion: completion)
      }
    }
  }
}

extension MergeSide: CustomStringConvertible, CustomReflectable {
  @usableFromInline var description: String { core.name }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: []) }
}
