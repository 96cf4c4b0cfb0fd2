// `combinectl marbles`: a picture of what went through a pipeline, or of what does in the next seconds.
import ClientConnection
import Marbles
import Wire

extension Combinectl {
  func drawMarbles(of name: String, watching: Duration?) throws {
    let connection = try connect(access())
    let pipeline = try connection.call(
      PipelineGet.self, PipelineName(pipe: absolute(MarbleTap.pipeline(name))), timeout: options.timeout)
    let board =
      if let watching {
        try watch(pipeline, for: watching, connection)
      } else {
        try past(of: pipeline, connection)
      }
    guard options.json else { return show(lines: board.lines()) }
    show(lines: [board.json(of: pipeline.name).description])
  }

  /// From the history of its properties.
  private func past(of pipeline: PipelineInfo, _ connection: Connection) throws -> MarbleBoard {
    var paths = pipeline.inputs
    if let output = pipeline.output, !paths.contains(output) { paths.append(output) }
    guard !paths.isEmpty else {
      throw UsageError(
        "no property is known to feed \(pipeline.name), so it has no past",
        hint: "combinectl marbles \(pipeline.name) --for 10s watches it", status: 66)
    }
    var board = MarbleBoard(paths)
    for (row, path) in paths.enumerated() {
      let params = StoreHistory.Params {
        $0.path = path
        $0.limit = 50
      }
      do throws(ClientError) {
        board.add(try connection.call(StoreHistory.self, params, timeout: options.timeout), to: row)
      } catch {
        // What is computed, or was made on the way, has no history.
        guard case .refused = error else { throw error }
      }
    }
    return board
  }

  /// What comes out of each operator from now on.
  private func watch(_ pipeline: PipelineInfo, for time: Duration, _ connection: Connection) throws -> MarbleBoard {
    let stats = try connection.call(PipelineStats.self, PipelineName(pipe: pipeline.name), timeout: options.timeout)
    let taps = MarbleTap.all(of: pipeline, stats.stages)
    var board = MarbleBoard(taps.map(\.name))
    var failure: ClientError?
    connection.core.onEvent = { event in
      switch event {
      case .subscription(let name, let event): if let row = Int(name) { board.add(event, to: row) }
      case .subscriptionFailed(_, let error): failure = error
      case .lost: failure = .lost(method: PipelineTap.method.name)
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
    while failure == nil, ContinuousClock.now < end {
      if let limit, ContinuousClock.now >= limit { throw ClientError.notDone(after: options.timeout!) }
      connection.wait(until: min(end, limit ?? end))
    }
    if let failure { throw failure }
    return board
  }
}
