// What the daemon says about itself: one line an event, sentence first, then `key=value`. Handed in, never global, so that
// tests can read it.

/// Writes lines at or above a level.
public struct Log {
  /// What a line means to who reads it.
  public enum Level: Int, CaseIterable, Comparable, Sendable {
    /// For finding a fault in the daemon: each request, each decision.
    case debug
    /// What a curious operator wants to see: clients that come and go.
    case info
    /// The daemon's own life: started, stopping.
    case notice
    /// Somebody should know, and nothing is lost: a client closed for not reading, source that no longer checks.
    case warning
    /// Something was lost or cannot go on.
    case error

    public var name: String { String(describing: self) }

    /// The level of that name.
    public init?(name: String) {
      guard let level = Level.allCases.first(where: { $0.name == name }) else { return nil }
      self = level
    }

    public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
  }

  private let threshold: Level
  private let write: (Level, String) -> Void

  /// A log that hands each line, without a line end, to `write`.
  public init(_ threshold: Level, write: @escaping (Level, String) -> Void) {
    self.threshold = threshold
    self.write = write
  }

  /// A log that keeps everything to itself.
  public static var silent: Log { Log(.error) { _, _ in } }

  /// Writes a line; `message` is made only if it is wanted.
  public func callAsFunction(_ level: Level, _ message: @autoclosure () -> String) {
    if level >= threshold { write(level, message()) }
  }
}
