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
    guard !audiences.isDue, !audiences.all.isEmpty || engine.areWatchersOwners else { return }
    audiences.isDue = true
    engine.later { [unowned self] in
      audiences.isDue = false
      tellAudiences()
    }
  }

  private func tellAudiences() {
    audiences.all.removeAll { $0.changed == nil || $0.object == nil }
    let streams = streamWatchers()
    for audience in audiences.all {
      let isWatched = (audience.object?.hostTag as? Store).map { self.isWatched($0, streams) } ?? false
      guard isWatched != audience.isWatched, let changed = audience.changed else { continue }
      audience.isWatched = isWatched
      engine.transactions.perform(Cause(by: "watchers")) { changed(isWatched) }
    }
    engine.followWatchers { isWatched($0, streams) }
  }

  /// Something in it is, or a publisher of its program.
  private func isWatched(_ namespace: Namespace, _ streams: [String: Set<String>]) -> Bool {
    engine.stores.all.contains { $0.isRoot && $0.namespace === namespace && isWatched($0, streams) }
      || engine.sessions.values.contains { session in
        session.subscriptions.values.contains {
          $0.options.publisher != nil && $0.options.namespace == namespace.name && !$0.isEnding
        }
      }
  }

  /// - Parameter streams: as `streamWatchers` has them.
  private func isWatched(_ store: Store, _ streams: [String: Set<String>]) -> Bool {
    let isNamed = store.properties.contains { property in
      property.subscriptions.contains { $0.filter.namesSomething }
        || property.waits.contains { $0.filter.namesSomething }
    }
    return isNamed || streams[store.path] != nil || store.children.values.contains { isWatched($0, streams) }
  }
}

extension Delivery {
  /// The sessions that watch the store by name, or something in it, in order.
  /// - Parameter streams: as `streamWatchers` has them.
  func watchers(of store: Store, streams: [String: Set<String>]) -> [String] {
    var found = streams[store.path] ?? []
    func look(_ store: Store) {
      for property in store.properties {
        for one in property.subscriptions where one.filter.namesSomething { found.insert(one.session) }
        for one in property.waits where one.filter.namesSomething { found.insert(one.session) }
      }
      for child in store.children.values { look(child) }
    }
    look(store)
    return found.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
  }

  /// The sessions that have opened a publisher that follows from something in a store, by the store's path.
  func streamWatchers() -> [String: Set<String>] {
    var found: [String: Set<String>] = [:]
    for session in engine.sessions.values {
      for subscription in session.subscriptions.values {
        let pipeline = subscription.stream?.observation?.pipeline ?? subscription.stream?.pipeline
        for input in pipeline?.inputs ?? [] {
          for dot in input.indices where input[dot] == "." {
            found[String(input[..<dot]), default: []].insert(session.id)
          }
        }
      }
    }
    return found
  }

  /// What is done for stores while somebody watches them, by their objects.
  func work() -> [ObjectIdentifier: Ownership.Work] {
    var found: [ObjectIdentifier: Ownership.Work] = [:]
    for audience in audiences.all where audience.changed != nil {
      guard let object = audience.object.map(ObjectIdentifier.init) else { continue }
      if audience.isWatched { found[object] = .running } else if found[object] == nil { found[object] = .waiting }
    }
    return found
  }
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
