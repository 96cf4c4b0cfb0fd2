import Language

/// The most recent commits, in memory: what live subscriptions read from. Bounded by their number and by the size of their
/// values; who is further behind reads from storage.
struct CommitLog {
  /// Contiguous revisions, oldest first, in a ring.
  private var ring: [Commit?]
  private var head = 0
  private(set) var count = 0
  /// About how many bytes the values of all of them have.
  private(set) var bytes = 0
  private let bytesMax: Int

  init(capacity: Int, bytesMax: Int = .max) {
    precondition(capacity > 0)
    ring = Array(repeating: nil, count: capacity)
    self.bytesMax = bytesMax
  }

  /// The revision of the oldest commit in memory, or `nil`.
  private(set) var oldestRevision: Int?

  /// - Parameter kept: the last revision that storage has. What comes after it could not be read from there, and stays: as
  ///   long as a turn lasts, it is in memory anyway.
  mutating func append(_ commit: Commit, kept: Int = .max) {
    if count == ring.count { removeOldest() }
    if count == 0 { oldestRevision = commit.revision }
    commit.size = commit.record.ownSize
    bytes += commit.size
    ring[place(count)] = commit
    count += 1
    while bytes > bytesMax, count > 1, oldestRevision! <= kept { removeOldest() }
  }

  private mutating func removeOldest() {
    bytes -= ring[head]?.size ?? 0
    ring[head] = nil
    head = place(1)
    count -= 1
    oldestRevision! += 1
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

extension CommitRecord {
  /// About how many bytes it holds that nobody else does, as far as it can tell: a long list's chunks are shared by the
  /// list before and the one after.
  fileprivate var ownSize: Int {
    // By position, here and wherever else each commit comes by: a change that is taken out of the list is a copy of all it has.
    changes.indices.reduce(0) { size, position in
      switch (changes[position].value, changes[position].old) {
      case (let value?, let old?): size + value.sizeApart(from: old)
      case (let value?, nil), (nil, let value?): size + value.byteCount
      case (nil, nil): size
      }
    }
  }
}

extension PortableValue {
  /// The size of both, without what they share.
  fileprivate func sizeApart(from other: PortableValue) -> Int {
    if case (.list(let own), .list(let others)) = (self, other) { return own.byteCount(apartFrom: others) }
    if case (.record(let own), .record(let others)) = (self, other), own.count == others.count {
      return zip(own, others).reduce(0) { $0 + $1.0.name.utf8.count + $1.0.value.sizeApart(from: $1.1.value) }
    }
    return byteCount + other.byteCount
  }
}
