/// A look back through history for the changes of some paths. In parts, since history is long and nobody is to wait for all of
/// it.
public struct HistorySearch {
  let paths: Set<String>
  let limit: Int
  let since: Int?
  /// The commit that is looked at next, and the last one that is.
  var next: Int
  let oldest: Int
  /// Newest first, and not redacted.
  public private(set) var found: [(commit: CommitRecord, change: CommitRecord.Change)] = []
  /// Whether there may be older ones.
  public private(set) var hasMore = false

  init(paths: Set<String>, limit: Int, since: Int?, next: Int, oldest: Int) {
    self.paths = paths
    self.limit = limit
    self.since = since
    self.next = next
    self.oldest = oldest
  }

  /// Looks through the next commits, as many as nobody notices.
  /// - Returns: whether there is nothing more to look for.
  public mutating func look(in engine: Engine) -> Bool {
    let kept = engine.delivery.oldestRevision
    let last = max(kept, oldest)
    guard next >= last else {
      hasMore = kept < oldest
      return true
    }
    let first = max(last, next - Delivery.looksMax + 1)
    for record in engine.records(from: first, through: next).reversed() {
      if let since, record.at < since { return true }
      for change in record.changes where paths.contains(change.path) {
        guard found.count < limit else {
          hasMore = true
          return true
        }
        found.append((record, engine.redacted(change)))
      }
    }
    next = first - 1
    return false
  }
}
