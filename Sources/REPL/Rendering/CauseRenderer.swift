// Why a value is what it is: commits from the request on, each with what it changed.
import Wire

struct CauseRenderer {
  let events: EventRenderer
  /// Whether a step says what it had waited for: not where that stands above it.
  private let tellsAwaited: Bool
  private var style: Style { events.style }
  /// So many changes of one commit are shown.
  private static let changesMax = 8

  /// How commands are written where it appears.
  private let commandPrefix: String

  init(events: EventRenderer, tellsAwaited: Bool = true, commandPrefix: String = ":") {
    self.events = events
    self.commandPrefix = commandPrefix
    self.tellsAwaited = tellsAwaited
  }

  func lines(_ result: Why.Result) -> [String] {
    var lines = beginning(result).map { [style($0, .dim)] } ?? []
    var before: Timestamp?
    if let first = result.chain.last, let asked = first.cause.asked {
      lines += self.lines(asked, of: first)
      before = asked.at
    }
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
    return
      "… it goes back further, to rev \(next) and before; \(commandPrefix)why \(result.path ?? "PATH") 256 shows more"
  }

  /// What was asked, and changed something only later.
  func lines(_ asked: ChangeCause.Asked, of step: CauseStep) -> [String] {
    let time = style(EventRenderer.timeOfDay(asked.at), .dim)
    return ["\(style("asked", .bold))  \(time)  by \(who(step, asked.by, asked.req))"] + what(step, asked.note)
  }

  /// What they wrote: the statement, or the method and what they say about it.
  private func what(_ step: CauseStep, _ note: String?) -> [String] {
    if let request = step.request { return request.split(separator: "\n").map { "  " + $0 } }
    return (step.method.map { ["  " + $0] } ?? []) + (note.map(noted) ?? [])
  }

  private func noted(_ note: String) -> [String] { ["  “\(note)”"] }

  /// One commit; `before` is when the one was from which it follows.
  func lines(_ step: CauseStep, after before: Timestamp?) -> [String] {
    let time = EventRenderer.timeOfDay(step.at)
    let since = before.map { "  +\(Self.short(max(0, step.at.nanoseconds - $0.nanoseconds)))" } ?? ""
    var head =
      "\(style("rev \(step.rev)", .bold))  \(style(time + since, .dim))  by \(step.cause.asked == nil ? who(step, step.cause.by, step.cause.req) : step.cause.by)"
    if let task = step.task { head += ", task \(task)" }
    if let like = step.like { head += style(", and \(like) more \(like == 1 ? "time" : "times") before", .dim) }
    var lines = [head]
    if step.cause.asked == nil {
      lines += what(step, step.cause.note)
    } else {
      lines += step.cause.note.map(noted) ?? []
    }
    if tellsAwaited, let awaited = step.awaited { lines.append("  " + awaited) }
    for name in step.cause.via {
      let text = step.pipelines.first { $0.name == name }.map { chainLines($0.text) } ?? []
      let head = "  " + style("through", .dim) + " " + name
      lines += text.count == 1 ? [head + "  " + text[0]] : [head] + text.map { "    " + $0 }
    }
    lines += step.values.prefix(Self.changesMax).map { "  " + events.changed($0) }
    if step.changes.count > Self.changesMax { lines.append("  … and \(step.changes.count - Self.changesMax) more") }
    return lines
  }

  /// Three digits of a time, which say how long it was: `50.1ms`, `1.25s`; whole seconds where it is long.
  static func short(_ nanoseconds: Int) -> String {
    let units = [("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1_000)]
    guard let (name, unit) = units.first(where: { nanoseconds >= $0.1 }), nanoseconds < 100_000_000_000 else {
      return WireDuration(
        nanoseconds: nanoseconds < 1_000 ? nanoseconds : nanoseconds / 1_000_000_000 * 1_000_000_000
      ).description
    }
    let scale = nanoseconds < 10 * unit ? 100 : nanoseconds < 100 * unit ? 10 : 1
    let (whole, rest) = ((nanoseconds * scale + unit / 2) / unit).quotientAndRemainder(dividingBy: scale)
    guard rest > 0 else { return "\(whole)\(name)" }
    var fraction = String(String(scale + rest).dropFirst())
    while fraction.last == "0" { fraction.removeLast() }
    return "\(whole).\(fraction)\(name)"
  }

  /// `combinectl (c9) #42`; of a request that was no statement also the process: `combinectl (c9, process 4711) #2`. Of a
  /// statement in a file the line: `combinectl (c9) #2, setup.swift:3`.
  private func who(_ step: CauseStep, _ by: String, _ req: RequestID?) -> String {
    let process = step.request == nil ? step.pid.map { ", process \($0)" } ?? "" : ""
    let client = step.client.map { "\($0) (\(by)\(process))" } ?? by
    let place = step.place.flatMap { $0.contains(".") ? ", \($0)" : nil } ?? ""
    return client + (req.map { " #\($0)" } ?? "") + place
  }
}
