import EventLoop
import Glibc
import Language
import Testing

@testable import Outside

/// However a command ends, its lines and its end are told once, and nothing of it is left.
extension SystemTests {
  @Suite struct CommandTests {
    @Test func linesComeInOrderAndThenTheEnd() throws {
      let stage = try SystemStage(allow: "run")
      defer { stage.close() }
      let ear = stage.command("printf", "one\\ntwo\\r\\n\\nlast")
      stage.run { ear.end != nil }
      #expect(ear.events == [.line("one"), .line("two"), .line(""), .line("last"), .finished])
      #expect(stage.system.running.commands == 0)
    }

    @Test func aFailureHasTheStatusAndTheLastWords() throws {
      let stage = try SystemStage(allow: "run")
      defer { stage.close() }
      let ear = stage.shell("echo out; for i in 1 2 3 4 5 6 7 8 9 10 11 12; do echo line $i >&2; done; exit 3")
      stage.run { ear.end != nil }
      let words = (3...12).map { "line \($0)" }.joined(separator: "\n")
      #expect(ear.events == [.line("out"), .failed(CommandFailure(status: 3, standardError: words))])
    }

    @Test func whatCannotBeStartedFailsLater() throws {
      let stage = try SystemStage(allow: "run")
      defer { stage.close() }
      let ear = stage.command("/no/such/program")
      stage.run { ear.end != nil }
      #expect(ear.events == [.failed(CommandFailure(status: 127, standardError: "No such file or directory"))])
    }

    @Test func aSignalIsAStatusAsShellsHaveIt() throws {
      let stage = try SystemStage(allow: "run")
      defer { stage.close() }
      let ear = stage.shell("kill -KILL $$")
      stage.run { ear.end != nil }
      #expect(ear.events == [.failed(CommandFailure(status: 137, standardError: ""))])
    }

    /// `yes` writes for ever: it waits at a full pipe while nobody asks.
    @Test func noMoreIsReadThanWasAskedFor() throws {
      let stage = try SystemStage(allow: "run")
      defer { stage.close() }
      let ear = stage.command("yes", asking: 3)
      stage.run { ear.events.count == 3 }
      for _ in 0..<20 { stage.loop.poll() }
      #expect(ear.lines == ["y", "y", "y"])
      ear.work.request(2)
      #expect(ear.events.count == 3)
      stage.run { ear.events.count == 5 }
      ear.work.cancel()
      stage.run { stage.system.running.children == 0 }
      #expect(ear.events.count == 5)
    }

    /// One turn takes a bounded piece of what there is, so that others have theirs.
    @Test func anEndlessCommandLeavesRoomForOthers() throws {
      let stage = try SystemStage(allow: "run")
      defer { stage.close() }
      let endless = stage.command("yes")
      let other = stage.command("echo", "hello")
      stage.run { other.end != nil }
      #expect(other.lines == ["hello"])
      endless.work.cancel()
    }

    /// A read brings thousands of short lines. However long a program takes over each, a turn ends soon.
    @Test func aTurnGivesOutAShareOfWhatWasRead() throws {
      let stage = try SystemStage(allow: "run")
      defer { stage.close() }
      let quick = stage.command("yes")
      stage.run { !quick.lines.isEmpty }
      for _ in 0..<20 {
        let before = quick.events.count
        stage.loop.poll()
        #expect(quick.events.count - before <= TurnShare.linesMax)
      }
      quick.work.cancel()
      let slow = stage.listen(to: .command(["yes"])) { _ in
        let end = MonotonicTime.now + TurnShare.time
        while MonotonicTime.now < end {}
      }
      stage.run { !slow.lines.isEmpty }
      for _ in 0..<5 {
        let before = slow.events.count
        stage.loop.poll()
        #expect(slow.events.count - before == 1)
      }
      slow.work.cancel()
    }

    /// What is left when a command ends comes in the turns after it, all of it and before the end.
    @Test func nothingIsLostOfMoreThanAShare() throws {
      let stage = try SystemStage(allow: "run")
      defer { stage.close() }
      let count = TurnShare.linesMax * 3 + 1
      let ear = stage.command("seq", "\(count)")
      stage.run { ear.end != nil }
      #expect(ear.lines == (1...count).map(String.init))
      #expect(ear.end == .finished)
    }

    @Test func theLastLineWaitsUntilItIsAskedFor() throws {
      let stage = try SystemStage(allow: "run")
      defer { stage.close() }
      let ear = stage.command("printf", "a\\nb", asking: 1)
      stage.run { stage.system.running.children == 0 }
      #expect(ear.events == [.line("a")])
      ear.work.request(1)
      stage.run { ear.end != nil }
      #expect(ear.events == [.line("a"), .line("b"), .finished])
    }

    @Test func cancellingEndsTheWholeGroup() throws {
      let stage = try SystemStage(allow: "run")
      defer { stage.close() }
      let ear = stage.shell("sh -c 'echo $$; exec tail -f /dev/null' & echo $$; wait")
      stage.run { ear.lines.count == 2 }
      let pids = ear.lines.compactMap { Int32($0) }
      #expect(pids.allSatisfy(runs))
      ear.work.cancel()
      ear.work.cancel()
      stage.run { stage.system.running.children == 0 }
      stage.run { !pids.contains(where: runs) }
    }

    @Test func whoeverDoesNotListenIsMadeToEnd() throws {
      let stage = try SystemStage(allow: "run")
      defer { stage.close() }
      let ear = stage.shell("trap '' TERM; echo $$; while :; do tail -f /dev/null; done")
      stage.run { ear.lines.count == 1 }
      let began = MonotonicTime.now
      ear.work.cancel()
      stage.run { stage.system.running.children == 0 }
      #expect(MonotonicTime.now - began >= Children.grace)
      #expect(!runs(Int32(ear.lines[0])!))
    }

    /// A daemon that a command starts keeps the pipe open for ever; the command has ended all the same.
    @Test func whatACommandLeavesBehindDoesNotHoldItUp() throws {
      let stage = try SystemStage(allow: "run")
      defer { stage.close() }
      let ear = stage.shell("tail -f /dev/null & echo $!")
      stage.run { ear.end != nil }
      #expect(ear.end == .finished)
      stage.run { stage.system.running.children == 0 }
      #expect(!runs(Int32(ear.lines[0])!))
    }

    /// In a process of its own: it asks about all children of the process.
    @Test func stoppingLeavesNothing() async {
      await #expect(processExitsWith: .success) {
        let stage = try SystemStage(allow: "run")
        let ears = [stage.shell("echo $$; tail -f /dev/null"), stage.shell("echo $$; exec tail -f /dev/null")]
        stage.perform(.run(["tail", "-f", "/dev/null"]))
        stage.run { ears.allSatisfy { $0.lines.count == 1 } }
        stage.close()
        #expect(!ears.contains { runs(Int32($0.lines[0])!) })
        var status: Int32 = 0
        #expect(waitpid(-1, &status, WNOHANG) == -1 && errno == ECHILD)
      }
    }

    /// In a process of its own: what it counts, daemons of other tests have too.
    @Test func manyCommandsLeaveNoDescriptors() async {
      await #expect(processExitsWith: .success) {
        let stage = try SystemStage(allow: "run")
        defer { stage.close() }
        let first = stage.command("true")
        stage.run { first.end != nil && stage.system.running.children == 0 }
        let before = openDescriptors()
        for _ in 0..<100 {
          let ears = (0..<4).map { _ in stage.command("true") } + [stage.command("false")]
          stage.run { ears.allSatisfy { $0.end != nil } }
        }
        stage.run { stage.system.running.children == 0 }
        stage.runUntil(openDescriptors: before)
      }
    }

    /// Without a shell, and without what the daemon has open.
    @Test func wordsArriveAsTheyAre() throws {
      let stage = try SystemStage(allow: "run")
      defer { stage.close() }
      let ear = stage.command("printf", "%s|", "a b", "$HOME", "*", "")
      stage.run { ear.end != nil }
      #expect(ear.lines == ["a b|$HOME|*||"])
      let open = stage.command("ls", "/proc/self/fd")
      stage.run { open.end != nil }
      #expect(open.lines == ["0", "1", "2", "3"])
    }

    @Test func effectsRunAFewAtATimeAndFailuresAreTold() throws {
      let stage = try SystemStage(allow: "run")
      defer { stage.close() }
      for number in 1...20 {
        stage.perform(.run(["sh", "-c", "echo \(number) >> '\(stage.path("out"))'"]))
        #expect(stage.system.running.children <= Starter.runningMax)
      }
      stage.run { stage.system.running.children == 0 }
      #expect(Set(stage.read("out").split(separator: "\n").compactMap { Int($0) }) == Set(1...20))
      stage.perform(.run(["sh", "-c", "echo no display >&2; exit 2"]))
      stage.perform(.run(["/no/such/program"]))
      stage.run { stage.troubles.count == 2 }
      #expect(
        Set(stage.troubles) == [
          "'sh' ended with status 2: no display", "'/no/such/program' could not be started: No such file or directory",
        ])
    }

    @Test func moreThanCanWaitIsRefused() throws {
      let stage = try SystemStage(allow: "run")
      defer { stage.close() }
      for _ in 0..<Starter.waitingMax + Starter.runningMax + 1 { stage.perform(.run(["tail", "-f", "/dev/null"])) }
      stage.run { !stage.troubles.isEmpty }
      #expect(stage.troubles == ["'tail' was not run: 1000 programs wait already"])
      #expect(stage.system.running.children == Starter.runningMax)
    }
  }
}
