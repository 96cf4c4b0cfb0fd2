// What stands above the rows of `top`: the daemon as a whole.
import Wire

struct TopHead {
  private let interval: StatsInterval
  private let totals: RateHistory
  private let style: Style
  /// Figures take as much room as their greatest, so that nothing moves from one picture to the next.
  private let isSteady: Bool

  init(_ interval: StatsInterval, _ totals: RateHistory = RateHistory(), style: Style, isSteady: Bool = false) {
    self.interval = interval
    self.totals = totals
    self.style = style
    self.isSteady = isSteady
  }

  /// What has a picture of how it was lately.
  static let pictured: [(name: String, rate: @Sendable (StatsInterval) -> Double?)] = [
    ("memory", { Double($0.now.process.memory) }), ("cpu", { $0.load.map { $0 * 100 } }),
    ("changes", { $0.rate { $0.counts.changes } }), ("requests", { $0.rate { $0.counts.requests } }),
    ("events", { $0.rate { $0.counts.events } }), ("sent", { $0.rate { $0.counts.sent } }),
  ]

  private static let pictureWidth = 8
  /// In less room there are more figures instead of pictures.
  private static let picturedWidthMin = 60

  private enum FigureWidth {
    static let count = 5
    static let rate = count + 2
    static let bytes = 8
    static let time = 6
  }

  /// - Parameter width: `nil` where lines can be as long as they are.
  /// - Parameter count: how many lines at most.
  func lines(width: Int?, count: Int) -> [String] {
    let now = interval.now
    let version = now.server.version.map { " \($0)" } ?? ""
    let first = "\(now.server.name)\(version)  process \(now.server.pid ?? 0)  up \(TopCell.span(now.up.nanoseconds))"
    let place = "rev \(now.rev)@\(now.epoch)" + (now.durableRev < now.rev ? "  \(now.durableRev) on disk" : "")
    let title = width.map { displayWidth(first) + 2 + displayWidth(place) <= $0 } ?? true ? first + "  " + place : first
    // Where there is room for one line only, the figures are worth more than the name.
    var lines = count > 1 ? [width.map { cut(title, to: $0) } ?? title] : []
    var line = ""
    let figures = figures(hasPictures: width.map { $0 >= Self.picturedWidthMin } ?? true)
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
  private func figures(hasPictures: Bool) -> [String] {
    let now = interval.now
    let (present, counts) = (now.present, now.counts)
    func figure(_ name: String, _ text: String, _ width: Int) -> String {
      style(name, .dim) + " " + padded(text, width) + (hasPictures ? picture(name) : "")
    }
    func per(_ name: String, _ count: @escaping (CountFigures) -> Int) -> String {
      figure(name, TopCell.rate(interval.rate { count($0.counts) }).text + "/s", FigureWidth.rate)
    }
    func count(_ name: String, _ count: Int) -> String { figure(name, TopCell.count(count).text, FigureWidth.count) }
    let turns = [("p50", interval.turn(0.5)), ("p99", interval.turn(0.99)), ("max", now.turns.longest.nanoseconds)]
      .map { "\($0) " + padded($1.map { CauseRenderer.short($0) } ?? "–", FigureWidth.time) }.joined(separator: " ")
    let behind =
      present.behind == 0 ? "0" : "\(present.behind) for \(CauseRenderer.short(present.behindMs * 1_000_000))"
    return [
      per("changes") { $0.changes },
      figure("memory", TopCell.bytes(Double(now.process.memory)), FigureWidth.bytes),
      figure("cpu", interval.load.map { "\(Int(($0 * 100).rounded()))%" } ?? "–", FigureWidth.count),
      per("events") { $0.events }, per("requests") { $0.requests }, figure("turn", turns, 0),
      figure("behind", behind, FigureWidth.count),
      figure("queued", TopCell.bytes(Double(present.queued)), FigureWidth.bytes), count("lost", counts.lost),
      figure("sent", TopCell.byteRate(interval.rate { $0.counts.sent }).text + "/s", FigureWidth.bytes + 2),
      count("subs", present.subs), per("timers") { $0.timers }, count("evaluated", counts.evaluations),
      count("refused", counts.refused),
    ].map { isSteady ? $0 : String($0.reversed().drop { $0 == " " }.reversed()) }
  }

  private func padded(_ text: String, _ width: Int) -> String {
    isSteady ? text + String(repeating: " ", count: max(0, width - displayWidth(text))) : text
  }

  /// How it was lately, of what has one.
  private func picture(_ name: String) -> String {
    guard Self.pictured.contains(where: { $0.name == name }) else { return "" }
    let trend = totals[name].suffix(Self.pictureWidth)
    guard trend.count > 1 else { return padded("", Self.pictureWidth + 1) }
    let space = isSteady ? String(repeating: " ", count: Self.pictureWidth - trend.count) : ""
    return " " + style(sparkline(Array(trend), from: 0), .cyan) + space
  }
}
