// `combinectl marbles`: a picture of what went through a pipeline, or of what does in the next seconds.
import ClientConnection
import Glibc
import Marbles
import Wire

extension Combinectl {
  func drawMarbles(of name: String, watching: Duration?) throws {
    let connection = try connect(access())
    let subject = try subject(MarbleName(name), connection)
    var remarks: [String] = []
    let board =
      if let watching {
        try watch(subject, for: watching, connection)
      } else {
        try past(of: subject, connection, &remarks)
      }
    show(
      lines: options.json
        ? [board.json(of: subject.name).description] : board.lines(width: terminalSize()?.columns ?? .max))
    guard !options.json, !options.quiet else { return }
    for text in remarks { writeAll("-- \(text)\n", to: STDERR_FILENO) }
  }

  private func subject(_ name: MarbleName, _ connection: Connection) throws -> MarbleSubject {
    let path = absolute(name.path)
    var missing: ClientError?
    if !name.isPublisher {
      do throws(ClientError) {
        let pipeline = try connection.call(PipelineGet.self, PipelineName(pipe: path), timeout: options.timeout)
        let stats = try connection.call(PipelineStats.self, PipelineName(pipe: pipeline.name), timeout: options.timeout)
        return MarbleSubject(pipeline, stats.stages)
      } catch {
        guard error.isNotFound else { throw error }
        missing = error
      }
    }
    do {
      let history = try connection.call(
        StoreHistory.self, MarbleSubject.history(of: path, limit: 1), timeout: options.timeout)
      if let error = name.refusal(of: history, at: path, command: "combinectl marbles") { throw error }
    } catch let error as ClientError {
      if error.isNotFound {
        throw name.notFound(error, missing, hint: "combinectl graph shows pipelines, combinectl ls stores")
      }
      guard case .refused = error else { throw error }
    }
    return MarbleSubject(property: path)
  }

  /// What came in and out, and what the operators make of it.
  private func past(of subject: MarbleSubject, _ connection: Connection, _ remarks: inout [String]) throws
    -> MarbleBoard
  {
    guard let params = subject.replay else { return try properties(of: subject, connection) }
    do throws(ClientError) {
      let replay = try connection.call(PipelineReplay.self, params, timeout: options.timeout)
      remarks = subject.remarks(on: replay, differing: "combinectl pipe replay \(subject.name)")
      return MarbleBoard(replay, of: subject)
    } catch {
      guard case .refused = error else { throw error }
      remarks = subject.unreplayed(error).map { [$0] } ?? []
    }
    remarks.append("without \(subject.operators ?? "operators"); --for 5s draws them of what comes next")
    return try properties(of: subject, connection)
  }

  /// From the history of its properties.
  private func properties(of subject: MarbleSubject, _ connection: Connection) throws -> MarbleBoard {
    let paths = subject.properties
    guard !paths.isEmpty else {
      throw UsageError(
        "no property is known to feed \(subject.name), so it has no past",
        hint: "combinectl marbles \(subject.name) --for 10s watches it", status: 66)
    }
    var board = MarbleBoard(paths)
    for (row, path) in paths.enumerated() {
      do throws(ClientError) {
        board.add(
          try connection.call(StoreHistory.self, MarbleSubject.history(of: path), timeout: options.timeout), to: row)
      } catch {
        // What is computed, or was made on the way, has no history.
        guard case .refused = error else { throw error }
      }
    }
    return board
  }

  /// What comes out of each operator from now on.
  private func watch(_ subject: MarbleSubject, for time: Duration, _ connection: Connection) throws -> MarbleBoard {
    let taps = subject.taps
    var board = MarbleBoard(taps.map(\.name))
    var isGone = false
    var failure: ClientError?
    connection.core.onEvent = { event in
      switch event {
      case .subscription(_, let event) where event.saysGone: isGone = true
      case .subscription(let name, let event):
        if let row = Int(name) { board.add(event, to: row, now: Session.wallTime()) }
      case .subscriptionFailed(_, let error): failure = error
      case .lost: failure = .ended
      default: break
      }
    }
    for (row, tap) in taps.enumerated() {
      connection.core.open(SubscriptionOpen.Params(sub: String(row), paths: [tap.path])) {
        if case .failure(let error) = $0 { failure = error }
      }
    }
    let end = ContinuousClock.now + time
    let limit = options.timeout.map { ContinuousClock.now + $0 }
    while failure == nil, !isGone, ContinuousClock.now < end {
      if let limit, ContinuousClock.now >= limit { throw ClientError.notDone(after: options.timeout!) }
      connection.wait(until: min(end, limit ?? end))
    }
    if let failure { throw failure }
    if isGone, !options.quiet { writeAll("-- \(subject.name) is not there any more\n", to: STDERR_FILENO) }
    return board
  }
}
