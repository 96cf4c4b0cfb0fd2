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
  private(set) var oldestRevision: Int?

  mutating func append(_ commit: Commit) {
    if count == ring.count {
      ring[head] = commit
      head = place(1)
      oldestRevision! += 1
    } else {
      if count == 0 { oldestRevision = commit.revision }
      ring[place(count)] = commit
      count += 1
    }
  }

  /// The commit with this revision, when memory still holds it. O(1).
  subscript(revision: Int) -> Commit? {
    guard let oldestRevision, revision >= oldestRevision, revision - oldestRevision < count else { return nil }
    return ring[place(revision - oldestRevision)]
  }

  /// Where the commit is that comes so many after the oldest.
  private func place(_ distance: Int) -> Int {
    let place = head + distance
    return place < ring.count ? place : place - ring.count
  }
}
