// The order in which statements run, with statements that are only numbers.
import Testing

@testable import Engine

@Suite struct StatementRunTests {
  /// Statements that wait until the test says that they are done.
  private final class Script {
    var said: [String] = []
    var waiting: [Int: () -> Void] = [:]
    private(set) var run: StatementRun!

    /// - Parameters:
    ///   - waits: the statements that wait.
    ///   - free: those that may go on meanwhile.
    init(_ count: Int, waits: Set<Int> = [], free: Set<Int> = []) {
      run = StatementRun { [unowned self] place, done in
        said.append("\(place)")
        if waits.contains(place) { waiting[place] = done } else { done() }
      } firstFree: { rest, _ in
        rest.firstIndex(where: free.contains)
      } resume: { [unowned self] in
        said.append("resume")
      }
      run.add(0..<count)
    }

    func finish(_ place: Int) { waiting.removeValue(forKey: place)!() }
  }

  @Test func withoutWaitingAllRunInOrder() {
    let script = Script(3)
    #expect(script.run.proceed())
    #expect(script.said == ["0", "1", "2"])
  }

  @Test func whatComesBehindOneThatWaitsWaitsForIt() {
    let script = Script(3, waits: [1])
    #expect(!script.run.proceed() && script.said == ["0", "1"])
    #expect(script.run.waiting == [1] && script.run.rest == [2])
    script.finish(1)
    #expect(script.said == ["0", "1", "resume"], "it goes on in an activation of its own")
    #expect(script.run.proceed() && script.said.last == "2")
  }

  @Test func thoseThatAreFreeGoOn() {
    let script = Script(5, waits: [0, 3], free: [2, 3])
    #expect(!script.run.proceed() && script.said == ["0", "2", "3"])
    script.finish(3)
    #expect(!script.run.proceed() && script.said == ["0", "2", "3", "resume"])
    script.finish(0)
    #expect(script.run.proceed() && script.said.suffix(3) == ["resume", "1", "4"])
  }

  @Test func whatIsStoppedDoesNotBegin() {
    let script = Script(3, waits: [0])
    #expect(!script.run.proceed())
    script.run.stop()
    script.finish(0)
    #expect(script.run.proceed() && script.said == ["0", "resume"])
  }
}
