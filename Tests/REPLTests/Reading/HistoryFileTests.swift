// The history file: one entry per line whatever is in it, shared by several sessions, bounded.
import Glibc
import TestSupport
import Testing

@testable import REPL

struct HistoryFileTests {
  private let directory = TemporaryDirectory()

  private func file() -> HistoryFile { HistoryFile(path: directory.path + "/history") }

  @Test func entriesComeBackAsTheyWere() throws {
    let history = file()
    #expect(history.load() == [])
    let entries = ["let a = 1", "class A {\n  var s = \"\\n\"\n}", "\\", "é \u{1F600}", "a\r\nb"]
    entries.forEach { history.append($0) }
    #expect(history.load() == entries)
    var information = stat()
    #expect(stat(history.path, &information) == 0 && information.st_mode & 0o777 == 0o600)
  }

  @Test func aLineThatIsNoTextCostsItselfOnly() throws {
    let history = file()
    history.append("#!first")
    let descriptor = open(history.path, O_WRONLY | O_APPEND)
    let bytes: [UInt8] = [0x61, 0xFF, 0x0A]
    _ = bytes.withUnsafeBytes { writeAll($0, to: descriptor) }
    close(descriptor)
    history.append("last")
    #expect(history.load() == ["#!first", "a\u{FFFD}", "last"])
  }

  @Test func twoSessionsShareIt() throws {
    let first = file()
    let second = HistoryFile(path: first.path)
    first.append("1")
    second.append("2")
    first.append("3")
    #expect(second.load() == ["1", "2", "3"])
  }

  @Test func anOldPartIsDroppedWhenItHasGrownToTwiceTheBound() throws {
    let history = file()
    let count = 2 * HistoryFile.entriesMax
    let descriptor = open(history.path, O_WRONLY | O_CREAT, 0o600)
    writeAll((1...count).map { "\($0)\n" }.joined(), to: descriptor)
    #expect(history.load().count == HistoryFile.entriesMax)
    writeAll("last\n", to: descriptor)
    close(descriptor)
    #expect(history.load().suffix(2) == ["\(count)", "last"])
    history.append("again")
    #expect(history.load().count == HistoryFile.entriesMax)
    #expect(try readFile(history.path).split(separator: "\n").count == HistoryFile.entriesMax + 1)
  }

  @Test func itStandsWhereStateBelongs() {
    #expect(HistoryFile.defaultPath(environment: ["HOME": "/h"]) == "/h/.local/state/combinectl/history")
    #expect(HistoryFile.defaultPath(environment: ["HOME": "/h", "XDG_STATE_HOME": "/s"]) == "/s/combinectl/history")
    #expect(HistoryFile.defaultPath(environment: [:]) == nil)
  }
}
