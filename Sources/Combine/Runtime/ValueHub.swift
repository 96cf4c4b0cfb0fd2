// A hub that remembers the latest value: what CurrentValueSubject and @Published have in common.
//
// A new subscription gets the value with its first request; one that missed a value for lack of demand gets the latest
// one with its next request. Values are numbered, so that "missed" is a comparison.
//
// The value has a lock of its own, since anybody may read it at any time. Who stores does so either as the owner of
// `serial` with no errands waiting, or while leaving an errand; in both cases under the lock. Therefore values are
// delivered in the order in which they were stored, whatever the threads do.

public import Synchronization

@usableFromInline
struct HubValue<Output> {
  /// What `value` returns.
  @usableFromInline var stored: Output
  /// What subscribers get instead while it is being announced, before it is stored (@Published).
  @usableFromInline var announced: Output?
  /// Counts values, from 1.
  @usableFromInline var version: UInt = 1
  @usableFromInline var isFinished = false

  @inlinable
  init(_ value: Output) {
    stored = value
  }

  /// Stores `value` and returns the old one, to be released after unlocking.
  @inlinable
  mutating func replace(by value: Output) -> Output {
    let old = stored
    stored = value
    version &+= 1
    return old
  }
}

@usableFromInline
class ValueHub<Output, Failure: Error>: Hub<Output, Failure> {
  @usableFromInline final let state: Protected<HubValue<Output>>
  /// Whether a delivery would reach anybody. Raised before a new member reads the value, so a writer that finds it
  /// lowered, under the lock, may store and be done: the member will read what was stored.
  @usableFromInline final let hasMembers = Atomic<Bool>(false)
  /// Made where the types are known; see `SubscriberBox`.
  @usableFromInline final let replay: (UntypedHub, HubSubscription) -> Void

  @inlinable
  init(_ value: Output) {
    state = Protected(HubValue(value))
    replay = { hub, subscription in
      unsafeDowncast(hub, to: ValueHub<Output, Failure>.self).replayNow(to: subscription)
    }
    super.init()
  }

  /// The stored value. Any thread.
  @inlinable
  final var value: Output {
    state.withLock { $0.stored }
  }

  /// Keeps `value` without telling anybody.
  @inlinable
  final func store(_ value: Output) {
    _ = state.withLock { $0.replace(by: value) }
  }

  /// Stores if nobody listens.
  @inlinable
  final func storeIfUnobserved(_ value: Output) -> Bool {
    if hasMembers.load(ordering: .relaxed) { return false }
    return state.withLock { state -> Output? in
      hasMembers.load(ordering: .sequentiallyConsistent) ? nil : state.replace(by: value)
    } != nil
  }

  // MARK: Store, then deliver (CurrentValueSubject)

  @inlinable
  final func send(_ value: Output) {
    switch serial.enter() {
    case .entered:
      sendNow(value)
      serial.leave()
    case .nested:
      sendNow(value)
    case .busy:
      sendWhileBusy(value)
    }
  }

  @inlinable
  final func sendNow(_ value: Output) {
    if isCompleted { return }
    while true {
      let stored: (version: UInt, old: Output)? = state.withLock { state in
        if serial.hasErrands { return nil }
        let old = state.replace(by: value)
        return (state.version, old)
      }
      if let stored {
        deliver(value, version: stored.version)
        return
      }
      serial.runErrands()
      if isCompleted { return }
    }
  }

  @usableFromInline
  final func sendWhileBusy(_ value: Output) {
    let (isOwner, _): (Bool, Output?) = state.withLock { state in
      if state.isFinished { return (false, nil) }
      let old = state.replace(by: value)
      let version = state.version
      return (serial.post { self.deliver(value, version: version) }, old)
    }
    if isOwner { serial.leave() }
  }

  @usableFromInline
  final func send(completion: Subscribers.Completion<Failure>) {
    serial.perform {
      self.state.withLock { $0.isFinished = true }
      self.finish(completion)
    }
  }

  // MARK: Deliver, then store (@Published)

  @inlinable
  final func announce(_ value: Output) {
    if storeIfUnobserved(value) { return }
    switch serial.enter() {
    case .entered:
      announceNow(value)
      serial.leave()
    case .nested:
      announceNow(value)
    case .busy:
      announceWhileBusy(value)
    }
  }

  @inlinable
  final func announceNow(_ value: Output) {
    if serial.hasErrands { serial.runErrands() }
    let (version, outer) = state.withLock { state in
      let outer = state.announced
      state.announced = value
      state.version &+= 1
      return (state.version, outer)
    }
    deliver(value, version: version)
    _ = state.withLock { state in
      let old = (state.stored, state.announced)
      state.stored = value
      state.announced = outer
      return old
    }
  }

  /// The writer reads its own value at once; the announcement follows when the other thread's is over.
  @usableFromInline
  final func announceWhileBusy(_ value: Output) {
    let (isOwner, _) = state.withLock { state in
      let old = state.stored
      state.stored = value
      return (serial.post { self.announceNow(value) }, old)
    }
    if isOwner { serial.leave() }
  }

  // MARK: Replay

  @usableFromInline
  final override func asked(by subscription: HubSubscription) {
    let privateThread = subscription.privateThread.load(ordering: .relaxed)
    if privateThread != 0 {
      // Not a member yet. Its own thread may deliver; a request from elsewhere is seen when it joins.
      if privateThread == currentThread() { replay(self, subscription) }
      return
    }
    switch serial.enter() {
    case .entered:
      replay(self, subscription)
      serial.leave()
    case .nested:
      replay(self, subscription)
    case .busy:
      if serial.post({ self.replay(self, subscription) }) { serial.leave() }
    }
  }

  @inlinable
  final func replayNow(to subscription: HubSubscription) {
    let (value, version) = state.withLock { ($0.announced ?? $0.stored, $0.version) }
    guard subscription.seen != version, let box = subscription.box?.takeUnretainedValue(), subscription.take(version)
    else { return }
    let more = unsafeDowncast(box, to: SubscriberBox<Output, Failure>.self).receive(value)
    if more != .none { subscription.demand.add(more) }
  }

  @usableFromInline
  final override func membersChanged() {
    hasMembers.store(!members.isEmpty, ordering: .sequentiallyConsistent)
  }
}
