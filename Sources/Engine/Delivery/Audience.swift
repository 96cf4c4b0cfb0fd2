import Language

/// Whether somebody outside watches a store: what `whileWatched` asks for.
///
/// Watched is what a subscription or a waiting request names. A pattern that begins with a wildcard names nothing: the
/// tail looks at everything, and looking on must not make anything begin.
extension Delivery {
  /// Tells `changed` from now on, each time in a transaction of its own, when the object's first watcher comes and when
  /// its last one has gone. Who comes and goes within one turn is not reported.
  /// - Parameter isKnown: that it is watched, as is known already.
  func observeAudience(of object: Instance, isKnown: Bool = false, _ changed: @escaping (Bool) -> Void) -> any HostWork
  {
    let audience = Audience(object, changed)
    audience.isWatched = isKnown
    audiences.all.append(audience)
    audienceMayHaveChanged()
    return audience
  }

  /// Called wherever somebody begins to watch or ceases to.
  func audienceMayHaveChanged() {
    guard !audiences.all.isEmpty, !audiences.isDue else { return }
    audiences.isDue = true
    engine.later { [unowned self] in
      audiences.isDue = false
      tellAudiences()
    }
  }

  private func tellAudiences() {
    audiences.all.removeAll { $0.changed == nil || $0.object == nil }
    for audience in audiences.all {
      let isWatched = (audience.object?.hostTag as? Store).map { self.isWatched($0) } ?? false
      guard isWatched != audience.isWatched, let changed = audience.changed else { continue }
      audience.isWatched = isWatched
      engine.transactions.perform(Cause(by: "watchers")) { changed(isWatched) }
    }
  }

  private func isWatched(_ store: Store) -> Bool {
    let isNamed = store.properties.contains { property in
      property.subscriptions.contains { $0.filter.namesSomething }
        || property.waits.contains { $0.filter.namesSomething }
    }
    if isNamed { return true }
    if store.children.values.contains(where: { isWatched($0) }) { return true }
    let below = store.path + "."
    return engine.sessions.values.contains { session in
      session.subscriptions.values.contains { subscription in
        let pipeline = subscription.stream?.observation?.pipeline ?? subscription.stream?.pipeline
        return pipeline?.inputs.contains { $0.hasPrefix(below) } ?? false
      }
    }
  }
}

extension Delivery {
  /// The sessions that watch the store by name, or something in it, in order.
  func watchers(of store: Store) -> [String] {
    let below = store.path + "."
    var found: Set<String> = []
    func look(_ store: Store) {
      for property in store.properties {
        for one in property.subscriptions where one.filter.namesSomething { found.insert(one.session) }
        for one in property.waits where one.filter.namesSomething { found.insert(one.session) }
      }
      for child in store.children.values { look(child) }
    }
    look(store)
    for session in engine.sessions.values where !found.contains(session.id) {
      let isWatching = session.subscriptions.values.contains { subscription in
        let pipeline = subscription.stream?.observation?.pipeline ?? subscription.stream?.pipeline
        return pipeline?.inputs.contains { $0.hasPrefix(below) } ?? false
      }
      if isWatching { found.insert(session.id) }
    }
    return found.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
  }

  /// Whether there is work of the store that is done while somebody watches it.
  func work(of store: Store) -> Ownership.Work {
    let audiences = audiences.all.filter { $0.object === store.instance && $0.changed != nil }
    return audiences.isEmpty ? .none : audiences.contains(where: \.isWatched) ? .running : .waiting
  }
}

extension PathFilter {
  fileprivate var namesSomething: Bool { included.contains(where: \.beginsWithAName) }
}

/// Who wants to know whether an object is watched, and whether they are to be notified at the end of what is due.
struct Audiences {
  var all: [Audience] = []
  var isDue = false
}

/// One who wants to know whether an object is watched.
final class Audience: HostWork {
  fileprivate weak var object: Instance?
  fileprivate var changed: ((Bool) -> Void)?
  fileprivate var isWatched = false

  init(_ object: Instance, _ changed: @escaping (Bool) -> Void) {
    self.object = object
    self.changed = changed
  }

  func cancel() { changed = nil }
}
