import Language

/// What a live subscription says next: gates first (pause, demand, rate), then what waits.
extension Engine {
  func nextLive(_ subscription: Subscription) -> SubscriptionEvent? {
    if !subscription.urgent.isEmpty { return subscription.urgent.removeFirst() }
    guard subscription.pause == nil else { return nil }
    if subscription.stream != nil { return nextOfStream(subscription) }
    if subscription.newestPending != nil || subscription.dropped != nil {
      guard subscription.credit != 0, isAllowed(subscription) else { return nil }
      let event = subscription.options.mode.folds ? nextOfLatest(subscription) : nextOfEvery(subscription)
      if let event {
        if case .change = event { noteTold(subscription) }
        return event
      }
    }
    return nextInQuiet(subscription)
  }

  /// What is said when no change waits.
  private func nextInQuiet(_ subscription: Subscription) -> SubscriptionEvent? {
    guard subscription.newestPending == nil else { return nil }
    if subscription.isLagging, let lag = lag(subscription) { return lag }
    if !subscription.resync.isEmpty {
      defer { subscription.resync = [] }
      return .snapshot(entries: subscription.resync.filter { !$0.isRemoved }, revision: revision)
    }
    guard subscription.progressIsDue else { return nil }
    subscription.progressIsDue = false
    subscription.cursor = revision
    subscription.told = revision
    return .progress(revision: revision)
  }

  /// A change has been told: it costs a credit, and the next may have to wait.
  func noteTold(_ subscription: Subscription) {
    subscription.told = subscription.cursor
    if let credit = subscription.credit { subscription.credit = max(0, credit - 1) }
    if let interval = subscription.options.interval { subscription.nextAllowed = moment(in: interval) }
  }

  /// Whether a change may be told now; if not, a timer will see to it.
  func isAllowed(_ subscription: Subscription) -> Bool {
    let moment = max(subscription.nextAllowed, subscription.settledAt)
    guard moment > now, !isReleased(subscription) else { return true }
    if !subscription.isArmed {
      subscription.isArmed = true
      _ = chores.insert(deadline: moment) { [unowned self, weak subscription] in
        guard let subscription else { return }
        subscription.isArmed = false
        self.wake(subscription)
      }
    }
    return false
  }

  /// Whether what comes next was there when it was asked for regardless of rates.
  private func isReleased(_ subscription: Subscription) -> Bool {
    let next: Int? =
      if let source = subscription.stream { source.waiting.first?.number } else {
        subscription.firstPending ?? subscription.dropped?.from
      }
    return next.map { $0 <= subscription.releasedThrough } ?? false
  }

  /// A gate may have opened.
  func wake(_ subscription: Subscription) {
    if case .ended = subscription.phase { return }
    enqueue(subscription)
  }

  // MARK: Every commit

  private func nextOfEvery(_ subscription: Subscription) -> SubscriptionEvent? {
    if let lag = lag(subscription) { return lag }
    if subscription.pendingCount > subscription.options.queue {
      switch subscription.options.overflow {
      case .conflate: return fold(subscription)
      case .dropOldest: return skip(subscription, subscription.pendingCount - subscription.options.queue)
      default: break
      }
    }
    guard let first = subscription.firstPending, let newest = subscription.newestPending else {
      return takeDropped(subscription)
    }
    subscription.cursor = max(subscription.cursor, first - 1)
    while subscription.cursor < newest.revision {
      guard let commit = nextCommit(subscription) else { return forgotten(subscription) }
      if let dropped = subscription.dropped, commit.revision >= dropped.from { return takeDropped(subscription) }
      subscription.cursor = commit.revision
      let event = select(commit, subscription)
      guard case .live = subscription.phase else { return nextEvent(of: subscription) }
      guard let event else { continue }
      subscription.pendingCount = max(0, subscription.pendingCount - 1)
      if commit === newest { subscription.settle() } else { subscription.firstPending = commit.revision + 1 }
      return event
    }
    subscription.settle()
    return takeDropped(subscription)
  }

  /// Everything that waits as one message.
  private func fold(_ subscription: Subscription) -> SubscriptionEvent? {
    let newest = subscription.newestPending?.revision ?? subscription.cursor
    let event = foldReplay(subscription, until: newest)
    guard case .live = subscription.phase else { return event ?? nextEvent(of: subscription) }
    subscription.settle()
    return event
  }

  /// Passes over the oldest commits that wait.
  private func skip(_ subscription: Subscription, _ count: Int) -> SubscriptionEvent? {
    let from = subscription.cursor
    var skipped = 0
    while skipped < count {
      guard let commit = nextCommit(subscription) else { return forgotten(subscription) }
      subscription.cursor = commit.revision
      if select(commit, subscription) != nil { skipped += 1 }
    }
    subscription.pendingCount -= count
    subscription.firstPending = subscription.cursor + 1
    subscription.lost += skipped
    subscription.told = subscription.cursor
    return .gap(from: from, to: subscription.cursor, reason: .overflow, lost: skipped)
  }

  private func takeDropped(_ subscription: Subscription) -> SubscriptionEvent? {
    guard let dropped = subscription.dropped else { return nil }
    subscription.dropped = nil
    subscription.cursor = dropped.to
    subscription.told = dropped.to
    if let newest = subscription.newestPending {
      if newest.revision <= dropped.to { subscription.settle() } else { subscription.firstPending = dropped.to + 1 }
    }
    return .gap(from: dropped.from - 1, to: dropped.to, reason: .overflow, lost: dropped.count)
  }

  /// A bounded queue is about to take in one commit more.
  /// - Returns: whether it does not.
  func overflows(_ subscription: Subscription, _ commit: Commit) -> Bool {
    guard subscription.pendingCount >= subscription.options.queue || subscription.dropped != nil else { return false }
    switch subscription.options.overflow {
    case .conflate, .spill, .dropOldest: return false
    case .dropNewest:
      // Asked for each changed property, and it is one commit.
      if subscription.dropped?.to == commit.revision { return true }
      // Until the reader has been told of what was dropped, more is dropped: it is one stretch of history.
      subscription.dropped =
        subscription.dropped.map { ($0.from, commit.revision, $0.count + 1) } ?? (commit.revision, commit.revision, 1)
      subscription.lost += 1
      enqueue(subscription)
      return true
    case .pause:
      guard subscription.pause == nil else { return false }
      subscription.pause = .slow
      subscription.urgent.append(.paused(.slow))
      enqueue(subscription)
      return false
    case .close:
      end(subscription, .slow)
      return true
    }
  }

  /// Told once when three quarters of what may wait is waiting, and again when a quarter is left. What happened in this
  /// turn is not behind.
  private func lag(_ subscription: Subscription) -> SubscriptionEvent? {
    let limit = subscription.options.queue
    let waiting = subscription.pendingCount
    guard subscription.isLagging ? waiting * 4 <= limit : waiting * 4 >= limit * 3 else { return nil }
    let oldest = subscription.firstPending.flatMap { record(of: $0) }
    let behind = oldest.map { date - $0.at } ?? (waiting > 0 ? 1 : 0)
    guard subscription.isLagging || behind > 0 else { return nil }
    subscription.isLagging.toggle()
    return .lag(
      .init(
        behind: revision - subscription.cursor, nanoseconds: max(0, behind), queued: waiting, limit: limit))
  }

  // MARK: The newest values

  private func nextOfLatest(_ subscription: Subscription) -> SubscriptionEvent? {
    guard let newest = subscription.newestPending else { return nil }
    subscription.cursor = max(subscription.cursor, newest.revision)
    defer { subscription.settle() }
    guard !subscription.dirty.isEmpty else { return nil }
    if subscription.foldedCommits == 1 {
      // Every change of the commit is among them: its bytes can be shared, and nothing needs to be looked up.
      if subscription.dirty.count == newest.record.changes.count {
        return .change(ChangeEvent(commit: newest, merged: 1, selected: nil))
      }
      let selected = newest.properties.indices.filter { position in
        subscription.dirty.contains { $0 === newest.properties[position] }
      }
      return .change(ChangeEvent(commit: newest, merged: 1, selected: selected))
    }
    let folded = subscription.dirty.map { property in
      subscription.folds[ObjectIdentifier(property)]?.told(of: property) ?? FoldedChange(property, old: nil)
    }
    return .change(
      ChangeEvent(commit: newest, merged: subscription.foldedCommits, selected: nil, folded: folded))
  }
}
