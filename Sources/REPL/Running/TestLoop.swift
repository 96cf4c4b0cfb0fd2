// Files of tests, several at a time: each on a daemon that is its own as long as it runs. One `poll` waits for all of them, and
// what they say is shown file after file, in their order.
import ClientConnection
import Glibc
import Wire

final class TestLoop {
  struct File {
    var name: String
    var text: String
    /// Why it has no text.
    var refusal: UsageError?
  }

  /// What came of a file, for whoever reports it.
  struct Outcome {
    var result: TestResult
    var printed: [Session.Printed]
    /// The files that it has read.
    var sources: Set<String>
  }

  private let files: [File]
  private let settings: SessionSettings
  private let agent: Agent
  /// Whether what files say is shown; else it is only kept.
  private let isShown: Bool
  private let signals: SignalPipe?
  private let limit: ContinuousClock.Instant?
  private let isAskedToStop: (() -> Bool)?
  private var runs: [Run] = []
  private var outcomes: [Int: Outcome] = [:]
  private var begun = 0
  private var reported = 0

  /// One file that is being run, and what it has said.
  private final class Run {
    let index: Int
    let daemon: TestDaemon
    let session: Session
    let connection: Connection
    let screen: TestScreen
    let start: ContinuousClock.Instant

    init(
      _ index: Int, _ file: File, _ daemon: TestDaemon, _ agent: Agent, _ settings: SessionSettings, isShown: Bool
    ) throws {
      (self.index, self.daemon) = (index, daemon)
      start = .now
      connection = try daemon.begin(agent)
      screen = TestScreen(isShown: isShown)
      session = Session(core: connection.core, screen: screen, settings: settings)
      session.pump = { [connection] end in connection.wait(until: end) }
      session.run(file.text, file: file.name)
      session.endOfInput()
      session.start()
    }

    /// What was expected in tasks and pipelines, and before a text failed, is in no reply.
    private var held: Int {
      let stats = try? connection.call(ServerStats.self, .init(), timeout: TestDaemon.patience)
      return session.expectations.held + max(0, (stats?.counts.expectations ?? 0) - session.heldInReplies)
    }

    func outcome(of file: File) -> Outcome {
      Outcome(
        result: TestResult(
          name: file.name, status: session.exitStatus, held: held, failures: session.unmet,
          clock: session.clockMoves, time: .now - start, complaints: screen.complaints),
        printed: session.printed, sources: session.sources)
    }
  }

  /// - Parameters:
  ///   - signals: those that end it.
  ///   - isAskedToStop: the same where somebody else has the signals; asked every tenth of a second.
  ///   - limit: when whatever has not ended is given up, beside the time that each statement has.
  init(
    _ files: [File], _ settings: SessionSettings, _ agent: Agent, isShown: Bool, signals: SignalPipe? = nil,
    isAskedToStop: (() -> Bool)? = nil, limit: ContinuousClock.Instant? = nil
  ) {
    (self.files, self.settings, self.agent) = (files, settings, agent)
    (self.isShown, self.signals, self.limit, self.isAskedToStop) = (isShown, signals, limit, isAskedToStop)
  }

  /// Runs all of them.
  /// - Parameters:
  ///   - daemons: those that are free; no more files run at a time.
  ///   - report: called for each file in their order, as soon as it and those before it are done.
  /// - Returns: the signal that has ended it before all were run.
  func run(on daemons: [TestDaemon], report: (Outcome) throws -> Void) throws -> Int32? {
    var free = daemons
    while reported < files.count {
      while begun < files.count, let daemon = free.popLast() {
        if let refusal = files[begun].refusal {
          refuse(begun, refusal)
          free.append(daemon)
          begun += 1
          continue
        }
        let run = try Run(begun, files[begun], daemon, agent, settings, isShown: isShown)
        run.session.limit = limit
        runs.append(run)
        begun += 1
      }
      runs.first { $0.index == reported }?.screen.isLive = true
      for run in runs { run.connection.flush() }
      if outcomes[reported] == nil, !runs.contains(where: \.session.isFinished), let signal = turn() {
        runs.first { $0.index == reported }?.session.finish(status: 128 + signal)
        return signal
      }
      for run in runs where run.session.isFinished {
        if !run.connection.core.isConnected { run.screen.write(run.daemon.lastWords(), to: .diagnostics) }
        outcomes[run.index] = run.outcome(of: files[run.index])
        if run.index == reported { run.screen.isLive = true }
        run.daemon.end(run.connection)
        free.append(run.daemon)
        ended[run.index] = run.screen
      }
      runs.removeAll(where: \.session.isFinished)
      while let outcome = outcomes.removeValue(forKey: reported) {
        ended.removeValue(forKey: reported)?.isLive = true
        reported += 1
        try report(outcome)
      }
    }
    return nil
  }

  /// The screens of files that wait for those before them.
  private var ended: [Int: TestScreen] = [:]

  /// The outcome of a file that is not run.
  private func refuse(_ index: Int, _ refusal: UsageError) {
    let screen = TestScreen(isShown: isShown)
    screen.write(ErrorRenderer(style: settings.style).lines(refusal), to: .diagnostics)
    ended[index] = screen
    outcomes[index] = Outcome(
      result: TestResult(
        name: files[index].name, status: refusal.status, time: .zero, complaints: screen.complaints),
      printed: [], sources: [])
  }

  /// Waits until something happens.
  private func turn() -> Int32? {
    var wanted = [pollfd(fd: signals?.descriptor ?? -1, events: Int16(POLLIN), revents: 0)]
    for run in runs {
      guard let descriptor = run.connection.descriptor else { continue }
      let events = POLLIN | (run.connection.wantsToWrite ? POLLOUT : 0)
      wanted.append(pollfd(fd: descriptor, events: Int16(events), revents: 0))
    }
    let soon = isAskedToStop.map { _ in ContinuousClock.now + .milliseconds(100) }
    let deadline = (runs.flatMap { [$0.session.deadline, $0.connection.deadline] } + [soon]).compactMap(\.self).min()
    poll(&wanted, nfds_t(wanted.count), deadline.map { pollMilliseconds(ContinuousClock.now.duration(to: $0)) } ?? -1)
    if isAskedToStop?() == true { return SIGINT }
    if let signal = signals?.first(of: [SIGINT, SIGTERM, SIGHUP]) { return signal }
    for run in runs {
      run.connection.process(now: .now)
      run.session.tick()
    }
    return nil
  }
}

/// What a file says goes to the terminal as it comes, when it is its turn, and what it complains of is kept.
private final class TestScreen: Screen {
  private let terminal = terminalSize()
  private let isShown: Bool
  private(set) var complaints: [String] = []
  private var waiting: [(text: String, channel: OutputChannel)] = []
  /// Whether those before it have said all they had to.
  var isLive = false {
    didSet {
      for part in waiting { show(part.text, part.channel) }
      waiting = []
    }
  }
  var width: Int { terminal?.columns ?? 80 }
  var folds: Bool { isShown && terminal != nil }

  init(isShown: Bool) { self.isShown = isShown }

  func write(_ lines: [String], to channel: OutputChannel) {
    if channel == .diagnostics { complaints += lines.flatMap { $0.split(separator: "\n").map(String.init) } }
    guard isShown else { return }
    let text = lines.map { $0 + "\n" }.joined()
    if isLive { show(text, channel) } else { waiting.append((text, channel)) }
  }

  private func show(_ text: String, _ channel: OutputChannel) {
    if channel == .output { writeOutput(text) } else { writeAll(text, to: STDERR_FILENO) }
  }

  func prompt(_ text: String) {}
  func endPrompt() {}
}
