// What really happened, written down as the journal took it: the naive model that clients' ears are compared with.
import Engine
import Journal
import Language
import Wire

@testable import Server

/// Every commit that was ever kept, over restarts, whatever the journal has forgotten since.
final class History {
  private(set) var epoch: String
  private(set) var commits: [CommitRecord] = []
  /// The newest commit that changed a path, by path; each with those before it.
  private var changes: [String: [(revision: Int, value: JSONValue)]] = [:]
  /// The disk takes nothing any more, and everything is refused until the daemon is started again.
  var isDiskFull = false
  /// What is wrong with it.
  var complaints: [String] = []

  init(epoch: String) { self.epoch = epoch }

  var revision: Int { commits.last?.revision ?? 0 }

  /// Another daemon, which remembers nothing.
  func begin(epoch: String) {
    self.epoch = epoch
    commits = []
    changes = [:]
  }

  func keep(_ commit: CommitRecord) {
    if commit.revision != revision + 1 { complaints.append("commit \(commit.revision) came after \(revision)") }
    commits.append(commit)
    for change in commit.changes {
      guard let value = change.value else { continue }
      changes[change.path, default: []].append((commit.revision, value.json))
    }
  }

  /// The commits after `from` and up to `to` that changed one of the paths.
  func commits(after from: Int, through to: Int, of paths: Set<String>) -> ArraySlice<CommitRecord> {
    guard from < to, to <= revision else { return [] }
    return commits[max(0, from)..<to].filter { $0.changes.contains { paths.contains($0.path) } }[...]
  }

  func value(_ path: String, at revision: Int) -> JSONValue? {
    changes[path]?.last { $0.revision <= revision }?.value
  }

  subscript(revision: Int) -> CommitRecord? {
    revision > 0 && revision <= commits.count ? commits[revision - 1] : nil
  }
}

/// The journal, which can die at the two moments at which it matters.
final class MortalStorage: JournalStorage {
  enum Death {
    case beforeKeeping, afterKeeping
    /// The disk takes nothing any more, and the daemon goes on without writing.
    case diskFull
  }
  struct Died: Error {}

  private let journal: Journal
  private let history: History
  var death: Death?
  private(set) var hasDied = false

  init(_ journal: Journal, _ history: History) {
    self.journal = journal
    self.history = history
    history.isDiskFull = false
  }

  func load() throws -> JournalContents { try journal.load() }

  func append(_ records: [JournalRecord]) throws {
    if death == .beforeKeeping {
      hasDied = true
      throw Died()
    }
    if death == .diskFull {
      history.isDiskFull = true
      throw JournalError.diskFull(path: "the simulated disk")
    }
    try journal.append(records)
    for case .commit(let commit) in records { history.keep(commit) }
    if death == .afterKeeping {
      hasDied = true
      throw Died()
    }
  }

  func commits(after revision: Int, limit: Int) throws -> [CommitRecord] {
    try journal.commits(after: revision, limit: limit)
  }
  var oldestRevision: Int? { journal.oldestRevision }
  var commitsKept: Int { journal.commitsKept }
}
