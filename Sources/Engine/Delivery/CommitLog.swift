/// The most recent commits, in memory: what live subscriptions read from.
struct CommitLog {
  /// Contiguous revisions, oldest first, in a ring.
  private var ring: [Commit?]
  private var head = 0
  private(set) var count = 0

  init(capacity: Int) {
    precondition(capacity > 0)
    ring = Array(repeating: nil, count: capacity)
  }

  /// The revision of the oldest commit in memory, or `nil`.
  var oldestRevision: Int? { count == 0 ? nil : ring[head]?.revision }

  mutating func append(_ commit: Commit) {
    if count == ring.count {
      ring[head] = commit
      head = (head + 1) % ring.count
    } else {
      ring[(head + count) % ring.count] = commit
      count += 1
    }
  }

  /// The commit with this revision, when memory still holds it. O(1).
  subscript(revision: Int) -> Commit? {
    guard let oldest = oldestRevision, revision >= oldest, revision - oldest < count else { return nil }
    return ring[(head + revision - oldest) % ring.count]
  }
}
