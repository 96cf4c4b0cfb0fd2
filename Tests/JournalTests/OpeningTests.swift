// What may be opened, what is refused and in which words, and that a refused file is left as it was.
import CSQLite
import Engine
import Glibc
import TestSupport
import Testing

@testable import Journal

@Suite struct OpeningTests {
  private func refusal(_ path: String) -> JournalError? {
    do throws(JournalError) {
      _ = try Journal(path: path)
      return nil
    } catch {
      return error
    }
  }

  /// Makes a database with SQLite alone.
  private func makeDatabase(_ path: String, _ sql: String) {
    var handle: OpaquePointer?
    precondition(sqlite3_open(path, &handle) == SQLITE_OK && sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
    sqlite3_close(handle)
  }

  private func fill(_ directory: TemporaryDirectory, seed: UInt64, turns: Int = 200) throws {
    var workload = Workload(seed: seed)
    let journal = try Journal(path: directory.journal, settings: .tiny)
    for turn in workload.turns(turns) { try journal.append(turn) }
    try journal.close()
  }

  @Test func aJournalOfANewerProgramIsRefusedAndLeftAlone() throws {
    let directory = TemporaryDirectory()
    try Journal(path: directory.journal).close()
    makeDatabase(directory.journal, "PRAGMA user_version = 7")
    let before = bytes(of: directory.journal)
    #expect(
      refusal(directory.journal)?.description
        == "The journal was made by a newer combined (format 7, this one knows up to 5) · \(directory.journal) · "
        + "run that version, or choose another --state")
    #expect(bytes(of: directory.journal) == before)
  }

  @Test func somebodyElsesDatabaseIsRefusedAndLeftAlone() {
    let directory = TemporaryDirectory()
    makeDatabase(directory.journal, "CREATE TABLE photos (name); INSERT INTO photos VALUES ('cat.jpg')")
    let before = bytes(of: directory.journal)
    #expect(refusal(directory.journal) == .notAJournal(path: directory.journal))
    #expect(bytes(of: directory.journal) == before)
    #expect(directory.files == ["journal.sqlite"])
  }

  @Test func aFileThatIsNoDatabaseIsRefusedAndLeftAlone() {
    let directory = TemporaryDirectory()
    let text = Array(String(repeating: "Dear diary, ", count: 100).utf8)
    write(text, to: directory.journal)
    #expect(refusal(directory.journal) == .notAJournal(path: directory.journal))
    #expect(bytes(of: directory.journal) == text)
  }

  @Test func anEmptyFileBecomesAJournal() throws {
    let directory = TemporaryDirectory()
    write([], to: directory.journal)
    #expect(try Journal(path: directory.journal).load() == .empty)
  }

  @Test func aSecondUserIsRefusedUntilTheFirstIsGone() throws {
    let directory = TemporaryDirectory()
    var first: Journal? = try Journal(path: directory.journal)
    #expect(refusal(directory.journal) == .inUse(path: directory.journal))
    try first!.append([.epoch("a")])
    #expect(refusal(directory.journal) == .inUse(path: directory.journal))
    first = nil
    #expect(try Journal(path: directory.journal).contents().epoch == "a")
  }

  /// Whoever waits for the daemon's end finds its place free.
  @Test func aClosedJournalIsLetGoOf() throws {
    let directory = TemporaryDirectory()
    let first = try Journal(path: directory.journal)
    try first.append([.epoch("a")])
    try first.close()
    #expect(try Journal(path: directory.journal).contents().epoch == "a")
    #expect(throws: JournalError.self) { try first.contents() }
  }

  @Test func aMissingDirectoryIsNamed() {
    #expect(
      refusal("/tmp/no-such-dir/journal.sqlite")?.description
        == "The journal cannot be opened: No such file or directory · /tmp/no-such-dir/journal.sqlite · "
        + "check the directory and its permissions, or choose another --state")
  }

  /// Every file of the journal by something that is none. What cannot be opened by anybody but the superuser is seen
  /// only by who is not.
  @Test(arguments: ["", "-wal", "-shm", "-journal", "-mark"], ["directory", "loop", "link", "fifo", "unreadable"])
  func whatIsNoFileIsNamed(suffix: String, kind: String) throws {
    let directory = TemporaryDirectory()
    try fill(directory, seed: 3, turns: 12)
    let file = directory.journal + suffix
    unlink(file)
    let detail: String?
    switch kind {
    case "directory":
      #expect(mkdir(file, 0o700) == 0)
      detail = "it is a directory"
    case "loop", "link":
      write([], to: directory.path + "/other")
      #expect(symlink(kind == "loop" ? file : directory.path + "/other", file) == 0)
      detail =
        !suffix.isEmpty
        ? "it is a symbolic link" : kind == "loop" ? "it is a symbolic link: Too many levels of symbolic links" : nil
    case "fifo":
      #expect(mkfifo(file, 0o600) == 0)
      detail = "it is no file"
    default:
      write([], to: file)
      #expect(chmod(file, 0) == 0)
      detail = geteuid() == 0 ? nil : "Permission denied"
    }
    #expect(refusal(directory.journal) == detail.map { .cannotOpen(path: file, detail: $0) })
  }

  /// The journal may lie on another disk: what is beside it lies beside the file, and nothing is missed.
  @Test func theJournalMayBeALink() throws {
    let (directory, other) = (TemporaryDirectory(), TemporaryDirectory())
    try fill(other, seed: 3)
    let whole = try Journal(path: other.journal).contents()
    #expect(symlink(other.journal, directory.journal) == 0)
    #expect(try Journal(path: directory.journal).contents() == whole)
    var journal: Journal? = try Journal(path: directory.journal)
    try journal!.append([.epoch("linked")])
    // Not closed in order.
    #expect(access(other.journal + "-wal", F_OK) == 0 && access(directory.journal + "-wal", F_OK) != 0)
    withExtendedLifetime(journal) {}
    journal = nil
    let again = try Journal(path: directory.journal)
    #expect(try again.contents().epoch == "linked")
    #expect(try again.load().damage == nil)
  }

  @Test func damageInTheTablesIsRefused() throws {
    let directory = TemporaryDirectory()
    try fill(directory, seed: 9)
    makeDatabase(directory.journal, "UPDATE current SET value = x'0163'")
    #expect(throws: JournalError.self) { try Journal(path: directory.journal).contents() }
    makeDatabase(
      directory.journal, "UPDATE current SET value = x'0100'; UPDATE meta SET value = 0 WHERE key = 'current_revision'")
    makeDatabase(directory.journal, "UPDATE log SET body = x'01FFFFFF'")
    guard case .corrupt(_, let detail) = refusal(directory.journal) else {
      Issue.record("not refused as damaged")
      return
    }
    #expect(detail == "an end at byte 4 of a record")
    makeDatabase(directory.journal, "UPDATE log SET body = x'07'")
    #expect(refusal(directory.journal) == .newerFormat(path: directory.journal, found: 7, known: 6))
  }

  @Test func aDamagedPageIsAnErrorAndNotACrash() throws {
    let directory = TemporaryDirectory()
    try fill(directory, seed: 2)
    let whole = bytes(of: directory.journal)
    var refused = 0
    for page in 1..<(whole.count / 4096) {
      var damaged = whole
      for offset in 0..<64 { damaged[page * 4096 + offset] = 0xA5 }
      write(damaged, to: directory.journal)
      unlink(directory.journal + "-wal")
      if (try? Model(reading: Journal(path: directory.journal))) == nil { refused += 1 }
    }
    #expect(refused > 0, "damage to a page's head does not pass for contents")
  }

  @Test func migrationsRunInOrderFromWhereTheFileStands() throws {
    let directory = TemporaryDirectory()
    let steps = [
      "CREATE TABLE steps (name TEXT); INSERT INTO steps VALUES ('one')", "INSERT INTO steps VALUES ('two')",
      "INSERT INTO steps VALUES ('three')",
    ]
    for known in [1, 3, 3] {
      let database = try Database(path: directory.journal)
      try Schema.refuseForeign(database, known: known)
      try Schema.migrate(database, with: Array(steps.prefix(known)))
    }
    let database = try Database(path: directory.journal)
    #expect(try database.integer("SELECT count(*) FROM steps") == 3)
    #expect(try database.integer("SELECT group_concat(name, ',') = 'one,two,three' FROM steps") == 1)
    #expect(throws: JournalError.newerFormat(path: directory.journal, found: 3, known: 2)) {
      try Schema.refuseForeign(database, known: 2)
    }
  }

  @Test func aFailedMigrationLeavesTheFormatItFound() throws {
    let directory = TemporaryDirectory()
    let database = try Database(path: directory.journal)
    try Schema.migrate(database, with: ["CREATE TABLE steps (name TEXT)"])
    #expect(throws: JournalError.self) {
      try Schema.migrate(database, with: ["", "INSERT INTO steps VALUES ('two')", "INSERT INTO nowhere VALUES (1)"])
    }
    #expect(try database.integer("PRAGMA user_version") == 1)
    #expect(try database.integer("SELECT count(*) FROM steps") == 0)
  }
}
