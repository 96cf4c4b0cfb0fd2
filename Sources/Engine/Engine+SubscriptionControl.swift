import Language

/// What a client can do with an open subscription.
extension Engine {
  func subscription(_ name: String, of id: String) throws(EngineError) -> Subscription {
    guard let found = session(id).subscriptions[name] else { throw .unknownSubscription(name) }
    return found
  }

  public func pauseSubscription(name: String, session id: String) throws(EngineError) {
    let subscription = try subscription(name, of: id)
    guard subscription.pause == nil else { return }
    subscription.pause = .client
    subscription.urgent.append(.paused(.client))
    enqueue(subscription)
  }

  public func resumeSubscription(name: String, session id: String) throws(EngineError) {
    let subscription = try subscription(name, of: id)
    guard subscription.pause != nil else { return }
    subscription.pause = nil
    subscription.urgent.append(.resumed)
    wake(subscription)
  }

  /// Allows so many more changes; `nil` all of them.
  /// - Returns: how many may be told now.
  public func demand(name: String, session id: String, _ count: Int?) throws(EngineError) -> Int? {
    let subscription = try subscription(name, of: id)
    guard let credit = subscription.credit else { return nil }
    if let count {
      let (sum, overflow) = credit.addingReportingOverflow(count)
      subscription.credit = overflow ? nil : sum
    } else {
      subscription.credit = nil
    }
    if let observation = subscription.stream?.observation {
      // The publisher may be the program's, and write to stores while it produces.
      perform(Cause(by: id)) { observation.request(count) }
    }
    wake(subscription)
    return subscription.credit
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
    subscription.resync = properties
    wake(subscription)
    return properties.count
  }

  /// The next event that waits for nothing.
  public func nextUrgent(of subscription: Subscription) -> SubscriptionEvent? {
    guard case .live = subscription.phase, !subscription.urgent.isEmpty else { return nil }
    return subscription.urgent.removeFirst()
  }

  /// What rates hold back, all of it, comes at the next pulls.
  public func release(_ subscription: Subscription) {
    subscription.releasedThrough = subscription.stream?.count ?? revision
    wake(subscription)
  }

  // MARK: Signs of life

  func startProgress(_ subscription: Subscription) {
    guard let interval = subscription.options.progress else { return }
    subscription.progressTimer = chores.insert(deadline: moment(in: interval)) { [unowned self, weak subscription] in
      guard let subscription else { return }
      subscription.progressIsDue = true
      self.wake(subscription)
      self.startProgress(subscription)
    }
  }

  /// History is about to be pruned: who has been told nothing for long gets a newer place to resume from. Called once a
  /// turn; does something once in a quarter of what is kept, and whenever the storage has let go of something.
  func refreshBookmarks() {
    let oldest = oldestRevision
    let kept = storage.commitsKept
    let isPruned = oldest > max(1, oldestSeen)
    guard isPruned || revision - refreshedAt > kept / 4 else { return }
    refreshedAt = revision
    oldestSeen = oldest
    let bound = isPruned ? oldest + (revision - oldest) / 2 : revision - kept / 2
    for session in sessions.values {
      for subscription in session.subscriptions.values where subscription.stream == nil && subscription.told < bound {
        guard case .live = subscription.phase else { continue }
        subscription.progressIsDue = true
        enqueue(subscription)
      }
    }
  }
}
