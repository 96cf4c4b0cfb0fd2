// What stands above the rows of `top`: the daemon as a whole.
import Wire

struct TopHead {
  private let interval: StatsInterval
  private let totals: RateHistory
  private let style: Style

  init(_ interval: StatsInterval, _ totals: RateHistory = RateHistory(), style: Style) {
    self.interval = interval
    self.totals = totals
    self.style = style
  }

  /// What has a picture of how it was lately.
  static let pictured: [(name: String, rate: @Sendable (StatsInterval) -> Double?)] = [
    ("memory", { Double($0.now.process.memory) }), ("cpu", { $0.load.map { $0 * 100 } }),
    ("changes", { $0.rate { $0.counts.changes } }), ("requests", { $0.rate { $0.counts.requests } }),
    ("events", { $0.rate { $0.counts.events } }), ("sent", { $0.rate { $0.counts.sent } }),
  ]

  private static let pictureWidth = 8

  /// - Parameter width: `nil` where lines can be as long as they are.
  /// - Parameter count: how many lines at most.
  func lines(width: Int?, count: Int) -> [String] {
    let now = interval.now
    let version = now.server.version.map { " \($0)" } ?? ""
    let first = "\(now.server.name)\(version)  process \(now.server.pid ?? 0)  up \(TopCell.span(now.up.nanoseconds))"
    let place = "rev \(now.rev)@\(now.epoch)" + (now.durableRev < now.rev ? "  \(now.durableRev) on disk" : "")
    let title = width.map { displayWidth(first) + 2 + displayWidth(place) <= $0 } ?? true ? first + "  " + place : first
    var lines = [width.map { cut(title, to: $0) } ?? title]
    var line = ""
    for figure in figures where shownWidth(figure) <= width ?? .max {
      let wider = line.isEmpty ? figure : line + "   " + figure
      if shownWidth(wider) <= width ?? 96 {
        line = wider
      } else {
        lines.append(line)
        line = figure
      }
      if lines.count == count { return lines }
    }
    if !line.isEmpty { lines.append(line) }
    return lines
  }

  /// What matters most comes first.
  private var figures: [String] {
    let now = interval.now
    let (present, counts) = (now.present, now.counts)
    func per(_ name: String, _ count: @escaping (CountFigures) -> Int) -> String {
      figure(name, TopCell.rate(interval.rate { count($0.counts) }).text + "/s")
    }
    let turns = [("p50", interval.turn(0.5)), ("p99", interval.turn(0.99)), ("max", now.turns.longest.nanoseconds)]
      .map { "\($0) \($1.map { CauseRenderer.short($0) } ?? "–")" }.joined(separator: " ")
    let behind =
      present.behind == 0 ? "0" : "\(present.behind) for \(CauseRenderer.short(present.behindMs * 1_000_000))"
    return [
      per("changes") { $0.changes }, figure("memory", TopCell.bytes(Double(now.process.memory))),
      figure("cpu", interval.load.map { "\(Int(($0 * 100).rounded()))%" } ?? "–"), per("events") { $0.events },
      per("requests") { $0.requests }, figure("turn", turns), figure("behind", behind),
      figure("queued", TopCell.bytes(Double(present.queued))), figure("lost", TopCell.count(counts.lost).text),
      figure("sent", TopCell.byteRate(interval.rate { $0.counts.sent }).text + "/s"),
      figure("subs", TopCell.count(present.subs).text), per("timers") { $0.timers },
      figure("evaluated", TopCell.count(counts.evaluations).text),
      figure("refused", TopCell.count(counts.refused).text),
    ]
  }

  private func figure(_ name: String, _ text: String) -> String {
    let trend = totals[name].suffix(Self.pictureWidth)
    return style(name, .dim) + " " + text
      + (trend.count > 1 ? " " + style(sparkline(Array(trend), from: 0), .cyan) : "")
  }
}
