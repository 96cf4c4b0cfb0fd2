// How long to wait before the next attempt to connect.

/// Exponential back-off with full jitter: a random time up to 50 ms × 2ⁿ, and never above 1 s, so that many clients of a
/// daemon that came back do not all arrive at once.
public struct Backoff: Sendable {
  public static let base = Duration.milliseconds(50)
  public static let cap = Duration.seconds(1)

  /// How many delays were given since the last success.
  public private(set) var attempt = 0

  public init() {}

  /// The delay before the next attempt. `random` gives a number in 0..<1.
  public mutating func next(random: () -> Double) -> Duration {
    // 50 ms × 2⁵ is above the cap already; the bound keeps the shift in range.
    let ceiling = min(Self.cap, Self.base * (1 << min(attempt, 5)))
    attempt += 1
    return ceiling * random()
  }

  public mutating func reset() { attempt = 0 }
}
