// What operators with several upstreams share.
//
//   upstream 0 ──► side 0 ─┐
//   upstream 1 ──► side 1 ─┼─► junction: the ways up, the demand ──► downstream
//   …                      ┘
//
// A side is a struct that its upstream holds: the junction, the downstream, and which of the upstreams it is. Values
// from several threads take turns (`Serial`). Managing needs no types, so it is not generic.

@usableFromInline
class Junction: Subscription, Undoable {
  /// What may be touched from any thread.
  @usableFromInline
  struct Upstreams {
    @usableFromInline var subscriptions: [(any Subscription)?]
    /// What each upstream has been asked for, for one that subscribes late.
    @usableFromInline var requested: Subscribers.Demand
    @usableFromInline var isEnded = false

    init(count: Int, requested: Subscribers.Demand) {
      subscriptions = Array(repeating: nil, count: count)
      self.requested = requested
    }
  }

  @usableFromInline final let serial = Serial()
  @usableFromInline final let demand = DemandCounter()
  @usableFromInline final let upstreams: Protected<Upstreams>
  @usableFromInline final let name: String

  // Owner of `serial` only.
  /// How many upstreams have not finished.
  @exclusivity(unchecked) @usableFromInline final var unfinished: Int

  /// The log that its memory is noted in.
  @exclusivity(unchecked) @usableFromInline final var mark = UndoLog.birth

  @usableFromInline
  init(count: Int, requested: Subscribers.Demand = .none, name: String) {
    upstreams = Protected(Upstreams(count: count, requested: requested))
    unfinished = count
    self.name = name
  }

  /// What gives it back the memory that it has now. Operators that have more of it override this.
  @usableFromInline
  func restoring() -> () -> Void {
    let (upstreams, count, unfinished) = (upstreams.withLock { $0 }, demand.count, unfinished)
    return {
      _ = self.upstreams.exchange(upstreams)
      self.demand.restore(count)
      self.unfinished = unfinished
    }
  }

  /// Takes the subscription of upstream `index` and returns what it has to be asked for. A second one, or one that
  /// comes after the end, is cancelled: then the answer is nil.
  @usableFromInline
  final func connect(_ subscription: any Subscription, at index: Int) -> Subscribers.Demand? {
    note()
    let outstanding: Subscribers.Demand? = upstreams.withLock { upstreams in
      guard !upstreams.isEnded, upstreams.subscriptions[index] == nil else { return nil }
      upstreams.subscriptions[index] = subscription
      return upstreams.requested
    }
    if outstanding == nil { subscription.cancel() }
    return outstanding
  }

  /// Upstream `index` has completed. False if it was not connected.
  @usableFromInline
  final func disconnect(at index: Int) -> Bool {
    note()
    return upstreams.withLock { upstreams in
      let subscription = upstreams.subscriptions[index]
      upstreams.subscriptions[index] = nil
      return subscription
    } != nil
  }

  /// Asks one upstream, if it is still there.
  @usableFromInline
  final func ask(_ more: Subscribers.Demand, at index: Int) {
    upstreams.withLock { $0.subscriptions[index] }?.request(more)
  }

  /// Asks every upstream but one, and those that subscribe later.
  @usableFromInline
  final func ask(_ more: Subscribers.Demand, except index: Int? = nil) {
    note()
    let subscriptions = upstreams.withLock { upstreams in
      upstreams.requested += more
      return upstreams.subscriptions
    }
    for (other, subscription) in subscriptions.enumerated() where other != index { subscription?.request(more) }
  }

  /// Cancels every upstream that is still there, and those that subscribe later.
  @usableFromInline
  final func cancelUpstreams() {
    note()
    let subscriptions = upstreams.withLock { upstreams in
      let subscriptions = upstreams.subscriptions
      upstreams.subscriptions = Array(repeating: nil, count: subscriptions.count)
      upstreams.isEnded = true
      return subscriptions
    }
    for subscription in subscriptions { subscription?.cancel() }
  }

  // MARK: For the downstream

  @usableFromInline
  func request(_ more: Subscribers.Demand) {
    requirePositive(more, name)
    note()
    demand.add(more, noting: note)
    ask(more)
  }

  @usableFromInline
  final func cancel() {
    note()
    guard demand.end(noting: note) else { return }
    cancelUpstreams()
    serial.perform { self.release() }
  }

  /// Lets go of everything that is held for later. Owner only, after the end.
  @usableFromInline
  func release() {}
}

extension Junction: CustomStringConvertible, CustomReflectable, CustomPlaygroundDisplayConvertible {
  @usableFromInline var description: String { name }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: []) }
  @usableFromInline var playgroundDescription: Any { name }
}
