// Threads for what would hold everybody: work is done, stands still when it is asked to, and can be left when it is apart.
import InterpreterHarness
import Synchronization
import Testing

@testable import Language

@Suite struct WorkerTests {
  /// Waits until the worker is in a phase that it does not leave by itself.
  private func phase(of worker: Worker) -> Worker.Phase {
    while true {
      let phase = worker.wait(milliseconds: 100)
      if phase != .working { return phase }
    }
  }

  @Test func oneWorkAfterTheOther() throws {
    let worker = try #require(Worker())
    var sum = 0
    for number in 1...100 {
      worker.run { sum += number }
      #expect(phase(of: worker) == .resting)
    }
    #expect(sum == 5050)
    worker.end()
  }

  @Test func itStandsStillWhenItIsAskedTo() throws {
    let worker = try #require(Worker())
    var steps = 0
    var isToEnd = false
    worker.run {
      while !isToEnd {
        steps += 1
        worker.standIfAsked()
      }
    }
    for _ in 0..<3 {
      worker.askToStand()
      #expect(phase(of: worker) == .still)
      let seen = steps
      #expect(worker.wait(milliseconds: 1) == .still)
      #expect(steps == seen)
      worker.goOn()
    }
    worker.askToStand()
    #expect(phase(of: worker) == .still)
    isToEnd = true
    worker.goOn()
    #expect(phase(of: worker) == .resting)
    worker.end()
  }

  @Test func itsOwnerNeedNotWaitForWhatIsApart() throws {
    let worker = try #require(Worker())
    let mayEnd = Atomic(false)
    var result = 0
    worker.run {
      let made = worker.apart {
        while !mayEnd.load(ordering: .acquiring) {}
        return 5
      }
      result = made
    }
    while worker.wait(milliseconds: 1) != .apart {}
    mayEnd.store(true, ordering: .releasing)
    while worker.wait(milliseconds: 100) == .apart {}
    #expect(worker.wait(milliseconds: 1) == .still)
    #expect(result == 0, "the owner may be doing anything")
    worker.goOn()
    #expect(phase(of: worker) == .resting)
    #expect(result == 5)
    worker.end()
  }

  /// A redefinition makes another program: the threads of the old one would be there for ever.
  @Test func theyEndWithTheProgramTheyWorkFor() throws {
    let program = Program(host: VirtualHost())
    let machine = program.machine
    let taken = machine.workers.take()
    let worker = try #require(taken)
    machine.workers.giveBack(worker)
    program.close()
    #expect(worker.wait(milliseconds: 1) == .ending)
  }

  /// While the library works it cannot be left. Where that is all that a program does, it could never be left, if nobody
  /// looked at it in between.
  @Test(arguments: [
    "a.sorted()", "Array(repeating: 0, count: 2_000_000)", "String(repeating: \"é\", count: 1_500_000)",
  ])
  func whatRunsCanBeLeftBetweenTwoWorks(_ work: String) throws {
    let host = VirtualHost()
    let program = Program(host: host)
    let session = program.openResults(of: "main")
    let text = "let a = (0..<70_000).map { $0 &* 7919 % 70_001 }\nfor _ in 0..<5 { _ = \(work) }"
    let unit = try #require(program.check(SourceText(file: "main.swift", text: text), session: session).unit)
    program.execute(unit.statements[0], session: session) { _ in }
    let before = host.offers
    program.execute(unit.statements[1], session: session) { _ in }
    #expect(host.offers - before >= 4)
    session.close()
    program.close()
  }

  @Test func aCheckThatNobodyBeginsGivesItsWorkerBack() {
    let program = Program(host: VirtualHost())
    let session = program.openResults(of: "main")
    let text = String(repeating: "print(1)\n", count: 1000)
    let check = program.beginCheck([SourceText(file: "main.swift", text: text)], session: session) { _ in }
    check.abandon()
    #expect(program.checks.isEmpty)
    #expect(!check.isDone)
    session.close()
    program.close()
  }
}
