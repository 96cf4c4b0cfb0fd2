// Other processes to which stores belong, for people: who, and how they are.
import Wire

struct ProviderRenderer {
  let style: Style

  /// Behind the name of a store.
  func note(_ provider: ProviderInfo, _ now: Timestamp?) -> String {
    style("  (of \(provider.client ?? provider.name)\(state(provider, now)))", .dim)
  }

  /// What it is, in a list of providers.
  func line(_ provider: ProviderInfo, _ now: Timestamp?) -> String {
    let stores = (provider.stores ?? []).joined(separator: ", ")
    let session = provider.session.map { ", \($0)" } ?? ""
    return "\(provider.name)\(session): \(stores)\(state(provider, now))"
  }

  private func state(_ provider: ProviderInfo, _ now: Timestamp?) -> String {
    if provider.isAway { return ", away" + (provider.left.map { " since \($0)" } ?? "") }
    guard let owes = provider.owes else { return "" }
    let count = provider.waiting == 1 ? "1 request" : "\(provider.waiting) requests"
    guard let now else { return ", owes \(count) since \(owes)" }
    let heard = provider.heard.map { ", heard \(ValueRenderer.age(of: $0, at: now))" } ?? ""
    return ", owes \(count), the first asked \(ValueRenderer.age(of: owes, at: now))" + heard
  }
}

extension ProviderInfo {
  var isAway: Bool { session == nil }

  /// The names at top level that hold its stores.
  var names: [String] {
    var names: [String] = []
    for path in stores ?? [] {
      let name = String(path.prefix { $0 != "." })
      if !names.contains(name) { names.append(name) }
    }
    return names
  }
}
