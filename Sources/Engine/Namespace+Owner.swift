// Namespaces that do not stay: they end with a session, or with who watches them, and all that is in them does.
//
// Nothing of them is declared in storage: a restart ends all sessions, and with them these. The commits they are made of
// are part of history like all others.

import Language

/// What a namespace ends with; one without an owner stays until its last declaration is removed.
public enum NamespaceOwner: Equatable, Sendable {
  /// What a request can choose.
  public enum Kind: Sendable { case session, watchers }

  /// The session that made it.
  case session(String)
  /// Those who watch something in it. Until the first has come, the session that made it: nobody may ever come.
  case watchers(madeBy: String, haveCome: Bool)

  init(_ kind: Kind, madeBy session: String) {
    switch kind {
    case .session: self = .session(session)
    case .watchers: self = .watchers(madeBy: session, haveCome: false)
    }
  }

  /// Whether who asks for `kind` means this one.
  func isMeant(by kind: Kind, of session: String) -> Bool {
    switch (self, kind) {
    case (.session(let owner), .session): owner == session
    case (.watchers, .watchers): true
    default: false
    }
  }
}

extension Engine {
  /// The namespaces that have an owner, by name.
  public var ownedNamespaces: [(name: String, owner: NamespaceOwner)] {
    namespaces.compactMap { namespace in namespace.owner.map { (namespace.name, $0) } }.sorted { $0.name < $1.name }
  }

  /// The namespace of that name, made for this owner if it is new. It is there from now on, even while nothing is in it.
  func namespace(making name: String, for kind: NamespaceOwner.Kind?, session: String) throws(EngineError) -> Namespace
  {
    guard let kind else { return try namespace(making: name) }
    guard !name.isEmpty else { throw .validation(path: "owner", rule: "only a namespace with a name has one") }
    if let found = namespace(name) {
      guard found.owner?.isMeant(by: kind, of: session) ?? false else { throw .owned(name, by: found.owner) }
      return found
    }
    let made = try namespace(making: name)
    made.owner = NamespaceOwner(kind, madeBy: session)
    return made
  }

  /// A session has ended, and what was its alone.
  func endNamespaces(of session: String) {
    for namespace in namespaces {
      switch namespace.owner {
      case .session(session), .watchers(madeBy: session, haveCome: false): end(namespace, with: session)
      default: break
      }
    }
  }

  /// Who watches may be others than before. Outside any transaction.
  func followWatchers(_ isWatched: (Namespace) -> Bool) {
    for namespace in namespaces {
      guard case .watchers(let maker, let haveCome) = namespace.owner else { continue }
      if isWatched(namespace) {
        namespace.owner = .watchers(madeBy: maker, haveCome: true)
      } else if haveCome {
        end(namespace, with: "watchers")
      }
    }
  }

  var areWatchersOwners: Bool {
    namespaces.contains { if case .watchers = $0.owner { true } else { false } }
  }

  /// Ends a namespace, and all that is in it or waits in it, whoever it is of.
  private func end(_ namespace: Namespace, with owner: String) {
    let reason = EngineError.ended(namespace.name, with: owner)
    namespace.owner = nil
    for evaluating in evaluations.waiting where evaluating.namespace === namespace {
      evaluating.fail(reason)
      evaluating.cancel()
    }
    let all = namespace.declarations.records
    if !all.isEmpty {
      // Nothing is left that could be in need of what goes.
      _ = try? removeDeclarations(
        all, named: "everything", in: namespace, session: owner,
        note: "the namespace \(namespace.name) has ended with \(owner == "watchers" ? "its last watcher" : owner)")
    }
    for session in sessions.values {
      for subscription in session.subscriptions.values
      where subscription.options.publisher != nil && subscription.options.namespace == namespace.name {
        delivery.fail(subscription, reason)
      }
      guard let results = session.results.removeValue(forKey: namespace.name) else { continue }
      transactions.perform(Cause(by: owner)) { results.close() }
    }
    pruneNamespaces()
  }
}
