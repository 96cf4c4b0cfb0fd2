import EventLoop
import Foundation
import Glibc
import Language
import Testing

@testable import Outside

/// A file is followed by name, whatever becomes of it.
extension SystemTests {
  @Suite struct FileTests {
    @Test func whatIsThereAndWhatIsAdded() throws {
      let stage = try SystemStage()
      defer { stage.close() }
      try stage.write("one\ntwo\nthr", to: "log")
      let ear = stage.follow("log")
      stage.run { ear.lines.count == 2 }
      try stage.write("ee\r\nfour\n", to: "log")
      stage.run { ear.lines.count == 4 }
      #expect(ear.events == [.line("one"), .line("two"), .line("three"), .line("four")])
    }

    @Test func onlyWhatIsNew() throws {
      let stage = try SystemStage()
      defer { stage.close() }
      try stage.write("old\n", to: "log")
      let ear = stage.follow("log", onlyNew: true)
      let marker = stage.follow("log")
      stage.run { marker.lines == ["old"] }
      stage.settle()
      try stage.write("new\n", to: "log")
      stage.run { !ear.lines.isEmpty }
      #expect(ear.lines == ["new"])
    }

    @Test func aFileThatDoesNotExistYetInADirectoryThatDoesNotEither() throws {
      let stage = try SystemStage()
      defer { stage.close() }
      let ear = stage.follow("deep/er/log", onlyNew: true)
      stage.settle()
      try FileManager.default.createDirectory(
        atPath: stage.path("deep/er"), withIntermediateDirectories: true)
      try stage.write("first\n", to: "deep/er/log")
      stage.run { ear.lines == ["first"] }
    }

    @Test func rotationLosesNothing() throws {
      let stage = try SystemStage()
      defer { stage.close() }
      try stage.write("1\n", to: "log")
      let ear = stage.follow("log")
      stage.run { ear.lines.count == 1 }
      stage.settle()
      // The writer still has the old file, and ends it in the middle of a line.
      let old = open(stage.path("log"), O_WRONLY | O_APPEND)
      rename(stage.path("log"), stage.path("log.1"))
      _ = Glibc.write(old, "2\n", 2)
      stage.run { ear.lines.count == 2 }
      _ = Glibc.write(old, "3", 1)
      Glibc.close(old)
      try stage.write("4\n", to: "log")
      stage.run { ear.lines.count == 4 }
      #expect(ear.lines == ["1", "2", "3", "4"])
      try stage.write("5\n", to: "log")
      stage.run { ear.lines.count == 5 }
      #expect(ear.lines.last == "5")
    }

    @Test func truncationBeginsAnew() throws {
      let stage = try SystemStage()
      defer { stage.close() }
      try stage.write("long enough\nhalf", to: "log")
      let ear = stage.follow("log")
      stage.run { ear.lines.count == 1 }
      stage.settle()
      truncate(stage.path("log"), 0)
      stage.settle()
      try stage.write("new\n", to: "log")
      stage.run { ear.lines.count == 2 }
      #expect(ear.lines == ["long enough", "new"])
    }

    /// `>` of a shell empties a file and writes it: whoever looks after that sees one that is longer, or as long as before.
    @Test(arguments: ["colour = blue\nsize = 12\n", "colour = tan\n", "blue\n"])
    func whatIsWrittenAnewBeginsAnewHoweverLongItIs(_ text: String) throws {
      let stage = try SystemStage()
      defer { stage.close() }
      try stage.write("colour = red\n", to: "settings")
      let ear = stage.follow("settings")
      let newcomer = stage.follow("settings", onlyNew: true)
      stage.run { ear.lines.count == 1 }
      stage.settle()
      let file = open(stage.path("settings"), O_WRONLY | O_TRUNC)
      _ = Glibc.write(file, text, text.utf8.count)
      Glibc.close(file)
      let lines = text.split(separator: "\n").map(String.init)
      stage.run { ear.lines.count == 1 + lines.count && newcomer.lines.count == lines.count }
      #expect(ear.lines.dropFirst() == lines[...])
      #expect(newcomer.lines == lines)
    }

    @Test func aFileThatIsReplacedByRenaming() throws {
      let stage = try SystemStage()
      defer { stage.close() }
      try stage.write("a\n", to: "log")
      let ear = stage.follow("log")
      stage.run { ear.lines.count == 1 }
      try stage.write("b\n", to: "next")
      rename(stage.path("next"), stage.path("log"))
      stage.run { ear.lines.count == 2 }
      unlink(stage.path("log"))
      stage.settle()
      try stage.write("c\n", to: "log")
      stage.run { ear.lines.count == 3 }
      #expect(ear.lines == ["a", "b", "c"])
    }

    @Test func noMoreIsReadThanWasAskedFor() throws {
      let stage = try SystemStage()
      defer { stage.close() }
      try stage.write((1...100_000).map { "\($0)\n" }.joined(), to: "log")
      let ear = stage.follow("log", asking: 2)
      stage.run { ear.lines.count == 2 }
      stage.settle()
      #expect(ear.lines == ["1", "2"])
      ear.work.request(3)
      stage.run { ear.lines.count == 5 }
      ear.work.request(nil)
      stage.run { ear.lines.count == 100_000 }
      #expect(ear.lines.last == "100000")
    }

    @Test func whatCannotBeReadIsToldOnceAndWaitedFor() throws {
      let stage = try SystemStage()
      defer { stage.close() }
      mkdir(stage.path("log"), 0o700)
      let ear = stage.follow("log")
      stage.run { !ear.events.isEmpty }
      #expect(ear.events == [.trouble("'\(stage.path("log"))' is not a regular file")])
      rmdir(stage.path("log"))
      try stage.write("x\n", to: "log")
      stage.run { ear.lines == ["x"] }
      #expect(ear.events.count == 2)
    }

    @Test func linksDoNotLeadOut() throws {
      let stage = try SystemStage()
      defer { stage.close() }
      symlink("/etc/passwd", stage.path("log"))
      let ear = stage.follow("log")
      stage.run { !ear.events.isEmpty }
      #expect(ear.events == [.trouble("'\(stage.path("log"))' is a link to where reading is not granted")])
      symlink("/etc", stage.path("dir"))
      stage.perform(.append(line: "x", path: stage.path("dir/motd-of-nobody")))
      stage.perform(.append(line: "x", path: stage.path("log")))
      stage.run { stage.troubles.count == 2 }
      #expect(stage.troubles.contains { $0.hasSuffix("a link on the way leads to where writing is not granted") })
      #expect(stage.troubles.contains { $0.hasSuffix("it is a link") })
    }

    @Test func linesAreAddedInOrder() throws {
      let stage = try SystemStage()
      defer { stage.close() }
      for number in 1...1000 { stage.perform(.append(line: "\(number)", path: stage.path("out"))) }
      let ear = stage.follow("out")
      stage.run { ear.lines.count == 1000 }
      #expect(ear.lines == (1...1000).map(String.init))
      rename(stage.path("out"), stage.path("out.1"))
      stage.perform(.append(line: "next", path: stage.path("out")))
      stage.run { ear.lines.count == 1001 }
      #expect(stage.read("out") == "next\n")
      stage.perform(.append(line: "lost", path: stage.path("no/where")))
      stage.run { !stage.troubles.isEmpty }
      #expect(stage.troubles == ["'\(stage.path("no/where"))' cannot be written: No such file or directory"])
    }

    @Test func whatIsToBeWrittenIsWrittenAtTheEnd() throws {
      let stage = try SystemStage()
      for number in 1...100 { stage.perform(.append(line: "\(number)", path: stage.path("out"))) }
      stage.system.close()
      #expect(stage.read("out").split(separator: "\n").count == 100)
      stage.close()
    }

    /// In a process of its own: what it counts, daemons of other tests have too.
    @Test func cancellingLeavesNothing() async {
      await #expect(processExitsWith: .success) {
        let stage = try SystemStage()
        defer { stage.close() }
        for round in 1...3 {
          let before = openDescriptors()
          try stage.write("x\n", to: "log\(round)")
          let ears = (0..<50).map { _ in stage.follow("log\(round)") }
          stage.run { ears.allSatisfy { $0.lines == ["x"] } }
          #expect(openDescriptors() == before + 50)
          for ear in ears { ear.work.cancel() }
          #expect(stage.system.running.files == 0)
          try stage.write("y\n", to: "log\(round)")
          stage.runUntil(openDescriptors: before)
          #expect(ears.allSatisfy { $0.events.count == 1 })
        }
      }
    }
  }
}
