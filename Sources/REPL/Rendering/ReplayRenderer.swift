// What `pipe.replay` takes and answers, as people write and read it.
import Wire

/// Words of `:pipe replay NAME`.
enum ReplayText {
  static func params(_ pipe: String, _ text: String) throws(UsageError) -> PipelineReplay.Params {
    var params = PipelineReplay.Params()
    params.pipe = pipe
    var rest = text
    while rest.hasPrefix("--") {
      let name = String(rest.prefix { !$0.isWhitespace })
      let value = String(rest.dropFirst(name.count).trimmed.prefix { !$0.isWhitespace })
      rest = rest.dropFirst(name.count).trimmed.dropFirst(value.count).trimmed
      switch name {
      case "--since":
        guard let time = since(value) else {
          throw UsageError(
            "--since needs a time, or how long ago, not '\(value)'", hint: "--since -10m, or --since 10:30")
        }
        params.since = time
      case "--limit":
        guard let limit = Int(value), (1...1000).contains(limit) else {
          throw UsageError("--limit is 1 to 1000 changes, not '\(value)'")
        }
        params.limit = limit
      default:
        throw UsageError("replay takes --since and --limit, not \(name)", hint: ":pipe replay \(pipe) --since -10m")
      }
    }
    if !rest.isEmpty { params.with = rest }
    return params
  }

  private static func since(_ text: String) -> String? {
    switch HistoryPlace(text) {
    case .ago, .time, .today: text
    case .commit, nil: nil
    }
  }
}

struct ReplayRenderer {
  let events: EventRenderer
  private static let differencesMax = 40

  /// - Parameter width: see `MarbleBoard.lines`.
  func lines(_ result: PipelineReplay.Result, width: Int = .max) -> [String] {
    let style = events.style
    var lines: [String] = []
    if let source = result.source { lines.append(style("now: \(source)", .dim)) }
    if !result.recorded { lines.append(style("then: run again, since it assigns to no property", .dim)) }
    var board = MarbleBoard((result.inputs + [result.then, result.now]).map(\.name), inputs: result.inputs.count)
    for (row, events) in (result.inputs + [result.then, result.now]).map(\.events).enumerated() {
      for event in events { board.add(event.value, to: row, at: event.at) }
    }
    lines += board.lines(width: width)
    if board.undrawn > 0 {
      lines.append(style("\(board.undrawn) values before that are compared, and not drawn; --json has them", .dim))
    }
    if result.more { lines.append(style("its input had more changes than these: --limit", .dim)) }
    guard !result.differences.isEmpty else { return lines + [style("no difference", .green)] }
    if result.source == nil, result.recorded {
      let text = "of several values in one commit history has the last: what the others led to is a difference, too"
      lines.append(style(text, .dim))
    }
    lines += result.differences.prefix(Self.differencesMax).map { line($0) }
    let rest = result.differences.count - Self.differencesMax
    return rest > 0 ? lines + ["… and \(rest) more"] : lines
  }

  private func line(_ difference: PipelineReplay.Difference) -> String {
    let text = "\(EventRenderer.timeOfDay(difference.at))  \(events.text(difference.value))"
    switch difference.kind {
    case .gone: return events.style("- \(text)", .red)
    case .new: return events.style("+ \(text)", .green)
    case .moved:
      let time = (difference.to?.nanoseconds ?? 0) - difference.at.nanoseconds
      return events.style(
        "~ \(text)  \(CauseRenderer.short(abs(time))) \(time < 0 ? "earlier" : "later")", .yellow)
    }
  }
}
