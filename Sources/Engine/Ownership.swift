import Language

/// What keeps a store: where it belongs, who else holds it, and who watches it.
public struct Ownership {
  public enum Kind {
    /// A name at top level, or a static variable: it is there until the declaration is removed.
    case daemon
    /// The same in a namespace.
    case namespace(String)
    /// The same in a namespace that ends with its owner.
    case owned(String, by: NamespaceOwner)
    /// Another store, in a property: it is there until that has another value.
    case store(String)
    /// A client, as long as it is connected.
    case provider(String)
  }

  /// Of work that is done while somebody watches (`whileWatched`).
  public enum Work { case none, waiting, running }

  public let kind: Kind
  /// Other places that hold the same object: one of them gives it its path when it is gone from here.
  public let holders: [String]
  /// The sessions that watch it, or something in it, by name.
  public let watchers: [String]
  public let work: Work
  /// Copies that sessions edit of it, or of a part of it.
  public let drafts: [(session: String, name: String, path: String)]
}

extension Engine {
  /// What keeps each of some stores. Complexity: O(stores + properties + subscriptions + drafts).
  public func ownership(of stores: [Store]) -> [Ownership] {
    let work = delivery.work()
    let streams = delivery.streamWatchers()
    var drafts: [String: [(session: String, name: String, path: String)]] = [:]
    for session in sessions.values.sorted(by: { $0.id < $1.id }) {
      for draft in session.drafts.values.sorted(by: { $0.name < $1.name }) {
        guard let owner = owner(of: draft) else { continue }
        drafts[owner, default: []].append((session.id, draft.name, draft.path))
      }
    }
    return stores.map { store in
      Ownership(
        kind: kind(of: store), holders: holders(of: store), watchers: delivery.watchers(of: store, streams: streams),
        work: work[ObjectIdentifier(store.instance)] ?? .none, drafts: drafts[store.path] ?? [])
    }
  }

  private func kind(of store: Store) -> Ownership.Kind {
    if let provider = providing.provider(of: store) { return .provider(provider.name) }
    if !store.isRoot { return .store(store.segments.dropLast().joined(separator: ".")) }
    if let owner = store.namespace.owner { return .owned(store.namespaceName, by: owner) }
    return store.namespaceName.isEmpty ? .daemon : .namespace(store.namespaceName)
  }

  /// The path of the store that the original of a draft belongs to, also where that was named by a binding.
  private func owner(of draft: ClientDraft) -> String? {
    draft.secretNames.indices.reversed().lazy.map { draft.secretNames[..<$0].joined(separator: ".") }
      .first { self.stores[$0] != nil }
  }

  /// Places that hold the object beside its path, as far as clients see them, and did not let go of it since.
  private func holders(of store: Store) -> [String] {
    store.holders.sorted().compactMap { holder in
      guard let slot = holder.slot else {
        let variable = store.namespace.program.variable(at: store.namespace.local(holder.path))
        guard let variable, !variable.isPrivateInType else { return nil }
        return variable.present.object === store.instance ? holder.path : nil
      }
      guard let other = stores[holder.path], !other.isHidden, let info = other.objects[slot], !info.isPrivate,
        other.instance.storedValue(at: slot).object === store.instance
      else { return nil }
      return "\(holder.path).\(info.name)"
    }
  }
}
