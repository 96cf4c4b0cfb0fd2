// Who keeps each store, for people.
import Wire

struct OwnerRenderer {
  let style: Style

  func lines(_ stores: [StoreInfo], named local: (String) -> String) -> [String] {
    aligned(stores.map { (local($0.path), line($0)) }, indent: "")
  }

  private func line(_ store: StoreInfo) -> String {
    guard let owner = store.owner else { return "" }
    var parts: [String] = []
    switch owner.kind {
    case .daemon: parts.append("the daemon's, until it is removed")
    case .namespace: parts.append("of the namespace \(owner.name ?? ""), until it is removed")
    case .session: parts.append("of the namespace \(owner.name ?? ""), until \(owner.session ?? "its session") ends")
    case .watchers: parts.append("of the namespace \(owner.name ?? ""), until its last watcher goes")
    case .store: parts.append("kept by \(owner.name ?? "")")
    case .provider:
      let session = store.provider?.session.map { " (\($0))" } ?? ""
      parts.append("of \(store.provider?.client ?? owner.name ?? "")\(session), until it goes")
    }
    if !owner.holders.isEmpty { parts.append("held by \(owner.holders.joined(separator: ", ")), too") }
    if !owner.watchers.isEmpty { parts.append("watched by \(owner.watchers.joined(separator: ", "))") }
    switch owner.work {
    case .waiting?: parts.append("its work waits for a watcher")
    case .running?: parts.append("its work goes on as long as it is watched")
    case nil: break
    }
    for draft in owner.drafts { parts.append("\(draft.session) has a draft of \(draft.path)") }
    return parts.joined(separator: "; ")
  }
}
