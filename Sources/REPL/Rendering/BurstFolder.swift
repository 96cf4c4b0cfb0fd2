// Keeps the terminal readable when changes rain: the first lines of a burst are shown, the rest is counted, and the newest
// value of each path is shown when the time is over.

/// A pure state machine on a clock that is passed in.
///
///     calm ──more than `linesMax` within `window`──▶ raining ──a window with few changes──▶ calm
///
/// While it rains nothing is shown but a summary per window.
struct BurstFolder {
  typealias Instant = ContinuousClock.Instant

  static let linesMax = 20
  static let window = Duration.milliseconds(400)
  /// In the summary, each path's newest line, if there are at most so many.
  static let latestMax = 8

  private var windowEnd: Instant?
  private var count = 0
  private var isRaining = false
  private var folded = 0
  private var latest: [String: String] = [:]
  private var order: [String] = []

  /// When `flush` is due; `nil` when nothing waits.
  var deadline: Instant? { folded > 0 || isRaining ? windowEnd : nil }

  /// Takes one line; returns it if it is to be shown now.
  mutating func add(path: String, _ line: String, now: Instant) -> String? {
    if windowEnd.map({ now >= $0 && folded == 0 }) ?? true {
      windowEnd = now + Self.window
      count = 0
    }
    count += 1
    guard isRaining || count > Self.linesMax else { return line }
    folded += 1
    if latest.updateValue(line, forKey: path) == nil { order.append(path) }
    return nil
  }

  /// At the deadline: the summary of what was not shown.
  mutating func flush(now: Instant) -> [String] {
    guard let end = windowEnd, now >= end else { return [] }
    defer {
      isRaining = count > Self.linesMax
      count = 0
      folded = 0
      latest = [:]
      order = []
      windowEnd = isRaining ? now + Self.window : nil
    }
    return summary
  }

  /// The summary at once, for example before a prompt is given up.
  mutating func drain() -> [String] {
    let lines = summary
    self = BurstFolder()
    return lines
  }

  private var summary: [String] {
    guard folded > 0 else { return [] }
    // One change needs no summary, it is its own.
    let lines = order.compactMap { latest[$0] }
    if folded == lines.count, lines.count <= Self.latestMax { return lines }
    let head = "… \(folded) changes on \(order.count) path\(order.count == 1 ? "" : "s")"
    return [head] + (lines.count <= Self.latestMax ? lines : [])
  }
}
