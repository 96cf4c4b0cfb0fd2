// From a subscription's cursor to its next event: gates first (pause, demand, rate), then what waits.

extension Delivery {
  /// Moves the cursor of a subscription on to its next event; nil when there is none for now: then its subscriber is notified
  /// when there is one.
  public func next(of subscription: Subscription) -> SubscriptionEvent? {
    if let commit = nextWhole(of: subscription) { return .commit(commit) }
    subscription.isSearching = false
    if let oldest = subscription.lostBefore {
      subscription.lostBefore = nil
      return .gap(from: 0, to: oldest - 1, reason: .retention)
    }
    switch subscription.phase {
    case .ended:
      subscription.noteEmpty()
      return nil
    case .ending(let reason, let resume):
      if !subscription.urgent.isEmpty { return subscription.urgent.removeFirst() }
      subscription.phase = .ended
      return .end(reason: reason, revision: resume)
    case .gap(let from, let to, let reason):
      subscription.phase = .snapshotDue
      return .gap(from: from, to: to, reason: reason)
    case .snapshotDue:
      startSnapshot(subscription)
      return next(of: subscription)
    case .snapshot(let revision):
      return nextOfSnapshot(subscription, revision)
    case .backwards:
      goOnBackwards(subscription)
      return subscription.isSearching ? nil : next(of: subscription)
    case .replay(let until):
      if let event = nextReplayed(subscription, until: until) { return event }
      if subscription.isSearching { return nil }
      // Its condition may have failed on the way.
      if case .replay = subscription.phase { subscription.phase = .ready }
      return next(of: subscription)
    case .ready:
      subscription.phase = .live
      subscription.delivered = subscription.cursor
      return .ready(revision: subscription.cursor, count: subscription.snapshot.count)
    case .live:
      if let event = nextLive(subscription) { return event }
      if subscription.isSearching { return nil }
      guard case .live = subscription.phase else { return next(of: subscription) }
      subscription.noteEmpty()
      return nil
    }
  }

  /// What nearly all deliveries are: a live subscription that nothing holds back, and a commit in memory of which
  /// everything concerns it. All else goes the long way.
  private func nextWhole(of subscription: Subscription) -> Commit? {
    guard case .live = subscription.phase, subscription.isUnrestricted, let first = subscription.pending.first,
      subscription.gate.pause == nil, subscription.urgent.isEmpty, subscription.overflow.isEmpty,
      subscription.fetched.isEmpty, !subscription.isLagging, !isBehind(subscription)
    else { return nil }
    let commit: Commit
    if subscription.options.mode.conflates {
      guard subscription.pending.isOneWhole, let newest = subscription.pending.takeNewest() else { return nil }
      commit = newest
      subscription.conflation.removeAll()
    } else {
      guard let next = log[first], isWhole(next, for: subscription) else { return nil }
      commit = next
      subscription.pending.remove(first)
    }
    subscription.cursor = commit.revision
    subscription.delivered = commit.revision
    return commit
  }

  /// Whether every change of a commit is one that the subscription listens to.
  func isWhole(_ commit: Commit, for subscription: Subscription) -> Bool {
    guard commit.changeCount > 0 else { return false }
    return commit.properties.allSatisfy { property in
      if let property { subscription.properties.contains(property) } else { false }
    }
  }

  // MARK: The opening snapshot

  private func startSnapshot(_ subscription: Subscription) {
    let properties = watched(by: subscription.filter)
    subscription.snapshot.count = properties.count
    subscription.snapshot.rest = properties[...]
    subscription.cursor = engine.revision
    subscription.settle()
    (subscription.overflow.dropped, subscription.overflow.skipped) = (nil, nil)
    subscription.phase = .snapshot(revision: engine.revision)
  }

  private func nextOfSnapshot(_ subscription: Subscription, _ revision: Int) -> SubscriptionEvent? {
    let chunk = Array(subscription.snapshot.rest.prefix(256))
    subscription.snapshot.rest.removeFirst(chunk.count)
    if subscription.snapshot.rest.isEmpty {
      subscription.snapshot.rest = []
      subscription.phase = .ready
    }
    return chunk.isEmpty ? next(of: subscription) : .snapshot(entries: chunk, revision: revision)
  }

  // MARK: Live

  private func nextLive(_ subscription: Subscription) -> SubscriptionEvent? {
    if !subscription.urgent.isEmpty { return subscription.urgent.removeFirst() }
    guard subscription.gate.pause == nil else { return nil }
    if subscription.stream != nil { return nextOfStream(subscription) }
    if !subscription.pending.isEmpty || !subscription.overflow.isEmpty {
      guard subscription.gate.credit != 0, isAllowed(subscription) else { return nil }
      let event = subscription.options.mode.conflates ? nextConflated(subscription) : nextOfEvery(subscription)
      if let event {
        switch event {
        case .commit, .change: noteDelivered(subscription)
        default: break
        }
        return event
      }
    }
    return nextInQuiet(subscription)
  }

  /// What is said when no change waits.
  private func nextInQuiet(_ subscription: Subscription) -> SubscriptionEvent? {
    guard subscription.pending.isEmpty else { return nil }
    if subscription.isLagging, let lag = lag(subscription) { return lag }
    if !subscription.snapshot.resync.isEmpty {
      defer { subscription.snapshot.resync = [] }
      return .snapshot(entries: subscription.snapshot.resync.filter { !$0.isRemoved }, revision: engine.revision)
    }
    guard subscription.progress.isDue else { return nil }
    subscription.progress.isDue = false
    subscription.cursor = engine.revision
    subscription.delivered = engine.revision
    return .progress(revision: engine.revision)
  }

  /// A change has been delivered: it costs a credit, and the next may have to wait.
  func noteDelivered(_ subscription: Subscription) {
    subscription.delivered = subscription.cursor
    if let credit = subscription.gate.credit { subscription.gate.credit = max(0, credit - 1) }
    if let interval = subscription.options.interval { subscription.gate.nextAllowed = engine.moment(in: interval) }
  }

  /// Whether a change may be delivered now; if not, a timer will see to it.
  func isAllowed(_ subscription: Subscription) -> Bool {
    let moment = max(subscription.gate.nextAllowed, subscription.gate.settledAt)
    guard moment > engine.now, !isReleased(subscription) else { return true }
    if !subscription.gate.isArmed {
      subscription.gate.isArmed = true
      _ = timers.insert(deadline: moment) { [unowned self, weak subscription] in
        guard let subscription else { return }
        subscription.gate.isArmed = false
        self.wake(subscription)
      }
    }
    return false
  }

  /// Whether what comes next was there when it was asked for regardless of rates.
  private func isReleased(_ subscription: Subscription) -> Bool {
    let next: Int? =
      if let source = subscription.stream { source.waiting.first?.number } else {
        subscription.pending.first ?? subscription.overflow.dropped?.from
      }
    return next.map { $0 <= subscription.gate.releasedThrough } ?? false
  }

  /// A gate may have opened.
  func wake(_ subscription: Subscription) {
    if case .ended = subscription.phase { return }
    subscription.makeReady()
  }

  // MARK: Mode every: commit by commit

  private func nextOfEvery(_ subscription: Subscription) -> SubscriptionEvent? {
    if let lag = lag(subscription) { return lag }
    if subscription.pending.count > subscription.options.queue, subscription.options.overflow == .conflate {
      return conflatePending(subscription)
    }
    if subscription.options.overflow == .dropOldest, let event = skipOldest(subscription) { return event }
    if subscription.isSearching { return nil }
    guard case .live = subscription.phase else { return next(of: subscription) }
    guard let first = subscription.pending.first else { return takeDropped(subscription) }
    let newest = subscription.pending.newestRevision
    subscription.cursor = max(subscription.cursor, first - 1)
    while subscription.cursor < newest {
      guard mayLook(for: subscription) else { return nil }
      guard let commit = nextCommit(subscription) else { return forgotten(subscription) }
      if let dropped = subscription.overflow.dropped, commit.revision >= dropped.from {
        return takeDropped(subscription)
      }
      subscription.cursor = commit.revision
      let event = select(commit, subscription)
      guard case .live = subscription.phase else { return next(of: subscription) }
      guard let event else {
        noteLook(at: commit)
        continue
      }
      if commit.revision == newest { subscription.settle() } else { subscription.pending.remove(commit.revision) }
      return event
    }
    subscription.settle()
    return takeDropped(subscription)
  }

  /// Everything that waits as one message.
  private func conflatePending(_ subscription: Subscription) -> SubscriptionEvent? {
    let newest = subscription.pending.isEmpty ? subscription.cursor : subscription.pending.newestRevision
    let event = conflateHistory(subscription, until: newest)
    if subscription.isSearching { return nil }
    guard case .live = subscription.phase else { return event ?? next(of: subscription) }
    subscription.settle()
    return event
  }

  // MARK: The other modes: the newest values

  private func nextConflated(_ subscription: Subscription) -> SubscriptionEvent? {
    guard let newest = subscription.pending.newest else { return nil }
    subscription.cursor = max(subscription.cursor, newest.revision)
    defer { subscription.settle() }
    if subscription.pending.isOneWhole { return .commit(newest) }
    let properties = subscription.conflation.properties
    guard !properties.isEmpty else { return nil }
    if subscription.pending.count == 1 {
      let part = newest.properties.indices.filter { position in
        newest.properties[position].map(subscription.conflation.contains) ?? false
      }
      return .change(ChangeEvent(commit: newest, content: .part(part)))
    }
    return .change(
      ChangeEvent(
        commit: newest,
        content: .conflated(commits: subscription.pending.count, subscription.conflation.changes)))
  }
}
