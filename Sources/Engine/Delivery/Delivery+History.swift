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
      guard mayLook(for: subscription) else { return nil }
      guard let commit = nextCommit(subscription) else { return forgotten(subscription) }
      subscription.cursor = commit.revision
      if let event = select(commit, subscription) { return event }
      noteLook(at: commit)
      guard case .replay = subscription.phase else { return next(of: subscription) }
    }
    return nil
  }

  /// Whether another commit may be looked at for a subscription in this turn. If not, it goes on in the next.
  func mayLook(for subscription: Subscription) -> Bool {
    subscription.isSearching = looksLeft <= 0
    return !subscription.isSearching
  }

  /// A commit has been looked at that is not delivered, or not by itself. One of thousands of changes is as long as many.
  func noteLook(at commit: Commit) { looksLeft -= 1 + commit.changeCount / Self.changesPerLook }

  private static let changesPerLook = 32

  /// A turn is over: in the next one as much may be looked at again.
  public func renewLooks() {
    looksLeft = Self.looksMax
    window = []
  }

  /// So many commits that are not delivered are looked at in a turn, for all subscriptions together: who looks for a quiet path
  /// in a long history holds nobody up.
  public static let looksMax = 256

  /// History does not reach back to the cursor any more: the subscription says so and begins anew.
  /// - Parameter place: the last commit that was delivered or did not concern it, where the cursor is beyond that.
  func forgotten(_ subscription: Subscription, since place: Int? = nil) -> SubscriptionEvent {
    subscription.settle()
    subscription.found = nil
    (subscription.overflow.dropped, subscription.overflow.skipped) = (nil, nil)
    subscription.condition?.stateAtCursor = nil
    subscription.phase = .snapshotDue
    return .gap(from: place ?? subscription.cursor, to: engine.revision, reason: .retention)
  }

  /// Everything that was missed, as one message with the newest values.
  func conflateHistory(_ subscription: Subscription, until: Int) -> SubscriptionEvent? {
    var found = subscription.found ?? MissedChanges(since: subscription.cursor)
    subscription.found = nil
    while subscription.cursor < until {
      guard mayLook(for: subscription) else {
        subscription.found = found
        return nil
      }
      guard let commit = nextCommit(subscription) else { return forgotten(subscription, since: found.place) }
      noteLook(at: commit)
      subscription.cursor = commit.revision
      var isConcerned = false
      let changes = chosen(commit, subscription)
      if case .gap(let from, let to, let reason) = subscription.phase {
        subscription.phase = .gap(from: min(from, found.place ?? from), to: to, reason: reason)
        return nil
      }
      for change in changes {
        let known = found.changes[change.path]
        guard known != nil || concerns(subscription, change, nil) else { continue }
        isConcerned = true
        if known == nil { found.paths.append(change.path) }
        found.changes[change.path] = (known.map(\.old) ?? change.old, change, commit.revision)
      }
      guard isConcerned else { continue }
      found.count += 1
      found.last = commit
    }
    guard let last = found.last else { return nil }
    let count = found.count
    if count == 1 { return select(last, subscription, isJudged: true) }
    let changes = found.paths.map { path -> ConflatedChange in
      let (old, newest, revision) = found.changes[path]!
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
        properties: ChangedProperties(record.changes.map { engine.stores.property(at: $0.path) }))
    }
  }

  /// So many are read at a time.
  private static let chunk = 256
  /// And of large ones no more than this: each reader that is behind holds what it has read.
  private static let chunkBytes = 1 << 20

  // MARK: Backwards

  /// Sets a new subscription back, so that the newest commits which it would have been told come first.
  func goBack(_ subscription: Subscription, commits count: Int) {
    // Over a store a condition needs what the store held: the present, undone commit by commit.
    goBack(
      subscription,
      Backwards(cursor: engine.revision, until: engine.revision, left: count, floor: 0, state: storeState(subscription))
    )
  }

  /// Finds what a store held where a replay begins, for a condition over it.
  func findState(of subscription: Subscription, at floor: Int, until: Int) {
    goBack(
      subscription,
      Backwards(cursor: engine.revision, until: until, left: nil, floor: floor, state: storeState(subscription)))
  }

  private func goBack(_ subscription: Subscription, _ search: Backwards) {
    subscription.phase = .backwards
    subscription.backwards = search
  }

  private func storeState(_ subscription: Subscription) -> [String: PortableValue]? {
    guard case .store(let properties)? = subscription.condition?.predicate.kind else { return nil }
    return Dictionary(properties.map { ($0.path, $0.value) }, uniquingKeysWith: { $1 })
  }

  /// Goes on looking for where a subscription begins. O(commits that are looked through).
  func goOnBackwards(_ subscription: Subscription) {
    guard var search = subscription.backwards else { return subscription.phase = .ready }
    subscription.backwards = nil
    while search.left != 0, search.cursor > search.floor, search.cursor >= oldestRevision {
      guard mayLook(for: subscription) else {
        subscription.backwards = search
        return
      }
      if log[search.cursor] == nil, search.fetched.isEmpty {
        let before = max(oldestRevision - 1, search.cursor - search.span.count)
        search.fetched = stored(after: before, limit: search.cursor - before)
        search.span.note(search.fetched.map(\.record))
      }
      guard let commit = log[search.cursor] ?? search.fetched.popLast(), commit.revision == search.cursor else { break }
      noteLook(at: commit)
      for change in commit.record.changes where search.state?[change.path] != nil {
        search.state![change.path] = change.old ?? change.value
      }
      search.cursor -= 1
      guard let left = search.left else { continue }
      subscription.condition?.stateAtCursor = search.state
      let told =
        subscription.condition == nil ? concerning(subscription, in: commit) : replayed(commit, subscription)
      // A condition that fails has made a gap of it.
      guard case .backwards = subscription.phase else { return }
      if !told.isEmpty { search.left = left - 1 }
    }
    subscription.condition?.stateAtCursor = search.state
    subscription.cursor = search.left == nil ? search.floor : search.cursor
    subscription.delivered = subscription.cursor
    subscription.phase = subscription.cursor == search.until ? .ready : .replay(until: search.until)
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
    if let first = window.first, window.indices.contains(revision - first.revision) {
      return window[revision - first.revision]
    }
    guard revision >= oldestRevision else { return nil }
    // Who asks for one asks for those before it next.
    let before = max(oldestRevision - 1, revision - Self.windowMax)
    window = (try? engine.storage.commits(after: before, limit: revision - before, bytes: Self.windowBytes)) ?? []
    if let last = window.last, last.revision == revision { return last }
    window = []
    guard let found = try? engine.storage.commits(after: revision - 1, limit: 1).first, found.revision == revision
    else {
      return nil
    }
    return found
  }

  /// So many commits before one that is read from storage are read with it, and no more than this if they are large.
  private static let (windowMax, windowBytes) = (64, 1 << 20)
}

/// The way back to where a subscription begins.
struct Backwards {
  /// The commit that is looked at next.
  var cursor: Int
  /// Where the replay ends that begins when this is done.
  let until: Int
  /// How many commits that it would have been told are still to be found; nil where only what a store held is looked for.
  var left: Int?
  /// The way ends before this one is looked at.
  let floor: Int
  /// What a store held after the commit that is looked at next, for a condition over it.
  var state: [String: PortableValue]?
  /// Commits read back from storage.
  var fetched: [Commit] = []
  var span = HistorySpan()
}

/// What a subscription has missed, as far as it has been looked through.
struct MissedChanges {
  var paths: [String] = []
  var changes: [String: (old: PortableValue?, newest: CommitRecord.Change, revision: Int)] = [:]
  var last: Commit?
  var count = 0
  private let since: Int

  /// - Parameter cursor: where the search began.
  init(since cursor: Int) { since = cursor }

  /// Where the subscription was before the first of them; nil while none is found.
  var place: Int? { last == nil ? nil : since }
}
