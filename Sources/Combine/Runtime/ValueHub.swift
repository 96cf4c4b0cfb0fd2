// A hub that remembers the latest value: what CurrentValueSubject and @Published have in common.
//
// A new subscription gets the value with its first request; one that missed a value for lack of demand gets the latest
// one with its next request. Values are numbered, so that "missed" is a comparison.
//
// The value has a lock of its own, since anybody may read it at any time. Who stores does so either as the owner of
// `turn` with no work items waiting, or while leaving a work item; in both cases under the lock. Therefore values are
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
}

@usableFromInline
class ValueHub<Output, Failure: Error>: Hub<Output, Failure>, Undoable {
  @usableFromInline final let state: Protected<HubValue<Output>>
  /// A copy of the stored value, if it is a few bits that fit in here: then readers need no lock.
  @usableFromInline final let mirror: Atomic<UInt>
  /// Made where the types are known; see `SubscriberBox`.
  @usableFromInline final let replay: (UntypedHub, HubSubscription) -> Void
  /// The log that its value is noted in.
  @exclusivity(unchecked) @usableFromInline final var mark = UndoLog.birth

  @inlinable
  init(_ value: Output) {
    state = Protected(HubValue(value))
    mirror = Atomic(Self.isMirrored ? Self.bits(of: value) : 0)
    replay = { hub, subscription in
      unsafeDowncast(hub, to: ValueHub<Output, Failure>.self).replayNow(to: subscription)
    }
    super.init()
  }

  /// The stored value. Any thread.
  @inlinable
  final var value: Output {
    if Self.isMirrored {
      return withUnsafeBytes(of: mirror.load(ordering: .acquiring)) { $0.load(as: Output.self) }
    }
    return state.withLock { $0.stored }
  }

  /// Keeps `value` without telling anybody.
  @inlinable
  final func store(_ value: Output) {
    _ = state.withLock { replace(&$0, by: value) }
  }

  /// Keeps `value` as what was there before.
  @inlinable
  final func takeBack(_ value: Output) {
    _ = state.withLock { exchange(&$0, value) }
  }

  /// Stores `value` as the next version and returns the old one, to be released after unlocking. Under the lock only.
  @inlinable
  final func replace(_ state: inout HubValue<Output>, by value: Output) -> Output {
    state.version &+= 1
    return exchange(&state, value)
  }

  /// Stores `value` and returns the old one. Under the lock only.
  @inlinable
  final func exchange(_ state: inout HubValue<Output>, _ value: Output) -> Output {
    let old = state.stored
    state.stored = value
    if Self.isMirrored { mirror.store(Self.bits(of: value), ordering: .releasing) }
    return old
  }

  @inlinable
  static var isMirrored: Bool {
    _isPOD(Output.self) && MemoryLayout<Output>.size <= MemoryLayout<UInt>.size
  }

  @inlinable
  static func bits(of value: Output) -> UInt {
    var bits: UInt = 0
    withUnsafeMutableBytes(of: &bits) { $0.storeBytes(of: value, as: Output.self) }
    return bits
  }

  /// Stores if nobody listens. Members are announced before they read the value, so a writer that finds none, under the
  /// lock, may store and be done: the member will read what was stored.
  @inlinable
  final func storeIfUnobserved(_ value: Output) -> Bool {
    if hasMembers.load(ordering: .relaxed) { return false }
    return state.withLock { state -> Output? in
      hasMembers.load(ordering: .sequentiallyConsistent) ? nil : replace(&state, by: value)
    } != nil
  }

  // MARK: Being undone

  @usableFromInline
  final func restoring() -> () -> Void {
    let old = state.withLock { $0 }
    return {
      let undone = self.state.withLock { state in
        let undone = self.exchange(&state, old.stored)
        (state.version, state.isFinished) = (old.version, old.isFinished)
        return undone
      }
      withExtendedLifetime(undone) {}
    }
  }

  // MARK: Store, then deliver (CurrentValueSubject)

  @inlinable
  final func send(_ value: Output) {
    note()
    switch turn.enter() {
    case .entered:
      sendNow(value)
      leave()
    case .nested:
      if goesToTheEnd { sendWhileBusy(value) } else { sendNow(value) }
    case .busy:
      sendWhileBusy(value)
    }
  }

  /// Sends `value`; after the completion it is only stored.
  @inlinable
  final func assign(_ value: Output) {
    note()
    if storeIfUnobserved(value) { return }
    switch turn.enter() {
    case .entered:
      if !sendNow(value) { store(value) }
      leave()
    case .nested:
      if !(goesToTheEnd ? sendWhileBusy(value) : sendNow(value)) { store(value) }
    case .busy:
      if !sendWhileBusy(value) { store(value) }
    }
  }

  /// False after the completion. Owner only.
  @inlinable
  @discardableResult
  final func sendNow(_ value: Output) -> Bool {
    if isCompleted { return false }
    while true {
      let stored: (version: UInt, old: Output)? = state.withLock { state in
        if hasWorkItems { return nil }
        let old = replace(&state, by: value)
        return (state.version, old)
      }
      if let stored {
        deliver(value, version: stored.version)
        return true
      }
      doWhatWaits()
      if isCompleted { return false }
    }
  }

  /// False after the completion.
  @usableFromInline
  @discardableResult
  final func sendWhileBusy(_ value: Output) -> Bool {
    let (isSent, isOwner, _): (Bool, Bool, Output?) = state.withLock { state in
      if state.isFinished { return (false, false, nil) }
      let old = replace(&state, by: value)
      let version = state.version
      return (true, post(.value(value, version: version)), old)
    }
    if isOwner { leave() }
    return isSent
  }

  @usableFromInline
  final func send(completion: Subscribers.Completion<Failure>) {
    note()
    perform {
      self.state.withLock { $0.isFinished = true }
      self.finish(completion)
    }
  }

  // MARK: Deliver, then store (@Published)

  @inlinable
  final func announce(_ value: Output) {
    if storeIfUnobserved(value) { return }
    switch turn.enter() {
    case .entered:
      announceNext(value)
      leave()
    case .nested:
      if goesToTheEnd { announceWhileBusy(value) } else { announceNext(value) }
    case .busy:
      announceWhileBusy(value)
    }
  }

  /// Announces `value` after those that other threads have left.
  @inlinable
  final func announceNext(_ value: Output) {
    if hasWorkItems { doWhatWaits() }
    announceNow(value)
  }

  @inlinable
  final func announceNow(_ value: Output) {
    note()
    let (version, outer) = state.withLock { state in
      let outer = state.announced
      state.announced = value
      state.version &+= 1
      return (state.version, outer)
    }
    deliver(value, version: version)
    _ = state.withLock { state in
      let old = (exchange(&state, value), state.announced)
      state.announced = outer
      return old
    }
  }

  /// The writer reads its own value at once; the announcement follows when the other thread's is over.
  @usableFromInline
  final func announceWhileBusy(_ value: Output) {
    let (isOwner, _) = state.withLock { state in
      let old = exchange(&state, value)
      return (post { self.announceNow(value) }, old)
    }
    if isOwner { leave() }
  }

  // MARK: Replay

  @usableFromInline
  final override func asked(by subscription: HubSubscription) {
    // In one order with the joining: either this sees that it is a member, or the joining sees the demand.
    let privateThread = subscription.privateThread.load(ordering: .sequentiallyConsistent)
    if privateThread != 0 {
      // Not a member yet. Its own thread may deliver; a request from elsewhere is seen when it joins.
      if privateThread == currentThread() { replay(self, subscription) }
      return
    }
    switch turn.enter() {
    case .entered:
      replay(self, subscription)
      leave()
    case .nested:
      replay(self, subscription)
    case .busy:
      if post({ self.replay(self, subscription) }) { leave() }
    }
  }

  @inlinable
  final func replayNow(to subscription: HubSubscription) {
    let (value, version) = state.withLock { ($0.announced ?? $0.stored, $0.version) }
    // One that takes everything does not note what it has seen: of values that were undone it may have seen later ones.
    guard Int(bitPattern: subscription.seen &- version) < 0, let box = subscription.box?.takeUnretainedValue(),
      subscription.take(version)
    else { return }
    let more = unsafeDowncast(box, to: SubscriberBox<Output, Failure>.self).receive(value)
    if more != .none { subscription.demand.add(more, noting: subscription.note) }
  }

  @usableFromInline
  final override func membersChanged() {
    hasMembers.store(!members.isEmpty, ordering: .sequentiallyConsistent)
  }
}
