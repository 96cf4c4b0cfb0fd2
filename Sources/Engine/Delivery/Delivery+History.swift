import Language

// What a subscription has missed: read from the log, in memory or further back in storage.

extension Delivery {
  /// The oldest revision a subscription can resume before.
  public var oldestRevision: Int {
    min(log.oldestRevision ?? engine.revision + 1, engine.storage.oldestRevision ?? engine.revision + 1)
  }

  func nextReplayed(_ subscription: Subscription, until: Int) -> SubscriptionEvent? {
    if subscription.options.mode.conflates {
      // Present values are those of the newest commit: what came since it was opened is among them.
      let event = conflateHistory(subscription, until: engine.revision)
      subscription.settle()
      return event
    }
    while subscription.cursor < until {
      guard let commit = nextCommit(subscription) else { return forgotten(subscription) }
      subscription.cursor = commit.revision
      if let event = select(commit, subscription) { return event }
      guard case .replay = subscription.phase else { return next(of: subscription) }
    }
    return nil
  }

  /// History does not reach back to the cursor any more: the subscription says so and begins anew.
  func forgotten(_ subscription: Subscription) -> SubscriptionEvent {
    subscription.settle()
    subscription.overflow.dropped = nil
    subscription.condition?.stateAtCursor = nil
    subscription.phase = .snapshotDue
    return .gap(from: subscription.cursor, to: engine.revision, reason: .retention)
  }

  /// Everything that was missed, as one message with the newest values.
  func conflateHistory(_ subscription: Subscription, until: Int) -> SubscriptionEvent? {
    var paths: [String] = []
    var missed: [String: (old: PortableValue?, newest: CommitRecord.Change, revision: Int)] = [:]
    var last: Commit?
    var count = 0
    while subscription.cursor < until {
      guard let commit = nextCommit(subscription) else { return forgotten(subscription) }
      subscription.cursor = commit.revision
      var isConcerned = false
      let changes = chosen(commit, subscription)
      if case .gap = subscription.phase { return nil }
      for change in changes {
        let known = missed[change.path]
        guard known != nil || concerns(subscription, change, nil) else { continue }
        isConcerned = true
        if known == nil { paths.append(change.path) }
        missed[change.path] = (known.map(\.old) ?? change.old, change, commit.revision)
      }
      guard isConcerned else { continue }
      count += 1
      last = commit
    }
    guard let last else { return nil }
    if count == 1 { return select(last, subscription, isJudged: true) }
    let changes = paths.map { path -> ConflatedChange in
      let (old, newest, revision) = missed[path]!
      // With a condition, what came after the last change that passed is not delivered.
      guard subscription.condition == nil, let property = engine.stores.property(at: path) else {
        return ConflatedChange(
          engine.redacted(newest), revision: revision, old: old.map { old in engine.redacted(old, at: path) })
      }
      return ConflatedChange(property, old: old)
    }
    // What is gone comes last.
    let ordered = changes.filter { $0.value != nil } + changes.filter { $0.value == nil }
    return .change(ChangeEvent(commit: last, content: .conflated(commits: count, ordered)))
  }

  /// Whether a change that is read from the log concerns a subscription. Since then the property may have been taken over by
  /// another of the same path, be published no more, or be gone: then it is told of what was told then.
  func concerns(_ subscription: Subscription, _ change: CommitRecord.Change, _ property: Property?) -> Bool {
    if let property, subscription.properties.contains(property) { return true }
    if let present = engine.stores.property(at: change.path) {
      if present.isWatchable { return subscription.properties.contains(present) }
      // What has become private is private in history, too; that it went is known.
      if !present.isVisible, change.value != nil { return false }
    }
    return change.isWatchable
      && subscription.filter.matches(change.path.split(separator: ".").map(String.init))
  }

  /// Positions of the changes that concern a subscription.
  func concerning(_ subscription: Subscription, in commit: Commit) -> [Int] {
    commit.properties.indices.filter { concerns(subscription, commit.record.changes[$0], commit.properties[$0]) }
  }

  /// The commit after the cursor, from memory or, further back, from storage in chunks; `nil` when it is kept no longer.
  func nextCommit(_ subscription: Subscription) -> Commit? {
    if let commit = log[subscription.cursor + 1] {
      subscription.fetched = []
      return commit
    }
    if subscription.fetched.isEmpty {
      subscription.fetched = stored(after: subscription.cursor, limit: Self.chunk, bytes: Self.chunkBytes)[...]
    }
    // What storage has let go of is missing at the front.
    guard subscription.fetched.first?.revision == subscription.cursor + 1 else {
      subscription.fetched = []
      return nil
    }
    return subscription.fetched.popFirst()
  }

  /// The commits after one, from storage.
  private func stored(after revision: Int, limit: Int, bytes: Int = .max) -> [Commit] {
    let records = (try? engine.storage.commits(after: revision, limit: limit, bytes: bytes)) ?? []
    return records.map { record in
      Commit(
        record: record, redacted: engine.redacted(record),
        properties: record.changes.map { engine.stores.property(at: $0.path) })
    }
  }

  /// So many are read at a time.
  private static let chunk = 256
  /// And of large ones no more than this: each reader that is behind holds what it has read.
  private static let chunkBytes = 4 << 20

  /// Sets a new subscription back, so that the newest commits which it would have been told come first. O(commits that are
  /// looked through).
  func goBack(_ subscription: Subscription, commits count: Int) {
    let newest = engine.revision
    subscription.phase = .replay(until: newest)
    // Over a store a condition needs what the store held: the present, undone commit by commit.
    var state: [String: PortableValue]?
    if case .store(let properties)? = subscription.condition?.predicate.kind {
      state = Dictionary(properties.map { ($0.path, $0.value) }, uniquingKeysWith: { $1 })
    }
    var (cursor, left) = (newest, count)
    var fetched: [Commit] = []
    while left > 0, cursor >= oldestRevision, cursor > 0 {
      if log[cursor] == nil, fetched.isEmpty {
        let before = max(oldestRevision - 1, cursor - Self.chunk)
        fetched = stored(after: before, limit: cursor - before)
      }
      guard let commit = log[cursor] ?? fetched.popLast(), commit.revision == cursor else { break }
      for change in commit.record.changes where state?[change.path] != nil {
        state![change.path] = change.old ?? change.value
      }
      subscription.condition?.stateAtCursor = state
      let told =
        subscription.condition == nil ? concerning(subscription, in: commit) : replayed(commit, subscription)
      // A condition that fails has made a gap of it.
      guard case .replay = subscription.phase else { return }
      if !told.isEmpty { left -= 1 }
      cursor -= 1
    }
    subscription.condition?.stateAtCursor = state
    (subscription.cursor, subscription.delivered) = (cursor, cursor)
    if cursor == newest { subscription.phase = .ready }
  }

  /// The changes of a commit that pass the subscription's condition.
  private func chosen(_ commit: Commit, _ subscription: Subscription) -> [CommitRecord.Change] {
    guard subscription.condition != nil else { return commit.record.changes }
    return replayed(commit, subscription).map { commit.record.changes[$0] }
  }

  /// What is delivered of one commit. Mostly all of it, and then there is no list to make.
  /// - Parameter isJudged: its condition has been looked at already.
  func select(_ commit: Commit, _ subscription: Subscription, isJudged: Bool = false) -> SubscriptionEvent? {
    let part: [Int]
    if subscription.condition != nil, !isJudged {
      part = replayed(commit, subscription)
    } else {
      if isWhole(commit, for: subscription) { return .commit(commit) }
      part = concerning(subscription, in: commit)
    }
    return part.isEmpty ? nil : .change(ChangeEvent(commit: commit, content: .part(part)))
  }

  /// The last commit before a time; 0 when history does not go back that far. O(log history) reads.
  func lastRevision(before time: Int) -> Int {
    var low = max(0, oldestRevision - 1)
    var high = engine.revision
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
    guard let found = try? engine.storage.commits(after: revision - 1, limit: 1).first, found.revision == revision
    else {
      return nil
    }
    return found
  }
}
