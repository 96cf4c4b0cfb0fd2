// Why a value is what it is: commits from the request on, each with what it changed.
import Wire

struct CauseRenderer {
  let events: EventRenderer
  private var style: Style { events.style }
  /// So many changes of one commit are shown.
  private static let changesMax = 8

  init(events: EventRenderer) { self.events = events }

  func lines(_ result: Why.Result) -> [String] {
    var lines = beginning(result).map { [style($0, .dim)] } ?? []
    var before: Timestamp?
    for step in result.chain.reversed() {
      lines += self.lines(step, after: before)
      before = step.at
    }
    lines += result.inputs.filter { !$0.note.isEmpty }.map { "\($0.pipe): \($0.note)" }
    return lines
  }

  /// What is not shown.
  private func beginning(_ result: Why.Result) -> String? {
    guard !result.complete, let next = result.next else { return nil }
    if next < result.oldestRev {
      return "… it goes back to rev \(next); history has what came from rev \(result.oldestRev) on"
    }
    return "… it goes back further, to rev \(next) and before; :why \(result.path ?? "PATH") 256 shows more"
  }

  private func lines(_ step: CauseStep, after before: Timestamp?) -> [String] {
    let time = EventRenderer.timeOfDay(step.at)
    let since = before.map { "  +\(WireDuration(nanoseconds: max(0, step.at.nanoseconds - $0.nanoseconds)))" } ?? ""
    var head = "\(style("rev \(step.rev)", .bold))  \(style(time + since, .dim))  by \(who(step))"
    if let like = step.like { head += style(", and \(like) more times before", .dim) }
    var lines = [head]
    if let request = step.request {
      lines += request.split(separator: "\n").map { "  " + $0 }
    } else if let note = step.cause.note {
      lines.append("  “\(note)”")
    }
    for name in step.cause.via {
      let text = step.pipelines.first { $0.name == name }?.text
      lines.append("  " + style("through", .dim) + " " + ([name] + [text].compactMap(\.self)).joined(separator: "  "))
    }
    lines += step.values.prefix(Self.changesMax).map { "  " + events.changed($0) }
    if step.changes.count > Self.changesMax { lines.append("  … and \(step.changes.count - Self.changesMax) more") }
    return lines
  }

  /// `combinectl (c9) #42`
  private func who(_ step: CauseStep) -> String {
    let by = step.client.map { "\($0) (\(step.cause.by))" } ?? step.cause.by
    return by + (step.cause.req.map { " #\($0)" } ?? "")
  }
}
