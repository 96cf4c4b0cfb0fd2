// A session done again on a daemon of its own, step by step, to see what holds there: what `:save` writes rests on it.
import ClientConnection
import Wire

final class Rehearsal {
  /// What came of one entry.
  struct Outcome {
    var values: [EvaluatedValue] = []
    var failedExpectations: [UnmetExpectation] = []
    /// What was said against it.
    var complaints: [String] = []
    var move: ClockMove?
  }

  private let daemon: TestDaemon
  private let connection: Connection
  private let session: Session
  private let screen = KeptScreen()
  private let end: ContinuousClock.Instant
  private let isAskedToStop: () -> Bool
  private var result: ProgramEval.Result?
  /// Whether it took too long, or its daemon is gone: then nothing more is done.
  private(set) var isCutOff = false

  /// - Parameter limit: how long all of it may take.
  init(
    on daemon: TestDaemon, _ agent: Agent, limit: Duration, isAskedToStop: @escaping () -> Bool
  ) throws(ClientError) {
    (self.daemon, self.isAskedToStop) = (daemon, isAskedToStop)
    end = .now + limit
    connection = try daemon.begin(agent)
    session = Session(
      core: connection.core, screen: screen,
      settings: SessionSettings(
        isInteractive: false, isQuiet: true, isTest: true, wantsSource: true, showsResults: false, timeout: limit))
    session.pump = { [connection] end in connection.wait(until: end) }
    // The last entry may be answered only when this ends.
    session.onResult = { [weak self] in self?.result = $0 }
    session.start()
  }

  deinit { daemon.end(connection) }

  /// - Parameter entry: Swift, or a command with its colon.
  func perform(_ entry: String) -> Outcome {
    guard !isCutOff else { return Outcome(complaints: ["it takes too long"]) }
    screen.complaints = []
    result = nil
    let moves = session.clockMoves.count
    session.run(entry, file: "session")
    session.start()
    while !session.isReading, !session.isFinished {
      guard connection.core.isConnected, ContinuousClock.now < end, !isAskedToStop() else {
        isCutOff = true
        session.interrupt()
        break
      }
      connection.flush()
      connection.wait(until: min(end, session.deadline ?? end, .now + Self.glance))
      session.tick()
    }
    var outcome = Outcome(values: result?.values ?? [], complaints: screen.complaints)
    outcome.failedExpectations = result?.expectations?.failed ?? []
    if session.clockMoves.count > moves { outcome.move = session.clockMoves.last }
    return outcome
  }

  /// How long nobody looks whether it is to end.
  private static let glance = Duration.milliseconds(100)

  /// Whether an expectation holds.
  func holds(_ expectation: String) -> Bool {
    let held = session.expectations.held
    let outcome = perform(expectation)
    return outcome.complaints.isEmpty && session.expectations.held > held
  }

  /// The stores there are, with their values.
  var stores: [StoreInfo] {
    (try? connection.call(StoreList.self, .init(values: true), timeout: TestDaemon.patience))?.stores ?? []
  }
}

/// What is said against what was entered is kept; nothing is shown.
private final class KeptScreen: Screen {
  var complaints: [String] = []
  var width: Int { 80 }
  var folds: Bool { false }

  func write(_ lines: [String], to channel: OutputChannel) {
    guard channel == .diagnostics else { return }
    // Warnings, and what of the text is shown with them, are no complaints.
    complaints += lines.flatMap { $0.split(separator: "\n").map(String.init) }.filter {
      $0.prefixMatch(of: #/\S+:\d+:\d+: warning: | *\d* \| /#) == nil
    }
  }
  func prompt(_ text: String) {}
  func endPrompt() {}
}
