/// What is out to kill does not: each text in a process that may die. `make extremes` goes further.
import InterpreterHarness
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

  /// What has the library do the work, and what makes many types: each of them has killed or hung the process once.
  @Test func noTypesNorKeysNorWalksKill() throws {
    let programs = HostilePrograms.all
    let first = try #require(programs.firstIndex { $0.name.hasPrefix("a pipeline without end") })
    let report = try SupervisedRun.run(["--hostile", "--work"], from: first, count: programs.count)
    #expect(report.killed.map { "\(programs[$0.number].name): \($0.how)" } == [])
    #expect(report.ends.count == programs.count - first)
  }

  @Test func thereAreProgramsOfEveryKind() { #expect(HostilePrograms.all.count > 200) }
}
