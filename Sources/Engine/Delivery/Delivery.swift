import Language

/// Brings commits to those who listen.
///
///     commit ─► audience ─► cursor ─► encoded event ─► outbox
///
/// A commit marks the subscriptions of the properties it changed, so its cost grows with what it touches (`publish`).
/// Nothing is copied: a subscription is a cursor into the log, and its subscriber takes what comes next from there while it
/// has room for it (`next(of:)`). What bytes are made of it, and where they wait, is the subscriber's.
public final class Delivery {
  /// It owns this, and is there as long.
  unowned(unsafe) var engine: Engine!
  var log: CommitLog
  /// What delivery waits for: rates, signs of life, time limits. They change nothing that anybody could observe.
  var timers = TimerQueue()
  /// Waits for a path at which nothing is yet, in the order in which they began.
  var absent: [Wait] = []
  var audiences = Audiences()
  /// Where bookmarks were refreshed last, and how far back history went then.
  var refreshedAt = 0
  var oldestSeen = 0
  /// How many commits that are not delivered may still be looked at in this turn.
  var looksLeft = Delivery.looksMax
  /// Commits read back from storage for who asks for one after the other; of this turn only.
  var window: [CommitRecord] = []

  init(commitsInMemory: Int, bytesInMemory: Int) {
    log = CommitLog(capacity: commitsInMemory, bytesMax: bytesInMemory)
  }

  // MARK: From a commit to its audience

  /// Adds a commit to the log, and marks whoever listens to what it changed.
  func publish(_ commit: Commit) {
    log.append(commit, kept: engine.durableRevision)
    let (revision, changeCount) = (commit.revision, commit.changeCount)
    for position in 0..<changeCount {
      guard let property = commit.properties[position] else { continue }
      for subscription in property.subscriptions where !subscription.notePlainly(revision, of: changeCount) {
        mark(subscription, property, commit, position)
      }
      if property.waits.isEmpty { continue }
      for wait in property.waits { look(wait, commit, position) }
    }
  }

  private func mark(_ subscription: Subscription, _ property: Property, _ commit: Commit, _ position: Int) {
    switch subscription.phase {
    case .gap, .snapshotDue, .ending, .ended: return
    case .snapshot, .backwards, .replay, .ready, .live: break
    }
    if subscription.condition != nil, !passes(subscription, commit, position) { return }
    if subscription.options.mode.conflates {
      subscription.conflation.add(property)
      if subscription.options.wantsOld || subscription.condition != nil {
        subscription.conflation.keep(
          commit.record.changes[position], of: property, commit.revision, hasCondition: subscription.condition != nil)
      }
      subscription.pending.note(commit)
    } else {
      if subscription.options.overflow != .spill,
        subscription.pending.isEmpty || subscription.pending.newestRevision != commit.revision,
        overflows(subscription, commit)
      {
        return
      }
      subscription.pending.note(commit.revision, of: commit.changeCount)
    }
    if let settle = subscription.options.settle { subscription.gate.settledAt = engine.moment(in: settle) }
    subscription.makeReady()
  }

  // MARK: Opening and closing

  /// Opens a subscription; its events can be taken from now on. Whoever delivers writes the reply first.
  public func open(name: String, session id: String, _ options: SubscriptionOptions) throws(EngineError) -> Subscription
  {
    try engine.requireHealthy()
    let session = engine.session(id)
    guard session.subscriptions[name] == nil else { throw .subscriptionExists(name) }
    let limit = engine.limits.subscriptionsPerSession
    guard session.subscriptions.count < limit else {
      throw .tooMany(what: "subscriptions of one connection", limit: limit, setting: "limits.subs")
    }
    let subscription =
      if let source = try streamSource(options) {
        try openStream(name, session, options, source)
      } else {
        try openPaths(name, id, options)
      }
    session.subscriptions[name] = subscription
    audienceMayHaveChanged()
    subscription.makeReady()
    startProgress(subscription)
    return subscription
  }

  private func openPaths(_ name: String, _ id: String, _ options: SubscriptionOptions) throws(EngineError)
    -> Subscription
  {
    var options = options
    for (number, path) in options.paths.enumerated() {
      if Engine.isLookDue(number) { engine.lookAfterOthers() }
      options.paths[number] = try watchable(path)
    }
    let filter = try PathFilter(options.paths)
    for (number, pattern) in filter.included.enumerated() where pattern.isExact {
      if Engine.isLookDue(number) { engine.lookAfterOthers() }
      try requireWatchable(pattern)
    }
    let (phase, cursor) = try start(of: options)
    let subscription = Subscription(
      name: name, session: id, options: options, filter: filter, phase: phase, cursor: cursor)
    subscription.delivered = cursor
    // Nobody knows whether what came before the oldest one that is kept was within that time.
    if case .time = options.start, case .replay = phase, cursor > 0, cursor < oldestRevision {
      subscription.lostBefore = oldestRevision
    }
    for (number, property) in watched(by: filter).enumerated() {
      if Engine.isLookDue(number) { engine.lookAfterOthers() }
      subscription.attach(property)
    }
    do throws(EngineError) {
      if let source = options.condition { try attachCondition(source, to: subscription) }
    } catch {
      detach(subscription)
      throw error
    }
    if case .last(let count) = options.start { goBack(subscription, commits: count) }
    return subscription
  }

  /// The property that a binding leads to or into, of the name of one: that is what tells of its changes.
  private func watchable(_ path: String) throws(EngineError) -> String {
    guard let pattern = try? PathPattern(path), pattern.isExact, engine.stores.property(at: path) == nil,
      let (place, _) = (try? engine.find(Path(path))) ?? nil, case .binding(let binding) = place
    else { return path }
    guard let property = property(of: binding) else { throw leadsNowhere(path) }
    return property.path
  }

  /// The property that a binding leads to or into.
  func property(of binding: NamedBinding) -> Property? {
    guard let (object, names) = binding.origin, let tag = object.hostTag, let name = names.first else { return nil }
    return engine.stores.property(at: unsafeDowncast(tag, to: Store.self).path + "." + name)
  }

  func leadsNowhere(_ path: String) -> EngineError {
    .validation(
      path: path, rule: "it is a binding that leads to no property of a store, so that nobody hears when it changes")
  }

  /// What a filter takes in now, each property once: pattern by pattern where all are exact, otherwise in the order of
  /// the stores. Only a pattern that begins with a wildcard walks through the world.
  func watched(by filter: PathFilter) -> [Property] {
    let stores = engine.stores
    var found: [Property] = []
    var known: Set<ObjectIdentifier> = []
    func take(_ property: Property) {
      guard property.isWatchable, !filter.excludes(property.segments) else { return }
      if known.insert(ObjectIdentifier(property)).inserted { found.append(property) }
    }
    if filter.included.contains(where: \.root.isEmpty) {
      for (number, store) in stores.all.enumerated() {
        if Engine.isLookDue(number) { engine.lookAfterOthers() }
        for property in store.properties where filter.matches(property.segments) { take(property) }
      }
      return found
    }
    for (number, pattern) in filter.included.enumerated() {
      if Engine.isLookDue(number) { engine.lookAfterOthers() }
      if let property = stores.property(at: pattern.root), pattern.matches(property.segments) { take(property) }
      for store in stores.stores(within: pattern.root) {
        for property in store.properties where pattern.matches(property.segments) { take(property) }
      }
    }
    guard filter.included.count > 1, !filter.included.allSatisfy(\.isExact) else { return found }
    // The sort is stable: properties of one store stay in their order.
    return found.sorted { $0.store.place < $1.store.place }
  }

  func requireWatchable(_ pattern: PathPattern) throws(EngineError) {
    if let property = engine.stores.property(at: pattern.root) {
      return try requireWatchable(property, part: pattern.root)
    }
    if engine.stores[pattern.root] != nil { return }
    let (place, _) = try engine.locate(Path(pattern.root))
    switch place {
    case .store: return
    case .property(let property):
      try requireWatchable(property, part: pattern.root)
      throw .validation(
        path: pattern.root,
        rule: "it is a part of '\(property.path)', which tells of its changes as a whole: watch that")
    case .computed(_, let info): throw .notPublished(path: pattern.root, property: info.name, Unannounced(info))
    case .binding(let binding): throw .notPublished(path: pattern.root, property: binding.name, .computed)
    case .global:
      throw .validation(path: pattern.root, rule: "it is a value of the program; properties of stores can be watched")
    }
  }

  func requireWatchable(_ property: Property, part path: String) throws(EngineError) {
    guard !property.isWatchable else { return }
    guard property.isVisible else { throw engine.hidden(property) }
    throw .notPublished(path: path, property: property.info.name, Unannounced(property.info))
  }

  /// A property has come to be: everybody whose filter takes it in listens to it.
  func attachListeners(to property: Property) {
    guard property.isWatchable else { return }
    for session in engine.sessions.values {
      for subscription in session.subscriptions.values
      where subscription.stream == nil && subscription.filter.matches(property.segments) {
        subscription.attach(property)
      }
      // One whose path comes to be here has a condition to be made first.
      for wait in session.waits where !wait.isAbsent && wait.filter.matches(property.segments) {
        wait.attach(property)
      }
    }
  }

  /// Ends a subscription at its client's wish. After it returned, no event of it can be taken.
  public func close(name: String, session id: String) throws(EngineError) {
    guard let subscription = engine.session(id).subscriptions.removeValue(forKey: name) else {
      throw .unknownSubscription(name)
    }
    detach(subscription)
  }

  /// The subscription ends without its client's wish, once its client knows.
  func end(_ subscription: Subscription, _ reason: SubscriptionEvent.EndReason) {
    subscription.phase = .ending(reason, resume: resumePoint(of: subscription))
    subscription.makeReady()
  }

  /// The same for a reason.
  func fail(_ subscription: Subscription, _ error: EngineError) {
    if subscription.isEnding { return }
    subscription.urgent.append(.failed(error))
    end(subscription, .error)
  }

  func detach(_ subscription: Subscription) {
    end(subscription)
    for (number, property) in subscription.properties.all.enumerated() {
      if Engine.isLookDue(number) { engine.lookAfterOthers() }
      property.subscriptions.removeAll { $0 === subscription }
    }
    subscription.properties.removeAll()
  }

  /// The same for all that a session has: what they listen to is gone through once, and not for each.
  func detach(all subscriptions: some Collection<Subscription>) {
    guard subscriptions.count > Self.detachedOneByOne else {
      for subscription in subscriptions { detach(subscription) }
      return
    }
    var properties: [ObjectIdentifier: Property] = [:]
    for (number, subscription) in subscriptions.enumerated() {
      if Engine.isLookDue(number) { engine.lookAfterOthers() }
      end(subscription)
      for property in subscription.properties.all { properties[ObjectIdentifier(property)] = property }
      subscription.properties.removeAll()
    }
    for (number, property) in properties.values.enumerated() {
      if Engine.isLookDue(number) { engine.lookAfterOthers() }
      property.subscriptions.removeAll(where: \.hasEnded)
    }
  }

  private static let detachedOneByOne = 4

  private func end(_ subscription: Subscription) {
    subscription.phase = .ended
    subscription.letGo()
    subscription.settle()
    subscription.progress.timer?.cancel()
    closeStream(subscription)
    audienceMayHaveChanged()
  }

  /// Where a subscription must resume from, if it ends now; `nil` while its snapshot is not complete: who had a place
  /// before keeps that.
  public func resumePoint(of subscription: Subscription) -> Int? {
    switch subscription.phase {
    case .gap(let from, _, let reason): return reason == .epoch ? nil : from
    case .snapshotDue, .snapshot, .backwards: return nil
    case .ending(_, let resume): return resume
    case .live
    where subscription.pending.isEmpty && subscription.overflow.isEmpty && subscription.stream == nil:
      return engine.revision
    case .replay, .ready, .live, .ended:
      return subscription.place
    }
  }

  // MARK: How a subscription begins

  /// Decides how it starts: from now, by replay, or with a gap. Exactly these three.
  private func start(of options: SubscriptionOptions) throws(EngineError) -> (Subscription.Phase, cursor: Int) {
    let revision = engine.revision
    switch options.start {
    // How far back that is, is known when it is known what is listened to.
    case .last: return (.ready, revision)
    case .now:
      return (options.wantsSnapshot ? .snapshotDue : .ready, revision)
    case .revision(let from, let epoch):
      if epoch != engine.epoch { return (.gap(from: from, to: revision, reason: .epoch), revision) }
      if from > revision { throw .revisionInTheFuture(from) }
      if from == revision { return (.ready, revision) }
      if from + 1 >= oldestRevision { return (.replay(until: revision), from) }
      return (.gap(from: from, to: revision, reason: .retention), revision)
    case .time(let time):
      let from = lastRevision(before: time)
      if from == revision { return (.ready, revision) }
      return (.replay(until: revision), from)
    }
  }
}
