// `combinectl record` and `replay`: a session with a daemon of its own, written down and done again. Its time is virtual and
// its network are stubs, which are requests too: whoever asks the same again gets the same, byte for byte.
import ClientConnection
import Glibc
import Wire

extension Combinectl {
  /// - Parameter seed: what all that is random follows from; nil for one that differs each time.
  func record(to file: String, _ scripts: [String], seed: Int?, isForced: Bool) throws -> Int32 {
    let seed = seed ?? Int(UInt32.random(in: 0...(.max)))
    let texts = try scripts.map { (name: $0 == "-" ? "stdin" : $0, text: try readFile($0, within: options.timeout)) }
    try RecordedLine.mayReplace(file, isForced: isForced)
    let output = try LineFile(file)
    output.write(RecordedLine.head(seed: seed).text)
    let daemon = try recordable(seed)
    let connection = try daemon.begin({
      let core = ClientCore(client: agent, features: ["tail"])
      core.observer = SessionRecorder { output.write($0.text) }
      return core
    }) { connection throws(ClientError) in
      let second = 1_000_000_000
      let params = ClockUse.Params {
        $0.mode = .virtual
        $0.at = Timestamp(nanoseconds: Session.wallTime().nanoseconds / second * second)
      }
      _ = try connection.call(ClockUse.self, params, timeout: TestDaemon.patience)
      try SessionRecorder.listen(connection)
    }
    let (session, status) = try run(texts, over: connection)
    defer { withExtendedLifetime(session) {} }
    // What has happened last is told, too.
    _ = try? connection.call(SubscriptionSync.self, .init(), timeout: TestDaemon.patience)
    try output.finish()
    if !options.quiet { writeAll("-- wrote \(file), \(output.count) lines\n", to: STDERR_FILENO) }
    return status
  }

  /// Runs what `test` would, or the prompt.
  /// - Returns: the session that ran the texts, which tells what is said as long as it is there.
  private func run(_ texts: [(name: String, text: String)], over connection: Connection) throws -> (Session?, Int32) {
    guard !texts.isEmpty else { return (nil, try converse(over: connection)) }
    let settings = SessionSettings(
      isInteractive: false, isJSON: options.json, isQuiet: true, stopsAtFailure: true, isTest: true,
      showsResults: false, timeout: options.timeout, style: style, namespace: options.namespace)
    let session = Session(core: connection.core, screen: StreamScreen(), settings: settings)
    for (name, text) in texts { session.run(text, file: name) }
    session.endOfInput()
    return (session, Loop(session: session, connection: connection, input: nil).run())
  }

  /// - Parameter scripts: the program, for what has none.
  func replay(_ file: String, _ scripts: [String], checks: Bool) throws -> Int32 {
    let text = try readFile(file, within: options.timeout)
    func tellCut() {
      if options.quiet { return }
      writeAll("-- \(file): its last line was not written to its end, and is left out\n", to: STDERR_FILENO)
    }
    if let tail = try CapturedTail(text, in: file) {
      if tail.isCut { tellCut() }
      return try replay(tail, file, scripts, checks: checks)
    }
    guard scripts.isEmpty else {
      throw UsageError("\(file) is a record, which has its program", hint: "leave out \(scripts[0])")
    }
    let (lines, isCut) = try RecordedLine.all(of: text, in: file)
    if isCut { tellCut() }
    let daemon = try recordable(RecordedLine.seed(of: lines))
    var came: [String] = []
    let connection = try daemon.begin({
      let core = ClientCore(client: agent, features: ["tail"])
      core.observer = SessionRecorder(isReplaying: true) { came.append($0.text) }
      return core
    }) { connection throws(ClientError) in
      _ = try connection.call(SessionPing.self, .init(), timeout: TestDaemon.patience)
    }
    let patience = options.timeout ?? TestDaemon.patience
    /// The next line that comes, if one does.
    func next() -> String? {
      let deadline = ContinuousClock.now + patience
      while came.isEmpty, connection.core.isConnected, ContinuousClock.now < deadline {
        connection.wait(until: deadline)
      }
      return came.isEmpty ? nil : came.removeFirst()
    }
    var isListening = false
    for (index, line) in lines.enumerated() {
      if case .came(let recorded) = line {
        guard let actual = next() else {
          if let limit = options.timeout, connection.core.isConnected { throw ClientError.notDone(after: limit) }
          return differs(file, index + 1, recorded, nil)
        }
        if !checks {
          show(lines: [actual])
        } else if actual != recorded {
          return differs(file, index + 1, recorded, actual)
        }
        // As it was when it was written: the clock first.
        if !isListening { try SessionRecorder.listen(connection) }
        isListening = true
        continue
      }
      if !checks { show(lines: [line.text]) }
      switch line {
      case .request(let id, let method, let params):
        connection.core.request(named: method, params, id: id) { _ in }
      case .cancel(let id): connection.core.cancel(id)
      case .head, .came: break
      }
      connection.flush()
      // The next was asked when this one was done, or waited, and what it had printed had been told. What needs the program
      // is answered then.
      if case .request = line, index + 1 < lines.count, case .request = lines[index + 1] {
        _ = try connection.call(DraftList.self, .init(), timeout: patience)
      }
    }
    _ = try connection.call(SubscriptionSync.self, .init(), timeout: patience)
    // Of one that was cut nobody knows what came then.
    if checks, !isCut, let more = came.first { return differs(file, lines.count + 1, nil, more) }
    if !checks { show(lines: came) }
    if checks, !options.quiet {
      let count = lines.count { if case .request = $0 { true } else { false } }
      let requests = "\(count) request\(count == 1 ? "" : "s")"
      show(lines: ["\(style("ok", .green))  \(file)  \(requests), all \(lines.count) lines as they were"])
    }
    return 0
  }

  /// Sets again what was set, on the clock of a daemon of its own, and looks at what follows.
  private func replay(_ tail: CapturedTail, _ file: String, _ scripts: [String], checks: Bool) throws -> Int32 {
    let texts = try scripts.map { (name: $0 == "-" ? "stdin" : $0, text: try readFile($0, within: options.timeout)) }
    let daemon = try recordable(0)
    let patience = options.timeout ?? TestDaemon.patience
    var came: [SubscriptionEvent.Change] = []
    let connection = try daemon.begin({
      let core = ClientCore(client: agent)
      core.observer = CommitListener { change in
        if !checks || !CapturedTail.Commit.happened(change).isEmpty { came.append(change) }
      }
      return core
    }) { connection throws(ClientError) in
      let params = ClockUse.Params {
        $0.mode = .virtual
        $0.at = tail.commits[0].change.at
      }
      _ = try connection.call(ClockUse.self, params, timeout: patience)
    }
    let (session, status) = texts.isEmpty ? (nil, 0) : try run(texts, over: connection)
    // It goes on telling what the program says.
    defer { withExtendedLifetime(session) {} }
    guard status == 0 else { return status }
    func set(_ changes: [PathChange]) throws(ClientError) {
      guard !changes.isEmpty else { return }
      var params = TransactionCommit.Params()
      params.ops = changes.map { change in
        var operation = TransactionCommit.Operation()
        (operation.set, operation.value) = (change.path, change.value ?? .null)
        return operation
      }
      _ = try connection.call(TransactionCommit.self, params, timeout: patience)
    }
    func now() throws(ClientError) -> Int {
      try connection.call(ClockGet.self, .init(), timeout: patience).now.nanoseconds
    }
    do throws(ClientError) {
      var before: [PathChange] = []
      for change in tail.before {
        let present = try connection.value(at: change.path, timeout: patience).value
        if present != change.value { before.append(change) }
      }
      try set(before)
      try SessionRecorder.listen(connection, to: tail.paths, when: tail.condition)
      // The scripts may have moved the clock.
      let later = try now() - tail.commits[0].change.at.nanoseconds
      for commit in tail.commits {
        let moment = commit.change.at.nanoseconds + later
        if try now() < moment {
          _ = try connection.call(
            ClockAdvance.self, ClockAdvance.Params { $0.to = Timestamp(nanoseconds: moment) }, timeout: patience)
        }
        try set(commit.inputs)
        _ = try connection.call(SubscriptionSync.self, .init(), timeout: patience)
        guard checks else {
          show(lines: came.map { SubscriptionEvent.change($0).object() })
          came = []
          continue
        }
        guard !came.isEmpty else { return differs(file, commit.line, commit.text, nil) }
        let actual = CapturedTail.Commit.text(came.removeFirst())
        guard actual == commit.text else { return differs(file, commit.line, commit.text, actual) }
      }
    } catch {
      guard scripts.isEmpty, case .refused(let refusal) = error, refusal.known == .notFound else { throw error }
      throw UsageError(
        "a tail has no program: \(refusal.message)",
        hint: "combinectl source > program.swift; combinectl replay \(file) program.swift", status: 66)
    }
    if checks, let more = came.first {
      return differs(file, tail.commits.last!.line + 1, nil, CapturedTail.Commit.text(more))
    }
    if checks, !options.quiet {
      let inputs = tail.commits.count { !$0.inputs.isEmpty }
      show(lines: [
        "\(style("ok", .green))  \(file)  \(inputs) of \(tail.commits.count) commits set again, the others followed as they did"
      ])
    }
    return 0
  }

  var agent: Agent { Agent(name: "combinectl", version: Self.version, pid: Int(getpid())) }

  /// A daemon that does the same whenever it is asked the same.
  private func recordable(_ seed: Int) throws -> TestDaemon {
    try TestDaemon(environment: environment, mayBeginAgain: false, seed: seed)
  }

  /// Shows the first line that is another one.
  private func differs(_ file: String, _ line: Int, _ recorded: String?, _ actual: String?) -> Int32 {
    let what =
      actual == nil ? "nothing came any more" : recorded == nil ? "more came than was recorded" : "this came otherwise"
    let place = (recorded.flatMap { recorded in actual.flatMap { JSONDifference.first(recorded, $0) } })
    let lines =
      ["\(file):\(line): " + style("error:", .boldRed) + " \(what)" + (place.map { ", at \($0)" } ?? "")]
      + (recorded.map { [style("  - \($0)", .red)] } ?? []) + (actual.map { [style("  + \($0)", .green)] } ?? [])
    writeAll(lines.map { $0 + "\n" }.joined(), to: STDERR_FILENO)
    return 2
  }
}
