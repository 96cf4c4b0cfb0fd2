/// What a client asked to hear, and how.
public struct SubscriptionOptions: Sendable {
  public enum Mode: String, Sendable {
    /// The newest value of each path; commits in between are conflated and counted.
    case latest
    /// Every commit, one message each.
    case every
    /// The newest values, at a rate.
    case sample
    /// The newest changes, of which only the paths are delivered.
    case signal

    /// Whether one message may stand for several commits.
    public var conflates: Bool { self != .every }
  }

  public enum Start: Sendable, Equatable {
    case now
    case revision(Int, epoch: String)
    /// Nanoseconds since 1970.
    case time(Int)
    /// With so many of the newest commits that would have been delivered.
    case last(Int)
  }

  /// What happens to a reader with more messages waiting than `queue`.
  public enum Overflow: String, Sendable {
    case conflate, spill, dropOldest, dropNewest, pause, close
  }

  public var paths: [String]
  /// Where the publisher's names are looked for; empty for the namespace without a name.
  public var namespace = ""
  /// Instead of paths: a publisher as source.
  public var publisher: String?
  public var mode: Mode
  public var start: Start
  /// Whether the present values come first.
  public var wantsSnapshot: Bool
  public var wantsOld: Bool
  public var wantsCause: Bool
  /// A condition in Swift over `value` and `old`.
  public var condition: String?
  public var overflow: Overflow
  /// How many messages may wait, with a policy that bounds them.
  public var queue = 1024
  /// Nanoseconds between two changes, at least.
  public var interval: Int?
  /// Nanoseconds without a change before one is delivered.
  public var settle: Int?
  /// How many changes may be delivered at first; `nil` is all.
  public var credit: Int?
  /// Nanoseconds between signs of life.
  public var progress: Int?

  public init(
    paths: [String], mode: Mode = .latest, start: Start = .now, wantsSnapshot: Bool = true, wantsOld: Bool = false,
    wantsCause: Bool = false
  ) {
    self.paths = paths
    self.mode = mode
    self.start = start
    self.wantsSnapshot = wantsSnapshot
    self.wantsOld = wantsOld
    self.wantsCause = wantsCause
    overflow = mode.conflates ? .conflate : .spill
  }
}
