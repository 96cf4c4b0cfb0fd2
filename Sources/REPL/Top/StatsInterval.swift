// What has happened between two answers of `server.stats`.
import Wire

struct StatsInterval {
  let now: ServerStats.Result
  /// Missing at first, and when it is another daemon that has answered.
  let before: ServerStats.Result?

  init(from before: ServerStats.Result?, to now: ServerStats.Result) {
    self.now = now
    let isSame = before.map {
      $0.server.pid == now.server.pid && $0.epoch == now.epoch && $0.up.nanoseconds < now.up.nanoseconds
    }
    self.before = isSame == true ? before : nil
  }

  /// How long it was; `nil` where nothing is known of what was before.
  var seconds: Double? { before.map { Double(now.up.nanoseconds - $0.up.nanoseconds) / 1e9 } }

  /// How often something happened in a second.
  func rate(_ count: (ServerStats.Result) -> Int) -> Double? {
    guard let before, let seconds else { return nil }
    return perSecond(count(now) - count(before), seconds)
  }

  /// The same of what is listed: what was not there before has begun with nothing.
  func rate(_ count: Int, _ earlier: Int?) -> Double? {
    seconds.map { perSecond(count - (earlier ?? count), $0) }
  }

  private func perSecond(_ count: Int, _ seconds: Double) -> Double { Double(max(0, count)) / seconds }

  /// The share of the time that it had a processor: 1 is one of them all the time.
  var load: Double? { rate { $0.process.processor.nanoseconds }.map { $0 / 1e9 } }

  /// How long turns took of which a share of `share` were no longer, in nanoseconds; `nil` where there was none.
  func turn(_ share: Double) -> Int? {
    let earlier = Dictionary(
      (before?.turns.lengths ?? []).compactMap { $0.count == 2 ? ($0[0], $0[1]) : nil }, uniquingKeysWith: { $1 })
    let counts = now.turns.lengths.filter { $0.count == 2 }.map { ($0[0], $0[1] - (earlier[$0[0]] ?? 0)) }
    let wanted = (Double(counts.reduce(0) { $0 + $1.1 }) * share).rounded(.up)
    var sum = 0
    for (length, count) in counts where count > 0 {
      sum += count
      if Double(sum) >= wanted { return length }
    }
    return nil
  }
}

/// The rates there were lately, by what they are of.
struct RateHistory {
  /// As many as the widest picture of them shows.
  static let lengthMax = 60
  private var rates: [String: [Double]] = [:]

  subscript(name: String) -> [Double] { rates[name] ?? [] }

  /// - Parameter all: What there is now; what is gone is forgotten.
  mutating func note(_ all: [(name: String, rate: Double)]) {
    var kept: [String: [Double]] = [:]
    for (name, rate) in all { kept[name] = ((rates[name] ?? []) + [rate]).suffix(Self.lengthMax) }
    rates = kept
  }
}
