// Many commits at once, for readers that take every one of them as it is. What `next(of:)` would give one by one, in one
// step: nothing is asked, counted or copied for a single event.

extension Delivery {
  /// The commits from `first` to `last`, all of which concern a subscription as a whole.
  public struct Run {
    public let first: Int
    public let last: Int
  }

  /// What comes next of a subscription, when nothing but whole commits does and nothing holds them back; nil when it has to be
  /// taken event by event. O(1).
  public func nextRun(of subscription: Subscription) -> Run? {
    guard subscription.isPlain, case .live = subscription.phase, let first = subscription.pending.first,
      subscription.pending.isContiguous, subscription.pending.isAllWhole, first > subscription.cursor,
      subscription.gate.pause == nil, subscription.urgent.isEmpty, subscription.fetched.isEmpty, holds(first)
    else { return nil }
    var count = subscription.pending.count
    switch subscription.options.overflow {
    case .conflate, .dropOldest: guard count <= subscription.options.queue else { return nil }
    default: break
    }
    if subscription.isLagging {
      // The all-clear comes in its place, when a quarter is left.
      count -= subscription.options.queue / 4
      guard count > 0 else { return nil }
    } else if isBehind(subscription), isLate(subscription) {
      return nil
    }
    return Run(first: first, last: first + count - 1)
  }

  /// The commits of a run up to this one have been taken.
  public func take(_ run: Run, through revision: Int, of subscription: Subscription) {
    subscription.pending.remove(revision - run.first + 1, through: revision)
    subscription.cursor = revision
    subscription.delivered = revision
  }

  /// The commit of a run, for whoever makes bytes of it.
  public func commit(_ revision: Int) -> Commit? { log[revision] }

  /// Whether the commit is in memory, and so are all that follow it.
  private func holds(_ revision: Int) -> Bool { log.oldestRevision.map { $0 <= revision } ?? false }
}
