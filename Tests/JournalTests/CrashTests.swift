// A process of its own works on a journal and is killed, with SIGKILL, instead of making its n-th change of the disk. What
// it had acknowledged (a byte in a file, written after each append returned) must be there.
import Engine
import Glibc
import TestSupport
import Testing

@testable import Journal

@Suite(.serialized) struct CrashTests {
  private static var turns: [[JournalRecord]] {
    var workload = Workload(seed: 8)
    return workload.turns(40)
  }

  @Test(arguments: [0, 3, 9, 20, 41, 77, 110, 150]) func whatWasAcknowledgedSurvivesAKill(point: Int) async throws {
    let directory = TemporaryDirectory()
    let path = directory.path
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = directory.path as String, point = point as Int] in
      FaultyDisk.arm(after: point, .kill)
      let acknowledgements = open(path + "/acknowledged", O_WRONLY | O_CREAT, 0o600)
      let journal = try Journal(path: path + "/journal.sqlite", settings: .tiny, vfs: FaultyDisk.name)
      for turn in CrashTests.turns {
        try journal.keep(turn)
        Glibc.write(acknowledgements, "!", 1)
      }
    }
    let acknowledged = bytes(of: path + "/acknowledged").count
    let journal = try Journal(path: directory.journal, settings: .tiny)
    let found = try Model(reading: journal)
    let matches = (acknowledged...min(acknowledged + 1, Self.turns.count)).filter {
      Model(after: Self.turns.prefix($0)) == found
    }
    #expect(!matches.isEmpty, "\(acknowledged) turns were acknowledged")
    #expect(point == 0 || acknowledged < Self.turns.count)
  }
}
