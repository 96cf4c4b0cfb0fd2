import Language

/// What keeps a store: where it belongs, who else holds it, and who watches it.
public struct Ownership {
  public enum Kind {
    /// A name at top level: it is there until the declaration is removed.
    case daemon
    /// The same in a namespace.
    case namespace(String)
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
  public func ownership(of store: Store) -> Ownership {
    let kind: Ownership.Kind =
      if let provider = providing.provider(of: store) {
        .provider(provider.name)
      } else if !store.isTopLevel {
        .store(store.segments.dropLast().joined(separator: "."))
      } else if store.namespaceName.isEmpty {
        .daemon
      } else {
        .namespace(store.namespaceName)
      }
    let drafts = sessions.values.sorted { $0.id < $1.id }.flatMap { session in
      session.drafts.values.sorted { $0.name < $1.name }
        .filter { $0.path.hasPrefix(store.path + ".") && isOwn($0.path, store) }
        .map { (session: session.id, name: $0.name, path: $0.path) }
    }
    return Ownership(
      kind: kind, holders: holders(of: store), watchers: delivery.watchers(of: store),
      work: delivery.work(of: store), drafts: drafts)
  }

  /// Whether a path leads to a property of the store itself, and not to one of a store within it.
  private func isOwn(_ path: String, _ store: Store) -> Bool {
    store.children.values.allSatisfy { !path.hasPrefix($0.path + ".") }
  }

  /// Places that hold the object beside its path, and did not let go of it since.
  private func holders(of store: Store) -> [String] {
    store.holders.sorted().compactMap { holder in
      guard let slot = holder.slot else {
        let variable = store.namespace.program.variable(store.namespace.local(holder.path))
        return variable?.present.object === store.instance ? holder.path : nil
      }
      guard let other = stores[holder.path], let info = other.objects[slot],
        other.instance.storedValue(at: slot).object === store.instance
      else { return nil }
      return "\(holder.path).\(info.name)"
    }
  }
}
