/// The commits that wait for one subscription: where they begin and end in the log, not the commits themselves.
///
/// Noting a commit is what every change costs for every subscription, so it writes a few numbers and counts no reference.
struct Pending {
  /// The first of them; nil when none waits.
  private(set) var first: Int?
  /// The revision of the newest, when one waits.
  private(set) var newestRevision = 0
  /// The newest itself, where `note(_:)` was given it: modes that conflate need it when it has left the log.
  private(set) var newest: Commit?
  private(set) var count = 0
  /// How many changes of the newest concern the subscription.
  private var changesOfNewest = 0
  /// Of how many commits all changes concern the subscription; too few once some have been passed over.
  private var whole = 0

  var isEmpty: Bool { first == nil }

  /// All changes of all commits that wait concern the subscription.
  var isAllWhole: Bool { whole == count }

  /// How many commits there are from the first to the newest.
  var span: Int { first.map { newestRevision - $0 + 1 } ?? 0 }

  /// They are all commits there are from the first to the newest.
  var isContiguous: Bool { first != nil && span == count }

  /// Whether only one commit waits, and all of its changes concern the subscription.
  var isOneWhole: Bool { first == newestRevision && whole == 1 }

  /// A change of a commit that has just been made concerns the subscription.
  /// - Parameter changeCount: how many changes the commit has.
  @inline(__always)
  mutating func note(_ revision: Int, of changeCount: Int) {
    if first != nil, newestRevision == revision {
      changesOfNewest += 1
    } else {
      if first == nil { first = revision }
      newestRevision = revision
      count += 1
      changesOfNewest = 1
    }
    if changesOfNewest == changeCount { whole += 1 }
  }

  /// The same, and remembers the commit.
  mutating func note(_ commit: Commit) {
    note(commit.revision, of: commit.changeCount)
    newest = commit
  }

  /// The commit of this revision has been delivered, and all before it.
  mutating func remove(_ revision: Int) { remove(1, through: revision) }

  /// The first `count` have been passed over, all up to this revision.
  mutating func remove(_ passed: Int, through revision: Int) {
    if revision >= newestRevision { return removeAll() }
    whole = max(0, whole - min(passed, count))
    count = max(0, count - passed)
    first = revision + 1
  }

  /// Everything up to this revision has been passed over.
  mutating func remove(through revision: Int) {
    guard first != nil else { return }
    if newestRevision <= revision { removeAll() } else { first = revision + 1 }
  }

  /// All of them, of which only the newest is wanted.
  mutating func takeNewest() -> Commit? {
    defer { removeAll() }
    return newest
  }

  mutating func removeAll() {
    first = nil
    newest = nil
    count = 0
    whole = 0
  }
}
