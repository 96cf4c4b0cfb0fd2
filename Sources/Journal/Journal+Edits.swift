// Which commits have a large value as a whole and which its edits, and how one is made of the other.
//
//   commits of one path:   whole ── edits ── edits ── whole and edits ── edits ── …          the table's value, at some commit
//
// Going forward, at start, each value is that of the table or of the commit before with the edits applied. Going back, for
// history, each value is that of the next whole one with the edits in between undone: the oldest commits may be forgotten at
// any time, and what comes after them is there. So that the next whole one is near, now and then a commit has both. After the
// last of a path's commits that is the present value, or the one that ended: a path can be forgotten without a commit.

internal import Engine
internal import Language

/// Decides how changes are written.
struct EditKeeping {
  /// Edits of a path that follow one another without the whole value.
  static let editsMax = 1024
  /// The large values that were written since the journal was opened, and how many commits ago as a whole.
  private var written: [String: (value: PortableValue, edits: Int)] = [:]

  enum Form {
    case whole
    case edits([ValueEdit], withValue: Bool)
  }

  mutating func form(of commit: CommitRecord, at position: Int) -> Form {
    guard commit.changes[position].value?.isLarge == true else {
      if !written.isEmpty { written[commit.changes[position].path] = nil }
      return .whole
    }
    return form(ofLarge: commit.changes[position])
  }

  private mutating func form(ofLarge change: CommitRecord.Change) -> Form {
    guard let value = change.value else { return .whole }
    guard let old = change.old, let edits = [ValueEdit](from: old, to: value) else {
      written[change.path] = (value, 0)
      return .whole
    }
    var count = Self.editsMax
    // What is edited has to be what the journal has.
    if let last = written[change.path], last.value.isIdentical(to: old) { count = last.edits + 1 }
    let isDue = count >= Self.editsMax
    written[change.path] = (value, isDue ? 0 : count)
    return .edits(edits, withValue: isDue)
  }

  mutating func forget(_ path: String) {
    if !written.isEmpty { written[path] = nil }
  }
}

extension Journal {
  /// A commit with all its values, the next after what `present` knows.
  /// - Returns: nil if its edits do not fit.
  func following(_ stored: StoredCommit) throws(JournalError) -> CommitRecord? {
    guard !stored.edits.isEmpty else { return stored.record }
    var changes = stored.record.changes
    for (position, edits) in stored.edits {
      if changes[position].value == nil {
        changes[position].value = edits.applied(to: try present(changes[position].path))
      }
      guard let old = edits.undone(in: changes[position].value) else { return nil }
      changes[position].old = old
    }
    return stored.record.with(changes)
  }

  /// What a path had before a commit.
  private typealias Later = (value: PortableValue?, revision: Int)

  /// Commits with all their values.
  /// - Parameter tail: those that follow them and have paths whose edits no whole value has followed yet.
  /// - Returns: nil if their edits do not fit.
  func resolved(_ commits: [StoredCommit], tail: [StoredCommit]) throws(JournalError) -> [CommitRecord]? {
    guard commits.contains(where: { !$0.edits.isEmpty }) else { return commits.map(\.record) }
    // From the newest to the oldest.
    var later: [String: Later] = [:]
    var result: [CommitRecord] = []
    for (index, stored) in (commits + tail).enumerated().reversed() {
      var changes = stored.record.changes
      for position in changes.indices.reversed() {
        let path = changes[position].path
        guard let edits = stored.edits[position] else {
          later[path] = (changes[position].old, stored.revision)
          continue
        }
        if changes[position].value == nil {
          changes[position].value = try value(of: path, after: stored.revision, later[path])
        }
        guard let old = edits.undone(in: changes[position].value) else { return nil }
        changes[position].old = old
        later[path] = (old, stored.revision)
      }
      if index < commits.count { result.append(stored.edits.isEmpty ? stored.record : stored.record.with(changes)) }
    }
    return result.reversed()
  }

  /// - Parameter later: what the next commit of the path tells.
  private func value(of path: String, after revision: Int, _ later: Later?) throws(JournalError) -> PortableValue? {
    if mayHaveEnded, let ended = try ended(path, within: revision..<(later?.revision ?? .max)) { return ended }
    return if let later { later.value } else { try present(path) }
  }
}

extension StoredCommit {
  /// What it tells of some paths only.
  func changes(of isWanted: (String) -> Bool) -> StoredCommit {
    var (changes, kept): ([CommitRecord.Change], [Int: [ValueEdit]]) = ([], [:])
    for (position, change) in record.changes.enumerated() where isWanted(change.path) {
      kept[changes.count] = edits[position]
      changes.append(change)
    }
    return StoredCommit(record: record.with(changes), edits: kept)
  }
}

extension CommitRecord {
  fileprivate func with(_ changes: [Change]) -> CommitRecord {
    CommitRecord(revision: revision, at: at, cause: cause, changes: changes)
  }
}
