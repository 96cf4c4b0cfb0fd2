import Language

/// Who hears of what, and when.
///
/// A commit marks the subscriptions of the properties it changed (`Property.watchers`), so its cost grows with what it
/// touches. Nothing is copied: a marked subscription is queued once, and whoever delivers pulls its events while there
/// is room for them.
extension Engine {
  /// Opens a subscription; its events can be pulled from now on. Whoever delivers writes the reply first.
  public func openSubscription(name: String, session id: String, _ options: SubscriptionOptions) throws(EngineError)
    -> Subscription
  {
    try requireHealthy()
    let session = session(id)
    guard session.subscriptions[name] == nil else { throw .subscriptionExists(name) }
    guard session.subscriptions.count < limits.subscriptionsPerSession else {
      throw .tooMany(
        what: "subscriptions of one connection", limit: limits.subscriptionsPerSession, setting: "limits.subs")
    }
    let filter = try PathFilter(options.paths)
    for pattern in filter.included where pattern.isExact { try requireWatchable(pattern) }
    let (phase, cursor) = try start(of: options)
    let subscription = Subscription(
      name: name, session: id, options: options, filter: filter, phase: phase, cursor: cursor)
    session.subscriptions[name] = subscription
    for property in watched(by: filter) { subscription.attach(property) }
    enqueue(subscription)
    return subscription
  }

  /// What a filter takes in now. Exact paths are looked up; only patterns walk through the world.
  private func watched(by filter: PathFilter) -> [Property] {
    let candidates: [Property]
    if filter.included.allSatisfy(\.isExact) {
      candidates = filter.included.flatMap { pattern in
        if let property = stores.property(at: pattern.text) { return [property] }
        let below = pattern.text + "."
        return stores.all.filter { $0.path == pattern.text || $0.path.hasPrefix(below) }.flatMap(\.properties)
      }
    } else {
      candidates = stores.all.flatMap(\.properties)
    }
    return candidates.filter { $0.isWatchable && filter.matches($0.segments) }
  }

  /// Ends a subscription at its client's wish. After it returned, no event of it can be pulled.
  public func closeSubscription(name: String, session id: String) throws(EngineError) {
    guard let subscription = session(id).subscriptions.removeValue(forKey: name) else {
      throw .unknownSubscription(name)
    }
    detach(subscription)
  }

  /// The subscriptions of a session, in no order.
  public func subscriptions(of id: String) -> [Subscription] {
    sessions[id].map { Array($0.subscriptions.values) } ?? []
  }

  /// Where a subscription must resume from, if it ends now.
  public func resumePoint(of subscription: Subscription) -> Int { subscription.cursor }

  /// Subscriptions that have something to say since the last call. Each is handed out once, until `nextEvent(of:)` has
  /// returned `nil` for it.
  public func takeQueued() -> [Subscription] {
    guard !queued.isEmpty else { return [] }
    defer { queued.removeAll(keepingCapacity: true) }
    return queued
  }

  /// The next message of a subscription, or `nil` when there is none for now.
  public func nextEvent(of subscription: Subscription) -> SubscriptionEvent? {
    switch subscription.phase {
    case .ended:
      subscription.isQueued = false
      return nil
    case .gap(let from, let to, let reason):
      subscription.phase = .snapshotDue
      return .gap(from: from, to: to, reason: reason)
    case .snapshotDue:
      startSnapshot(subscription)
      return nextEvent(of: subscription)
    case .snapshot(let remaining, let revision):
      return nextSnapshot(subscription, remaining, revision)
    case .replay(let until):
      if let event = nextReplayed(subscription, until: until) { return event }
      subscription.phase = .ready
      return nextEvent(of: subscription)
    case .ready:
      subscription.phase = .live
      return .ready(revision: subscription.cursor, count: subscription.snapshotCount)
    case .live:
      let event = subscription.options.mode == .every ? nextOfEvery(subscription) : nextOfLatest(subscription)
      if event == nil { subscription.isQueued = false }
      return event
    }
  }

  // MARK: Marking

  /// Marks whoever listens to what the commit changed.
  func publish(_ commit: Commit) {
    for case let property? in commit.properties {
      for subscription in property.watchers { mark(subscription, property, commit) }
    }
  }

  private func mark(_ subscription: Subscription, _ property: Property, _ commit: Commit) {
    switch subscription.phase {
    case .gap, .snapshotDue, .ended: return
    case .snapshot, .replay, .ready, .live: break
    }
    if subscription.options.mode == .latest {
      subscription.addDirty(property)
      if subscription.newestPending !== commit { subscription.foldedCommits += 1 }
    }
    subscription.newestPending = commit
    if subscription.firstPending == nil { subscription.firstPending = commit.revision }
    enqueue(subscription)
  }

  private func enqueue(_ subscription: Subscription) {
    guard !subscription.isQueued else { return }
    subscription.isQueued = true
    queued.append(subscription)
  }

  /// A property has come to be: everybody whose filter takes it in watches it.
  func attachWatchers(to property: Property) {
    guard property.isWatchable else { return }
    for session in sessions.values {
      for subscription in session.subscriptions.values where subscription.filter.matches(property.segments) {
        subscription.attach(property)
      }
    }
  }

  func detach(_ subscription: Subscription) {
    subscription.phase = .ended
    subscription.settle()
    for property in subscription.members.values { property.watchers.removeAll { $0 === subscription } }
    subscription.members = [:]
    if subscription.isQueued { queued.removeAll { $0 === subscription } }
  }

  // MARK: The beginning of a subscription

  /// Decides how it starts: from now, by replay, or with a gap. Exactly these three.
  private func start(of options: SubscriptionOptions) throws(EngineError) -> (Subscription.Phase, cursor: Int) {
    switch options.start {
    case .now:
      return (options.wantsSnapshot ? .snapshotDue : .ready, revision)
    case .revision(let from, let epoch):
      if epoch != self.epoch { return (.gap(from: from, to: revision, reason: .epoch), revision) }
      if from > revision { throw .revisionInTheFuture(from) }
      if from == revision { return (.ready, revision) }
      if from + 1 >= oldestRevision { return (.replay(until: revision), from) }
      return (.gap(from: from, to: revision, reason: .retention), revision)
    }
  }

  /// The oldest revision a subscription can resume before.
  public var oldestRevision: Int {
    min(log.oldestRevision ?? revision + 1, storage.oldestRevision ?? revision + 1)
  }

  private func requireWatchable(_ pattern: PathPattern) throws(EngineError) {
    if let property = stores.property(at: pattern.text) {
      guard !property.isWatchable else { return }
      guard property.isVisible else {
        throw .readOnly(
          path: pattern.text, reason: "'\(property.info.name)' is inaccessible due to 'private' protection level")
      }
      throw .notPublished(path: pattern.text, property: property.info.name)
    }
    if stores[pattern.text] != nil { return }
    let (place, _) = try locate(Path(pattern.text))
    switch place {
    case .store: return
    case .property(let property): throw .notPublished(path: pattern.text, property: property.info.name)
    case .computed(_, let info): throw .notPublished(path: pattern.text, property: info.name)
    case .global(let global): throw .notPublished(path: pattern.text, property: global.name)
    }
  }

  private func startSnapshot(_ subscription: Subscription) {
    let properties = watched(by: subscription.filter)
    subscription.snapshotCount = properties.count
    subscription.cursor = revision
    subscription.settle()
    subscription.phase = .snapshot(remaining: properties[...], revision: revision)
  }

  private func nextSnapshot(_ subscription: Subscription, _ remaining: ArraySlice<Property>, _ revision: Int)
    -> SubscriptionEvent?
  {
    guard !remaining.isEmpty else {
      subscription.phase = .ready
      return nextEvent(of: subscription)
    }
    let chunk = remaining.prefix(256)
    let rest = remaining.dropFirst(chunk.count)
    subscription.phase = rest.isEmpty ? .ready : .snapshot(remaining: rest, revision: revision)
    return .snapshot(entries: Array(chunk), revision: revision)
  }

  // MARK: Replay

  private func nextReplayed(_ subscription: Subscription, until: Int) -> SubscriptionEvent? {
    if subscription.options.mode == .latest { return foldReplay(subscription, until: until) }
    while subscription.cursor < until, let commit = nextCommit(subscription) {
      subscription.cursor = commit.revision
      if let event = select(commit, subscription) { return event }
    }
    subscription.cursor = max(subscription.cursor, until)
    return nil
  }

  /// Mode `latest`: everything that was missed, as one message with the present values.
  private func foldReplay(_ subscription: Subscription, until: Int) -> SubscriptionEvent? {
    var missed: [Property] = []
    var seen: Set<String> = []
    var last: Commit?
    var count = 0
    while subscription.cursor < until, let commit = nextCommit(subscription) {
      subscription.cursor = commit.revision
      var concerns = false
      for change in commit.record.changes
      where seen.contains(change.path) || stores.property(at: change.path).map(subscription.listens) == true {
        concerns = true
        if seen.insert(change.path).inserted, let property = stores.property(at: change.path) {
          missed.append(property)
        }
      }
      guard concerns else { continue }
      count += 1
      last = commit
    }
    subscription.cursor = max(subscription.cursor, until)
    guard let last else { return nil }
    if count == 1 { return select(last, subscription) }
    return .change(ChangeEvent(commit: last, merged: count, selected: nil, properties: missed))
  }

  /// The commit after the cursor, from memory or, further back, from storage in chunks.
  private func nextCommit(_ subscription: Subscription) -> Commit? {
    if let commit = log[subscription.cursor + 1] {
      subscription.fetched = []
      return commit
    }
    if subscription.fetched.isEmpty {
      let records = (try? storage.commits(after: subscription.cursor, limit: 256)) ?? []
      subscription.fetched =
        records.map { record in
          Commit(record: record, properties: record.changes.map { stores.property(at: $0.path) })
        }[...]
    }
    return subscription.fetched.popFirst()
  }

  // MARK: Live

  private func nextOfEvery(_ subscription: Subscription) -> SubscriptionEvent? {
    guard let first = subscription.firstPending, let newest = subscription.newestPending else { return nil }
    subscription.cursor = max(subscription.cursor, first - 1)
    while subscription.cursor < newest.revision {
      guard let commit = nextCommit(subscription) else {
        let from = subscription.cursor
        subscription.phase = .snapshotDue
        return .gap(from: from, to: revision, reason: .retention)
      }
      subscription.cursor = commit.revision
      guard let event = select(commit, subscription) else { continue }
      if commit === newest { subscription.settle() } else { subscription.firstPending = commit.revision + 1 }
      return event
    }
    subscription.settle()
    return nil
  }

  private func nextOfLatest(_ subscription: Subscription) -> SubscriptionEvent? {
    guard let newest = subscription.newestPending else { return nil }
    subscription.cursor = max(subscription.cursor, newest.revision)
    defer { subscription.settle() }
    guard !subscription.dirty.isEmpty else { return nil }
    if subscription.foldedCommits == 1 {
      // Every change of the commit is among them: its bytes can be shared, and nothing needs to be looked up.
      if subscription.dirty.count == newest.record.changes.count {
        return .change(ChangeEvent(commit: newest, merged: 1, selected: nil, properties: []))
      }
      return select(newest, subscription)
    }
    return .change(
      ChangeEvent(commit: newest, merged: subscription.foldedCommits, selected: nil, properties: subscription.dirty))
  }

  /// What a subscription hears of one commit. Mostly all of it, and then there is no list to make.
  private func select(_ commit: Commit, _ subscription: Subscription) -> SubscriptionEvent? {
    let all = commit.properties.allSatisfy { $0.map(subscription.listens) == true }
    if all, !commit.properties.isEmpty {
      return .change(ChangeEvent(commit: commit, merged: 1, selected: nil, properties: []))
    }
    let selected = commit.properties.indices.filter { commit.properties[$0].map(subscription.listens) == true }
    guard !selected.isEmpty else { return nil }
    return .change(ChangeEvent(commit: commit, merged: 1, selected: selected, properties: []))
  }
}
