// What becomes of a reader that does not keep up.

extension Delivery {
  /// A bounded queue is about to take in one commit more.
  /// - Returns: whether it does not.
  func overflows(_ subscription: Subscription, _ commit: Commit) -> Bool {
    guard subscription.pending.count >= subscription.options.queue || subscription.overflow.dropped != nil else {
      return false
    }
    switch subscription.options.overflow {
    case .conflate, .spill, .dropOldest: return false
    case .dropNewest:
      // Asked for each changed property, and it is one commit.
      if subscription.overflow.dropped?.to == commit.revision { return true }
      // Until the client knows of what was dropped, more is dropped: it is one stretch of history.
      subscription.overflow.dropped =
        subscription.overflow.dropped.map { ($0.from, commit.revision, $0.count + 1) }
        ?? (commit.revision, commit.revision, 1)
      subscription.overflow.lost += 1
      subscription.makeReady()
      return true
    case .pause:
      guard subscription.gate.pause == nil else { return false }
      subscription.gate.pause = .slow
      subscription.urgent.append(.paused(.slow))
      subscription.makeReady()
      return false
    case .close:
      end(subscription, .slow)
      return true
    }
  }

  /// Passes over the oldest commits that wait, as far as they are too many; in parts, since each may have to be looked at.
  /// - Returns: the gap that this makes, once all of them are passed over.
  func skipOldest(_ subscription: Subscription) -> SubscriptionEvent? {
    var count = subscription.pending.count - subscription.options.queue
    guard count > 0 || subscription.overflow.skipped != nil else { return nil }
    // Where all of them concern it, none has to be looked at: who only takes samples of much costs the others little.
    if count > 0, let first = subscription.pending.first, first > subscription.cursor, subscription.condition == nil,
      subscription.pending.isContiguous, subscription.pending.isAllWhole
    {
      skip(count, through: first + count - 1, subscription)
      count = 0
    }
    while count > 0 {
      guard mayLook(for: subscription) else { return nil }
      guard let commit = nextCommit(subscription) else {
        return forgotten(subscription, since: subscription.overflow.skipped?.from)
      }
      noteLook(at: commit)
      if select(commit, subscription) != nil {
        skip(1, through: commit.revision, subscription)
        count -= 1
      } else {
        // A condition that fails has made a gap of it.
        guard case .live = subscription.phase else {
          subscription.overflow.skipped = nil
          return nil
        }
        subscription.cursor = commit.revision
      }
    }
    guard let skipped = subscription.overflow.skipped.take() else { return nil }
    subscription.overflow.lost += skipped.count
    subscription.delivered = subscription.cursor
    return .gap(from: skipped.from, to: subscription.cursor, reason: .overflow, lost: skipped.count)
  }

  private func skip(_ count: Int, through revision: Int, _ subscription: Subscription) {
    let skipped = subscription.overflow.skipped ?? (subscription.cursor, 0)
    subscription.overflow.skipped = (skipped.from, skipped.count + count)
    subscription.pending.remove(count, through: revision)
    subscription.cursor = revision
  }

  func takeDropped(_ subscription: Subscription) -> SubscriptionEvent? {
    guard let dropped = subscription.overflow.dropped else { return nil }
    subscription.overflow.dropped = nil
    subscription.cursor = dropped.to
    subscription.delivered = dropped.to
    subscription.pending.remove(through: dropped.to)
    return .gap(from: dropped.from - 1, to: dropped.to, reason: .overflow, lost: dropped.count)
  }

  /// Whether three quarters of what may wait is waiting.
  func isBehind(_ subscription: Subscription) -> Bool {
    subscription.pending.count * 4 >= subscription.options.queue * 3
  }

  /// How long the oldest commit that waits has waited, in nanoseconds; 0 for what happened in this turn.
  private func lateness(_ subscription: Subscription) -> Int {
    guard let first = subscription.pending.first else { return 0 }
    return record(of: first).map { engine.date - $0.at } ?? 1
  }

  /// How far a subscription is behind: commits since the last that it was given, and for how long the oldest that it was not
  /// has waited, in nanoseconds, or at least that long where it has left the memory. Nothing is read from the disk for it.
  public func lag(of subscription: Subscription) -> (commits: Int, nanoseconds: Int) {
    guard let first = subscription.pending.first else { return (0, 0) }
    let oldest = log[first] ?? log.oldestRevision.flatMap { log[$0] }
    return (
      max(0, engine.revision - subscription.cursor), max(0, engine.date - (oldest?.record.at ?? engine.date))
    )
  }

  /// Whether what waits did so before this turn.
  func isLate(_ subscription: Subscription) -> Bool { lateness(subscription) > 0 }

  /// Said once when three quarters of what may wait is waiting, and again when a quarter is left. What happened in this
  /// turn is not behind.
  func lag(_ subscription: Subscription) -> SubscriptionEvent? {
    let limit = subscription.options.queue
    let waiting = subscription.pending.count
    guard subscription.isLagging ? waiting * 4 <= limit : isBehind(subscription) else { return nil }
    let behind = lateness(subscription)
    guard subscription.isLagging || behind > 0 else { return nil }
    subscription.isLagging.toggle()
    return .lag(
      .init(
        behind: engine.revision - subscription.cursor, nanoseconds: max(0, behind), queued: waiting, limit: limit))
  }
}
