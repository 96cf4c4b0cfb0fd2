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
    let subscription =
      if let source = try streamSource(options, session) {
        try openStream(name, session, options, source)
      } else {
        try openPaths(name, id, options)
      }
    session.subscriptions[name] = subscription
    audienceMayHaveChanged()
    enqueue(subscription)
    startProgress(subscription)
    return subscription
  }

  private func openPaths(_ name: String, _ id: String, _ options: SubscriptionOptions) throws(EngineError)
    -> Subscription
  {
    let filter = try PathFilter(options.paths)
    for pattern in filter.included where pattern.isExact { try requireWatchable(pattern) }
    let (phase, cursor) = try start(of: options)
    let subscription = Subscription(
      name: name, session: id, options: options, filter: filter, phase: phase, cursor: cursor)
    subscription.told = cursor
    for property in watched(by: filter) { subscription.attach(property) }
    do throws(EngineError) {
      if let condition = options.condition { try attachCondition(condition, to: subscription) }
    } catch {
      detach(subscription)
      throw error
    }
    return subscription
  }

  /// What a filter takes in now. Exact paths are looked up; only patterns walk through the world.
  func watched(by filter: PathFilter) -> [Property] {
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

  /// Where a subscription must resume from, if it ends now; `nil` while its snapshot is not complete: who had a place
  /// before keeps that.
  public func resumePoint(of subscription: Subscription) -> Int? {
    switch subscription.phase {
    case .gap(let from, _, let reason): return reason == .epoch ? nil : from
    case .snapshotDue, .snapshot: return nil
    case .ending(_, let resume): return resume
    case .live where subscription.newestPending == nil && subscription.dropped == nil && subscription.stream == nil:
      return revision
    case .replay, .ready, .live, .ended: return subscription.cursor
    }
  }

  /// The subscription ends without its client's wish, once it has been told so.
  func end(_ subscription: Subscription, _ reason: SubscriptionEvent.EndReason) {
    subscription.phase = .ending(reason, resume: resumePoint(of: subscription))
    enqueue(subscription)
  }

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
    case .ending(let reason, let resume):
      if !subscription.urgent.isEmpty { return subscription.urgent.removeFirst() }
      subscription.phase = .ended
      return .end(reason: reason, revision: resume)
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
      // Its condition may have failed on the way.
      if case .replay = subscription.phase { subscription.phase = .ready }
      return nextEvent(of: subscription)
    case .ready:
      subscription.phase = .live
      subscription.told = subscription.cursor
      return .ready(revision: subscription.cursor, count: subscription.snapshotCount)
    case .live:
      if let event = nextLive(subscription) { return event }
      guard case .live = subscription.phase else { return nextEvent(of: subscription) }
      subscription.isQueued = false
      return nil
    }
  }

  // MARK: Marking

  /// Marks whoever listens to what the commit changed.
  func publish(_ commit: Commit) {
    for (position, property) in commit.properties.enumerated() {
      guard let property else { continue }
      for subscription in property.watchers { mark(subscription, property, commit, position) }
    }
  }

  private func mark(_ subscription: Subscription, _ property: Property, _ commit: Commit, _ position: Int) {
    switch subscription.phase {
    case .gap, .snapshotDue, .ending, .ended: return
    case .snapshot, .replay, .ready, .live: break
    }
    let isFirst = subscription.newestPending !== commit
    if subscription.predicate != nil || subscription.onVerdict != nil {
      guard passes(subscription, commit, position) else { return }
      if let onVerdict = subscription.onVerdict { return onVerdict(.success((commit, position))) }
    }
    if isFirst, !subscription.options.mode.folds, subscription.options.overflow != .spill,
      overflows(subscription, commit)
    {
      return
    }
    if subscription.options.mode.folds {
      subscription.addDirty(property)
      subscription.noteFold(property, commit.record.changes[position], commit.revision)
      if isFirst { subscription.foldedCommits += 1 }
    }
    if isFirst { subscription.pendingCount += 1 }
    subscription.newestPending = commit
    if subscription.firstPending == nil { subscription.firstPending = commit.revision }
    if let settle = subscription.options.settle { subscription.settledAt = moment(in: settle) }
    enqueue(subscription)
  }

  func enqueue(_ subscription: Subscription) {
    guard !subscription.isQueued else { return }
    subscription.isQueued = true
    queued.append(subscription)
  }

  /// A property has come to be: everybody whose filter takes it in watches it.
  func attachWatchers(to property: Property) {
    guard property.isWatchable else { return }
    for session in sessions.values {
      for subscription in session.subscriptions.values
      where subscription.stream == nil && subscription.filter.matches(property.segments) {
        subscription.attach(property)
      }
      for wait in session.waits where wait.filter.matches(property.segments) {
        // One whose path comes to be here has a condition to be made first.
        if !awaited.contains(where: { $0 === wait }) { wait.attach(property) }
      }
    }
  }

  func detach(_ subscription: Subscription) {
    subscription.phase = .ended
    subscription.attachment = nil
    subscription.onVerdict = nil
    subscription.look = nil
    subscription.settle()
    subscription.progressTimer?.cancel()
    closeStream(subscription)
    for property in subscription.members.values { property.watchers.removeAll { $0 === subscription } }
    subscription.members = [:]
    if !awaited.isEmpty { awaited.removeAll { $0 === subscription } }
    audienceMayHaveChanged()
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
    case .time(let time):
      let from = lastRevision(before: time)
      if from == revision { return (.ready, revision) }
      if from + 1 >= oldestRevision, from > 0 || oldestRevision <= 1 { return (.replay(until: revision), from) }
      return (.gap(from: from, to: revision, reason: .retention), revision)
    }
  }

  /// The oldest revision a subscription can resume before.
  public var oldestRevision: Int {
    min(log.oldestRevision ?? revision + 1, storage.oldestRevision ?? revision + 1)
  }

  func requireWatchable(_ pattern: PathPattern) throws(EngineError) {
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
    subscription.dropped = nil
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
}
