// Copies: of a journal in use and of one that nobody works on, and how they are put back. What is refused changes nothing.
import CSQLite
import Engine
import Glibc
import TestSupport
import Testing

@testable import Journal

@Suite struct CopyTests {
  /// A journal whose process was killed: what it kept is in its log mostly.
  private func makeKilled(_ directory: TemporaryDirectory, seed: UInt64 = 4) throws -> Model {
    var workload = Workload(seed: seed)
    let other = TemporaryDirectory()
    let journal = try Journal(path: other.journal, settings: .tiny)
    let turns = workload.turns(120)
    for turn in turns { try journal.append(turn) }
    for suffix in ["", "-wal", "-mark"] { write(bytes(of: other.journal + suffix), to: directory.journal + suffix) }
    withExtendedLifetime(journal) {}
    return Model(after: turns)
  }

  private func files(_ directory: TemporaryDirectory) -> [String: [UInt8]] {
    Dictionary(uniqueKeysWithValues: directory.files.map { ($0, bytes(of: directory.path + "/" + $0)) })
  }

  private func refusal(_ body: () throws(CopyError) -> JournalSummary) -> CopyError? {
    do throws(CopyError) {
      _ = try body()
      return nil
    } catch {
      return error
    }
  }

  private func execute(_ path: String, _ sql: String) {
    var handle: OpaquePointer?
    precondition(sqlite3_open(path, &handle) == SQLITE_OK && sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
    sqlite3_close(handle)
  }

  @Test func aCopyHasEverythingAndTheJournalIsLeftAlone() throws {
    let (state, place) = (TemporaryDirectory(), TemporaryDirectory())
    let model = try makeKilled(state)
    let before = files(state)
    let copy = place.path + "/copy"
    let summary = try JournalFile.copy(state.journal, to: copy)
    #expect(files(state) == before)
    #expect(place.files == ["copy"], "a single file")
    #expect(summary.revision == model.contents.revision && summary.bytes == bytes(of: copy).count)
    #expect(summary.declarations == model.contents.declarations.count)
    let journal = try Journal(path: copy)
    var contents = try journal.contents()
    #expect(contents.mayHaveLost, "its revisions may be given a second time")
    contents.mayHaveLost = false
    #expect(contents == model.contents && contents.damage == nil)
    #expect(try journal.log(after: 0, limit: .max) == model.commits)
  }

  /// Whatever is written between two steps, the copy is the journal as it was at the last one.
  @Test(arguments: [1, 3, 1000]) func aJournalInUseIsCopiedWhileItIsWritten(pages: Int) throws {
    let (state, place) = (TemporaryDirectory(), TemporaryDirectory())
    var workload = Workload(seed: 5)
    let journal = try Journal(path: state.journal, settings: .tiny)
    var turns = workload.turns(200)
    for turn in turns { try journal.append(turn) }
    let backup = try journal.beginBackup(to: place.path + "/copy")
    var steps = 1
    while !(try backup.step(pages: pages)) {
      steps += 1
      guard steps < 400 else { continue }
      turns.append(workload.turn())
      try journal.append(turns.last!)
    }
    #expect(steps > 1 || pages == 1000)
    #expect(place.files == ["copy.part"], "it has its name when it is whole")
    let summary = try Backup.finish(place.path + "/copy")
    #expect(place.files == ["copy"] && summary.revision == workload.revision)
    var copied = try Model(reading: Journal(path: place.path + "/copy"))
    copied.contents.mayHaveLost = false
    let present = try Model(reading: journal)
    #expect(copied == present)
  }

  @Test func whatIsOnlyInMemoryCanBeCopied() throws {
    let place = TemporaryDirectory()
    let journal = try Journal(path: ":memory:")
    try journal.append([
      .epoch("a"), .declare(DeclarationRecord(order: 1, names: ["x"], file: "f", line: 1, text: "let x = 1")),
    ])
    let backup = try journal.beginBackup(to: place.journal)
    while !(try backup.step(pages: 1)) {}
    #expect(try Backup.finish(place.journal).declarations == 1)
    #expect(try Journal(path: place.journal).contents().declarations.map(\.text) == ["let x = 1"])
  }

  @Test func aBackupThatIsGivenUpLeavesNothing() throws {
    let (state, place) = (TemporaryDirectory(), TemporaryDirectory())
    let journal = try Journal(path: state.journal)
    try journal.append([.epoch("a")])
    var backup: Backup? = try journal.beginBackup(to: place.path + "/copy")
    _ = try backup?.step(pages: 1)
    backup = nil
    #expect(place.files.isEmpty)
    for suffix in ["", "-wal", "-shm", "-journal", "-mark"] {
      #expect(throws: CopyError.self) { try journal.beginBackup(to: state.journal + suffix) }
    }
    // Whether it leads to something or to nothing.
    for destination in [state.journal, "/dev/null", place.path + "/nothing"] {
      let link = place.path + "/link"
      symlink(destination, link)
      defer { unlink(link) }
      #expect(throws: CopyError.self) { try journal.beginBackup(to: link) }
    }
    #expect(throws: CopyError.self) { try journal.beginBackup(to: place.path) }
    try journal.append([.epoch("b")])
    try journal.close()
    #expect(try Journal(path: state.journal).contents().epoch == "b")
  }

  @Test func aRestoredJournalTakesThePlaceAndTheOtherIsKept() throws {
    let (state, place) = (TemporaryDirectory(), TemporaryDirectory())
    let copy = place.path + "/copy"
    let old = try makeKilled(place, seed: 6)
    _ = try JournalFile.copy(place.journal, to: copy)
    let present = try makeKilled(state, seed: 7)
    write(Array("out 1 a\n".utf8), to: state.path + "/start")
    let before = files(state)
    #expect(
      refusal { () throws(CopyError) in
        try JournalFile.restore(copy, to: state.journal, replaces: false, suffix: "old")
      }?.kind == .exists)
    #expect(files(state) == before)
    let summary = try JournalFile.restore(
      copy, to: state.journal, with: [state.path + "/start"], replaces: true, suffix: "old")
    #expect(summary.kept == state.journal + ".old")
    #expect(
      state.files == [
        "journal.sqlite", "journal.sqlite.old", "journal.sqlite.old-mark", "journal.sqlite.old-wal", "start.old",
      ])
    var restored = try Model(reading: Journal(path: state.journal))
    #expect(restored.contents.mayHaveLost)
    restored.contents.mayHaveLost = false
    #expect(restored == old)
    #expect(try Model(reading: Journal(path: state.journal + ".old")) == present)
  }

  @Test func aLinkToAnotherDiskStays() throws {
    let (state, disk, place) = (TemporaryDirectory(), TemporaryDirectory(), TemporaryDirectory())
    let model = try makeKilled(place, seed: 8)
    _ = try makeKilled(disk, seed: 9)
    #expect(symlink(disk.journal, state.journal) == 0)
    _ = try JournalFile.restore(place.journal, to: state.journal, replaces: true, suffix: "old")
    var found = stat()
    #expect(lstat(state.journal, &found) == 0 && found.st_mode & S_IFMT == S_IFLNK)
    #expect(try Model(reading: Journal(path: disk.journal)).commits == model.commits)
  }

  /// What is no whole journal is neither copied nor put anywhere.
  @Test(arguments: ["text", "empty", "foreign", "newer", "page", "value", "log", "missing", "directory"])
  func whatIsRefusedChangesNothing(kind: String) throws {
    let (state, place) = (TemporaryDirectory(), TemporaryDirectory())
    _ = try makeKilled(state)
    let source = place.path + "/source"
    _ = try JournalFile.copy(state.journal, to: source)
    var expected = CopyError.Kind.unusable
    switch kind {
    case "text": write(Array(String(repeating: "Dear diary, ", count: 100).utf8), to: source)
    case "empty": write([], to: source)
    case "foreign":
      unlink(source)
      execute(source, "CREATE TABLE photos (name)")
    case "newer": execute(source, "PRAGMA user_version = 99")
    case "page":
      var damaged = bytes(of: source)
      for page in 1..<(damaged.count / 4096) {
        for offset in 0..<64 { damaged[page * 4096 + offset] = 0xA5 }
      }
      write(damaged, to: source)
    case "value": execute(source, "UPDATE current SET value = x'0163'")
    case "log": execute(source, "UPDATE log SET body = x'01FFFFFF'")
    case "missing":
      unlink(source)
      expected = .missing
    default:
      unlink(source)
      #expect(mkdir(source, 0o700) == 0)
    }
    let before = files(state)
    #expect(
      refusal { () throws(CopyError) in
        try JournalFile.restore(source, to: state.journal, replaces: true, suffix: "old")
      }?.kind == expected)
    #expect(files(state) == before)
    write([1], to: place.path + "/copy")
    #expect(
      refusal { () throws(CopyError) in try JournalFile.copy(source, to: place.path + "/copy") }?.kind == expected)
    #expect(bytes(of: place.path + "/copy") == [1])
    #expect(!place.files.contains { $0.contains(".part") })
  }

  @Test func whereNothingCanBeWrittenIsSaid() throws {
    let state = TemporaryDirectory()
    _ = try makeKilled(state)
    #expect(
      refusal { () throws(CopyError) in try JournalFile.copy(state.journal, to: "/nowhere/copy") }?.kind == .place)
    for suffix in ["", "-wal"] {
      let error = refusal { () throws(CopyError) in try JournalFile.copy(state.journal, to: state.journal + suffix) }
      #expect(error?.description.hasPrefix("This is the journal itself") == true)
    }
    #expect(state.files == ["journal.sqlite", "journal.sqlite-mark", "journal.sqlite-wal"])
  }
}
