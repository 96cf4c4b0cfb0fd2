import Language

/// What a subscription has missed: read from the log, in memory or further back in storage.
extension Engine {
  func nextReplayed(_ subscription: Subscription, until: Int) -> SubscriptionEvent? {
    if subscription.options.mode.folds {
      // Present values are those of the newest commit: what came since it was opened is among them.
      let event = foldReplay(subscription, until: revision)
      subscription.settle()
      return event
    }
    while subscription.cursor < until {
      guard let commit = nextCommit(subscription) else { return forgotten(subscription) }
      subscription.cursor = commit.revision
      if let event = select(commit, subscription) { return event }
      guard case .replay = subscription.phase else { return nextEvent(of: subscription) }
    }
    return nil
  }

  /// History does not reach back to the cursor any more: the subscription says so and begins anew.
  func forgotten(_ subscription: Subscription) -> SubscriptionEvent {
    subscription.settle()
    subscription.dropped = nil
    subscription.stateAtCursor = nil
    subscription.phase = .snapshotDue
    return .gap(from: subscription.cursor, to: revision, reason: .retention)
  }

  /// Everything that was missed, as one message with the newest values.
  func foldReplay(_ subscription: Subscription, until: Int) -> SubscriptionEvent? {
    var paths: [String] = []
    var missed: [String: (old: PortableValue?, newest: CommitRecord.Change, revision: Int)] = [:]
    var last: Commit?
    var count = 0
    while subscription.cursor < until {
      guard let commit = nextCommit(subscription) else { return forgotten(subscription) }
      subscription.cursor = commit.revision
      var concerns = false
      let changes = chosen(commit, subscription)
      if case .gap = subscription.phase { return nil }
      for change in changes {
        let known = missed[change.path]
        guard known != nil || hears(subscription, change, nil) else { continue }
        concerns = true
        if known == nil { paths.append(change.path) }
        missed[change.path] = (known.map(\.old) ?? change.old, change, commit.revision)
      }
      guard concerns else { continue }
      count += 1
      last = commit
    }
    guard let last else { return nil }
    if count == 1 { return select(last, subscription, isJudged: true) }
    var folded = paths.map { path in
      let (old, newest, revision) = missed[path]!
      // With a condition, what came after the last change that passed is not told.
      guard subscription.predicate == nil, let property = stores.property(at: path) else {
        return FoldedChange(told(newest), revision: revision, old: old.map { told($0, at: path) })
      }
      return FoldedChange(property, old: old)
    }
    // What is gone comes last.
    folded = folded.filter { $0.value != nil } + folded.filter { $0.value == nil }
    return .change(ChangeEvent(commit: last, merged: count, selected: nil, folded: folded))
  }

  /// Whether a subscription is told of a change that is read from the log. Since then the property may have been taken
  /// over by another of the same path, or be gone: then the end of it is told, and of what came before nothing.
  func hears(_ subscription: Subscription, _ change: CommitRecord.Change, _ property: Property?) -> Bool {
    if let property, subscription.listens(to: property) { return true }
    if let present = stores.property(at: change.path) { return subscription.listens(to: present) }
    return change.value == nil && property?.isWatchable != false
      && subscription.filter.matches(change.path.split(separator: ".").map(String.init))
  }

  /// Positions of the changes that a subscription is told of.
  func heard(_ commit: Commit, by subscription: Subscription) -> [Int] {
    commit.properties.indices.filter { hears(subscription, commit.record.changes[$0], commit.properties[$0]) }
  }

  /// The commit after the cursor, from memory or, further back, from storage in chunks; `nil` when it is kept no longer.
  func nextCommit(_ subscription: Subscription) -> Commit? {
    if let commit = log[subscription.cursor + 1] {
      subscription.fetched = []
      return commit
    }
    if subscription.fetched.isEmpty {
      let records = (try? storage.commits(after: subscription.cursor, limit: 256)) ?? []
      subscription.fetched =
        records.map { record in
          Commit(
            record: record, told: told(record), properties: record.changes.map { stores.property(at: $0.path) })
        }[...]
    }
    // What storage has let go of is missing at the front.
    guard subscription.fetched.first?.revision == subscription.cursor + 1 else {
      subscription.fetched = []
      return nil
    }
    return subscription.fetched.popFirst()
  }

  /// The changes of a commit that pass the subscription's condition.
  private func chosen(_ commit: Commit, _ subscription: Subscription) -> [CommitRecord.Change] {
    guard subscription.predicate != nil else { return commit.record.changes }
    return replayed(commit, subscription).map { commit.record.changes[$0] }
  }

  /// What a subscription hears of one commit. Mostly all of it, and then there is no list to make.
  /// - Parameter isJudged: its condition has been looked at already.
  func select(_ commit: Commit, _ subscription: Subscription, isJudged: Bool = false) -> SubscriptionEvent? {
    if subscription.predicate != nil, !isJudged {
      let selected = replayed(commit, subscription)
      guard !selected.isEmpty else { return nil }
      return .change(ChangeEvent(commit: commit, merged: 1, selected: selected))
    }
    let all = commit.properties.allSatisfy { $0.map(subscription.listens) == true }
    if all, !commit.properties.isEmpty {
      return .change(ChangeEvent(commit: commit, merged: 1, selected: nil))
    }
    let selected = heard(commit, by: subscription)
    guard !selected.isEmpty else { return nil }
    return .change(ChangeEvent(commit: commit, merged: 1, selected: selected))
  }

  /// The last commit before a time; 0 when history does not go back that far. O(log history) reads.
  func lastRevision(before time: Int) -> Int {
    var low = max(0, oldestRevision - 1)
    var high = revision
    while low < high {
      let middle = (low + high + 1) / 2
      guard let commit = record(of: middle) else { return low }
      if commit.at < time { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// One commit of history.
  func record(of revision: Int) -> CommitRecord? {
    if let commit = log[revision] { return commit.record }
    guard let found = try? storage.commits(after: revision - 1, limit: 1).first, found.revision == revision else {
      return nil
    }
    return found
  }
}
