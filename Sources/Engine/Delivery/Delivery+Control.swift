import Language

/// What a client can do with an open subscription.
extension Delivery {
  func subscription(_ name: String, of id: String) throws(EngineError) -> Subscription {
    guard let found = engine.session(id).subscriptions[name] else { throw .unknownSubscription(name) }
    return found
  }

  public func pause(name: String, session id: String) throws(EngineError) {
    let subscription = try subscription(name, of: id)
    guard subscription.gate.pause == nil else { return }
    subscription.gate.pause = .client
    subscription.urgent.append(.paused(.client))
    subscription.makeReady()
  }

  public func resume(name: String, session id: String) throws(EngineError) {
    let subscription = try subscription(name, of: id)
    guard subscription.gate.pause != nil else { return }
    subscription.gate.pause = nil
    subscription.urgent.append(.resumed)
    wake(subscription)
  }

  /// Allows so many more changes; `nil` all of them.
  /// - Returns: how many may be delivered now.
  public func demand(name: String, session id: String, _ count: Int?) throws(EngineError) -> Int? {
    let subscription = try subscription(name, of: id)
    guard let credit = subscription.gate.credit else { return nil }
    if let count {
      let (sum, overflow) = credit.addingReportingOverflow(count)
      subscription.gate.credit = overflow ? nil : sum
    } else {
      subscription.gate.credit = nil
    }
    if let observation = subscription.stream?.observation {
      // The publisher may be the program's, and write to stores while it produces.
      engine.transactions.perform(Cause(by: id)) { observation.request(count) }
    }
    wake(subscription)
    return subscription.gate.credit
  }

  /// Asks for present values again.
  /// - Returns: how many will come.
  public func resync(name: String, session id: String, path: String?) throws(EngineError) -> Int {
    let subscription = try subscription(name, of: id)
    var properties = watched(by: subscription.filter)
    if let path {
      properties = properties.filter { $0.path == path }
      guard !properties.isEmpty else { throw .notFound(path: path, known: subscription.options.paths) }
    }
    subscription.snapshot.resync = properties
    wake(subscription)
    return properties.count
  }

  /// The next event that waits for nothing.
  public func nextUrgent(of subscription: Subscription) -> SubscriptionEvent? {
    guard case .live = subscription.phase, !subscription.urgent.isEmpty else { return nil }
    return subscription.urgent.removeFirst()
  }

  /// What rates hold back, all of it, comes next.
  public func release(_ subscription: Subscription) {
    subscription.gate.releasedThrough = subscription.stream?.count ?? engine.revision
    wake(subscription)
  }

  // MARK: Signs of life

  func startProgress(_ subscription: Subscription) {
    guard let interval = subscription.options.progress else { return }
    subscription.progress.timer = timers.insert(deadline: engine.moment(in: interval)) {
      [unowned self, weak subscription] in
      guard let subscription else { return }
      subscription.progress.isDue = true
      self.wake(subscription)
      self.startProgress(subscription)
    }
  }

  /// History is about to be pruned: who has heard nothing for long gets a newer place to resume from. Called once a
  /// turn; does something once in a quarter of what is kept, and whenever the storage has let go of something.
  func refreshBookmarks() {
    let oldest = oldestRevision
    let revision = engine.revision
    let kept = engine.storage.commitsKept
    let isPruned = oldest > max(1, oldestSeen)
    guard isPruned || revision - refreshedAt > kept / 4 else { return }
    refreshedAt = revision
    oldestSeen = oldest
    let bound = isPruned ? oldest + (revision - oldest) / 2 : revision - kept / 2
    for session in engine.sessions.values {
      for subscription in session.subscriptions.values
      where subscription.stream == nil && subscription.delivered < bound {
        guard case .live = subscription.phase else { continue }
        subscription.progress.isDue = true
        subscription.makeReady()
      }
    }
  }
}
