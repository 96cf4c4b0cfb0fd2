// What a journal says of itself when it is opened: whether the machine may have lost its end, whether something in it is
// damaged, and that it is still there.
import Engine
import Glibc
import TestSupport
import Testing

@testable import Journal

@Suite struct LossTests {
  private func open(_ directory: TemporaryDirectory, boot: String?) throws -> Journal {
    try Journal(path: directory.journal, settings: .tiny, vfs: nil, boot: boot)
  }

  /// The journal as a process leaves it that dies now.
  private func copy(_ directory: TemporaryDirectory) -> TemporaryDirectory {
    let other = TemporaryDirectory()
    for suffix in ["", "-wal"] { write(bytes(of: directory.journal + suffix), to: other.journal + suffix) }
    return other
  }

  private var turns: [[JournalRecord]] {
    var workload = Workload(seed: 3)
    return workload.turns(9)
  }

  /// Rows: how it ended, in which boot it is found, whether its revisions may be given twice.
  @Test(arguments: [
    (isClosed: false, boot: "one", mayHaveLost: false), (false, "two", true), (false, nil, true), (true, "two", false),
    (true, nil, false),
  ]) func onlyTheEndOfTheMachineCanHaveLost(isClosed: Bool, boot: String?, mayHaveLost: Bool) throws {
    let directory = TemporaryDirectory()
    let journal = try open(directory, boot: "one")
    for turn in turns { try journal.keep(turn) }
    if isClosed { try journal.close() }
    let found = try open(copy(directory), boot: boot).contents()
    #expect(found.mayHaveLost == mayHaveLost)
    #expect(found.damage == nil)
  }

  @Test func aSecondDeathBeforeAnythingIsKeptSaysSoAgain() throws {
    let directory = TemporaryDirectory()
    let journal = try open(directory, boot: "one")
    for turn in turns { try journal.keep(turn) }
    let dead = copy(directory)
    let second = try open(dead, boot: "two")
    #expect(try second.contents().mayHaveLost)
    let third = try open(copy(dead), boot: "two")
    #expect(try third.contents().mayHaveLost)
    try third.keep([.epoch("another")])
    #expect(try third.contents().epoch == "another")
  }

  /// A byte of the log is another one: everything from there on is cut, and that is said.
  @Test func aDamagedFrameIsReported() throws {
    let directory = TemporaryDirectory()
    var settings = Journal.Settings()
    settings.logPagesIdle = .max
    let journal = try Journal(path: directory.journal, settings: settings, vfs: nil, boot: "one")
    for turn in turns { try journal.keep(turn) }
    let whole = bytes(of: directory.journal + "-wal")
    let states = (0...turns.count).map { Model(after: turns.prefix($0)).contents }
    var reports = 0
    // The last frame could be one that was being written.
    for place in stride(from: 40, to: whole.count - 4096 - 24, by: 1009) {
      let dead = copy(directory)
      var damaged = whole
      damaged[place] ^= 0x10
      write(damaged, to: dead.journal + "-wal")
      let opened: Journal
      // The tables themselves are in the log's first frames.
      do { opened = try Journal(path: dead.journal, settings: settings, vfs: nil, boot: "one") } catch { continue }
      var found = try opened.contents()
      let (damage, mayHaveLost) = (found.damage, found.mayHaveLost)
      (found.damage, found.mayHaveLost) = (nil, false)
      let kept = try #require(states.lastIndex(of: found), "byte \(place): no prefix of what was kept")
      guard kept < turns.count else { continue }
      reports += 1
      #expect(mayHaveLost, "byte \(place)")
      #expect(damage?.contains("could not be read: they are lost") == true, "byte \(place)")
    }
    #expect(reports > 3)
  }

  /// What of the files is left, and what is said.
  enum Cut: String, CaseIterable {
    case nothing, logShorter, logEmpty, logGone, databaseGone, databaseEmpty, bothGone, allGone
  }

  @Test(arguments: Cut.allCases) func filesThatAreShorterThanTheyWereAreReported(cut: Cut) throws {
    let directory = TemporaryDirectory()
    let journal = try Journal(path: directory.journal, settings: Journal.Settings(), vfs: nil, boot: "one")
    defer { withExtendedLifetime(journal) {} }
    for turn in turns { try journal.keep(turn) }
    let dead = copy(directory)
    write(bytes(of: directory.journal + "-mark"), to: dead.journal + "-mark")
    let (database, log, mark) = (dead.journal, dead.journal + "-wal", dead.journal + "-mark")
    switch cut {
    case .nothing: break
    case .logShorter: write(Array(bytes(of: log).dropLast(4096 + 24)), to: log)
    case .logEmpty: write([], to: log)
    case .logGone: unlink(log)
    case .databaseGone: unlink(database)
    case .databaseEmpty: write([], to: database)
    case .bothGone: for file in [database, log] { unlink(file) }
    case .allGone: for file in [database, log, mark] { unlink(file) }
    }
    // Until something new is kept, each start says so.
    for start in 1...2 {
      let found = try open(dead, boot: "one").contents()
      #expect(found.mayHaveLost == (cut != .nothing && cut != .allGone))
      switch cut {
      case .nothing, .allGone: #expect(found.damage == nil)
      case .logShorter, .logEmpty, .logGone: #expect(found.damage?.contains("was cut short") == true)
      case .databaseGone, .databaseEmpty, .bothGone:
        #expect(found.damage?.contains(start == 1 ? "is gone" : "was cut short") == true)
      }
    }
  }

  @Test func anEndInOrderLeavesNoMark() throws {
    let directory = TemporaryDirectory()
    var journal: Journal? = try open(directory, boot: "one")
    for turn in turns { try journal?.keep(turn) }
    try journal?.close()
    journal = nil
    #expect(bytes(of: directory.journal + "-mark").isEmpty)
    // Whoever does not close leaves it to SQLite, which moves the log into the database.
    journal = try open(directory, boot: "one")
    try journal?.keep([.epoch("b")])
    journal = nil
    #expect(try open(directory, boot: "one").contents().damage == nil)
  }

  @Test func whatIsCutInTheMiddleOfAWriteIsNoDamage() throws {
    let directory = TemporaryDirectory()
    let journal = try open(directory, boot: "one")
    for turn in turns.prefix(4) { try journal.keep(turn) }
    let dead = copy(directory)
    write(bytes(of: dead.journal + "-wal").dropLast(100).map { $0 }, to: dead.journal + "-wal")
    #expect(try open(dead, boot: "one").contents().damage == nil)
  }

  @Test(arguments: ["", "-wal"]) func aJournalThatIsGoneKeepsNoPromise(suffix: String) throws {
    let directory = TemporaryDirectory()
    let journal = try open(directory, boot: "one")
    try journal.keep([.epoch("a")])
    try journal.sync()
    #expect(unlink(directory.journal + suffix) == 0)
    let error = JournalError.gone(path: directory.journal + suffix)
    #expect(throws: error) { try journal.sync() }
    #expect(throws: error) { try journal.keep(turns[1]) }
  }

  @Test func aJournalWithAnotherInItsPlaceKeepsNoPromise() throws {
    let directory = TemporaryDirectory()
    let journal = try open(directory, boot: "one")
    try journal.keep([.epoch("a")])
    #expect(rename(directory.journal, directory.journal + ".old") == 0)
    write([], to: directory.journal)
    #expect(throws: JournalError.gone(path: directory.journal)) { try journal.sync() }
  }
}
