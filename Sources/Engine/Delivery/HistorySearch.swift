/// A look back through history for the changes of some paths. In parts, since history is long and nobody is to wait for all of
/// it.
public struct HistorySearch {
  let paths: Set<String>
  let limit: Int
  let since: Int?
  /// The commit that is looked at next, and the last one that is.
  var next: Int
  let oldest: Int
  private var span = HistorySpan()
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
    let first = max(last, next - span.count + 1)
    let records = engine.records(from: first, through: next)
    span.note(records)
    for record in records.reversed() {
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

/// How many commits are looked at next, going back through history: few until it is known that they are small.
struct HistorySpan {
  private(set) var count = Self.countMin
  private static let countMin = 8
  /// Of so many changes the next are half as many, and of a quarter of that twice as many.
  private static let changesMax = 2048

  mutating func note(_ records: [CommitRecord]) {
    let changes = records.reduce(0) { $0 + $1.changes.count }
    if changes > Self.changesMax {
      count = max(1, count / 2)
    } else if changes * 4 <= Self.changesMax {
      count = min(Delivery.looksMax, count * 2)
    }
  }
}
