import Language

/// What one client owns.
final class SessionState {
  let id: String
  /// Who it says it is.
  var client: Cause.Client?
  /// The values of its bare expressions, by namespace.
  var results: [String: SessionResults] = [:]
  var subscriptions: [String: Subscription] = [:]
  var waits: [Wait] = []
  /// Copies that it edits, by name.
  var drafts: [String: ClientDraft] = [:]

  init(id: String) { self.id = id }

  func closeResults() {
    for (_, results) in results.sorted(by: { $0.key < $1.key }) { results.close() }
  }
}
