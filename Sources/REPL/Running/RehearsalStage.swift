// A daemon of its own on which `:save` tries what it writes: the session step by step, and the test that it has become.
import ClientConnection
import Wire

/// It is there as long as this is, and ends with the process that has made it, however that ends. It may reach nothing: no files,
/// no commands and no network, so that nothing is done a second time.
final class RehearsalStage {
  private let daemon: TestDaemon
  private let agent: Agent
  /// Whether the user wants it to end.
  private let isAskedToStop: () -> Bool

  init(environment: [String: String], _ agent: Agent, isAskedToStop: @escaping () -> Bool) throws {
    daemon = try TestDaemon(environment: environment)
    (self.agent, self.isAskedToStop) = (agent, isAskedToStop)
  }

  /// - Parameter limit: how long all of it may take.
  func rehearsal(limit: Duration) throws(ClientError) -> Rehearsal {
    try Rehearsal(on: daemon, agent, limit: limit, isAskedToStop: isAskedToStop)
  }

  /// Runs a text as `combinectl test` runs a file of this name.
  /// - Parameter limit: how long it may take.
  func run(_ text: String, named name: String, limit: Duration) -> TestRun {
    let settings = SessionSettings(
      isInteractive: false, isQuiet: true, stopsAtFailure: true, isTest: true, showsResults: false, timeout: limit)
    let loop = TestLoop(
      [.init(name: name, text: text)], settings, agent, isShown: false, isAskedToStop: isAskedToStop,
      limit: .now + limit)
    var run = TestRun.stopped
    do {
      _ = try loop.run(on: [daemon]) { outcome in
        run = outcome.result.passed ? .passed : .complaints(outcome.result.complaints)
      }
    } catch {
      return .notRun("\((error as? ClientError)?.message ?? "\(error)")")
    }
    return run
  }
}

/// What came of running a test.
enum TestRun {
  case passed
  case complaints([String])
  /// It could not be run.
  case notRun(String)
  /// The user has stopped it.
  case stopped
}
