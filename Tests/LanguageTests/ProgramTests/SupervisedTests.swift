/// What is out to kill does not: each text in a process that may die. `make extremes` goes further.
import InterpreterHarness
import TestSupport
import Testing

@Suite struct SupervisedTests {
  /// Calls spread over the whole library.
  @Test func noCallKills() throws {
    var generator = ExtremeCalls(seed: 1)
    let calls = generator.calls(ofEach: 1)
    let report = try SupervisedRun.run(["--extremes", "1", "1"], every: 8, count: calls.count)
    #expect(report.killed.map { "\(calls[$0.number].member): \($0.how)\n\(calls[$0.number].text)" } == [])
    #expect(report.ends.values.count { $0 != .refused } > 100)
  }

  @Test func noProgramKills() throws {
    let programs = HostilePrograms.all
    let report = try SupervisedRun.run(["--hostile", "--work"], every: 12, count: programs.count)
    #expect(report.killed.map { "\(programs[$0.number].name): \($0.how)" } == [])
  }

  /// What has the library do the work, what makes many types, chains of the program's own publishers: each of them has
  /// killed or hung the process once.
  @Test func noTypesNorKeysNorWalksKill() throws {
    let programs = HostilePrograms.all
    let first = try #require(programs.firstIndex { $0.name.hasPrefix("a pipeline without end") })
    let step = isThorough ? 1 : 3
    let report = try SupervisedRun.run(["--hostile", "--work"], from: first, every: step, count: programs.count)
    #expect(report.killed.map { "\(programs[$0.number].name): \($0.how)" } == [])
    #expect(report.ends.count == (programs.count - first + step - 1) / step)
  }

  @Test func thereAreProgramsOfEveryKind() { #expect(HostilePrograms.all.count > 200) }
}
