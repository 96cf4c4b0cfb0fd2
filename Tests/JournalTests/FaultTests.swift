// The n-th change of the disk fails, for n = 1, 2, 3 … until the work gets done. Whatever n was and however it failed, the
// journal opens again and holds exactly the turns up to some point, every acknowledged one among them, and works on.
import CSQLite
import Engine
import TestSupport
import Testing

@testable import Journal

@Suite(.serialized) struct FaultTests {
  private let turns: [[JournalRecord]] = {
    var workload = Workload(seed: 4)
    return workload.turns(25)
  }()

  private var settings: Journal.Settings {
    var settings = Journal.Settings.tiny
    settings.commitsMax = 12
    return settings
  }

  /// Appends turns until something fails, and closes in order if nothing did. Returns how many were acknowledged.
  private func work(_ directory: TemporaryDirectory) -> (acknowledged: Int, error: JournalError?) {
    var acknowledged = 0
    do throws(JournalError) {
      let journal = try Journal(path: directory.journal, settings: settings, vfs: FaultyDisk.name)
      for turn in turns {
        do throws(JournalError) {
          try journal.keep(turn)
          acknowledged += 1
          if acknowledged % 6 == 0 { try journal.tidy() }
        } catch {
          // A failed journal stays failed, and says the same.
          #expect(throws: error) { try journal.keep(turn) }
          #expect(throws: error) { try journal.contents() }
          throw error
        }
      }
      try journal.close()
      return (acknowledged, nil)
    } catch {
      return (acknowledged, error)
    }
  }

  /// The number of turns that what is on the disk amounts to; fails the test when it is none.
  private func recovered(_ directory: TemporaryDirectory, atLeast acknowledged: Int, _ situation: String) throws -> Int
  {
    FaultyDisk.heal()
    let journal = try Journal(path: directory.journal, settings: settings, vfs: FaultyDisk.name)
    let found = try Model(reading: journal)
    for count in acknowledged...min(acknowledged + 1, turns.count) {
      let model = Model(after: turns.prefix(count))
      guard model.contents == found.contents else { continue }
      // Of the log, old commits may be gone; what is there is the end of it, and no less than promised.
      #expect(Array(model.commits.suffix(found.commits.count)) == found.commits, "\(situation)")
      #expect(found.commits.count >= min(model.commits.count, settings.commitsMax), "\(situation)")
      for turn in turns.dropFirst(count) { try journal.keep(turn) }
      #expect(try journal.contents() == Model(after: turns).contents, "\(situation): does not work on")
      return count
    }
    Issue.record("\(situation): what is there is no prefix with all \(acknowledged) acknowledged turns")
    return -1
  }

  /// Every change, or each seventh from `first` on unless tests are thorough.
  private func failEachChange(_ fault: FaultyDisk.Fault, from first: Int) throws -> (points: Int, unacknowledged: Int) {
    var points = isThorough ? 0 : first
    var unacknowledged = 0
    while true {
      let directory = TemporaryDirectory()
      FaultyDisk.arm(after: points, fault)
      let (acknowledged, error) = work(directory)
      guard FaultyDisk.struck else {
        #expect(error == nil && acknowledged == turns.count)
        return (points, unacknowledged)
      }
      // A fault that SQLite could work around is not reported; then everything must have been acknowledged.
      #expect(error != nil || acknowledged == turns.count)
      let situation = "\(fault) at change \(points)"
      if try recovered(directory, atLeast: acknowledged, situation) > acknowledged { unacknowledged += 1 }
      points += isThorough ? 1 : 7
    }
  }

  @Test func theDiskDiesAtEachChange() throws {
    let (points, unacknowledged) = try failEachChange(.dead, from: 0)
    #expect(points > 100, "the workload changes the disk often enough to mean something")
    #expect(unacknowledged > 0, "some turns were complete on the disk though nobody was told")
  }

  @Test func theDiskDiesInTheMiddleOfEachWrite() throws {
    #expect(try failEachChange(.torn, from: 1).points > 100)
  }

  @Test(arguments: [SQLITE_FULL, SQLITE_IOERR]) func oneChangeFailsAndTheDiskIsWellAgain(code: Int32) throws {
    #expect(try failEachChange(.once(code), from: code == SQLITE_FULL ? 2 : 3).points > 100)
  }

  @Test func aFullDiskIsCalledByItsName() throws {
    let directory = TemporaryDirectory()
    FaultyDisk.heal()
    let journal = try Journal(path: directory.journal, vfs: FaultyDisk.name)
    FaultyDisk.arm(after: 0, .once(SQLITE_FULL))
    let error = JournalError.diskFull(path: directory.journal)
    #expect(throws: error) { try journal.keep([.epoch("a")]) }
    #expect(
      error.description
        == "There is no room on the disk for the journal · \(directory.journal) · "
        + "free some and start combined again; everything that was acknowledged is kept")
    FaultyDisk.heal()
  }

  @Test func aLossOfPowerTakesTheEndAndNothingThatWasSynced() throws {
    for syncedTurns in 0...turns.count {
      let directory = TemporaryDirectory()
      FaultyDisk.heal()
      do {
        let journal = try Journal(path: directory.journal, settings: settings, vfs: FaultyDisk.name)
        for turn in turns.prefix(syncedTurns) { try journal.keep(turn) }
        try journal.sync()
        for turn in turns.dropFirst(syncedTurns) { try journal.keep(turn) }
        FaultyDisk.kill()
      }
      FaultyDisk.loseUnsynced(in: directory)
      FaultyDisk.heal()
      let journal = try Journal(path: directory.journal, settings: settings, vfs: FaultyDisk.name)
      let found = try journal.contents()
      let prefixes = (syncedTurns...turns.count).filter { Model(after: turns.prefix($0)).contents == found }
      #expect(!prefixes.isEmpty, "synced \(syncedTurns) turns, and what is there holds fewer, or parts")
    }
  }

  @Test func syncingTwiceIsFree() throws {
    let directory = TemporaryDirectory()
    FaultyDisk.heal()
    let journal = try Journal(path: directory.journal, vfs: FaultyDisk.name)
    try journal.keep([.epoch("a")])
    try journal.sync()
    FaultyDisk.arm(after: 0, .dead)
    try journal.sync()
    #expect(!FaultyDisk.struck)
    FaultyDisk.heal()
  }
}

extension Journal {
  /// On the faulty disk.
  convenience init(path: String, vfs: String) throws(JournalError) {
    try self.init(path: path, settings: Settings(), vfs: vfs)
  }
}
