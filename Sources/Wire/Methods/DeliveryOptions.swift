/// How a subscription's changes are delivered: how many of them, how fast, and what happens when the reader is slow.

/// How the changes of a subscription are delivered.
public struct DeliveryOptions: WireRecord {
  public enum Mode: String, WireChoice {
    /// The newest value of each path; what came in between is folded, and counted in `merged`.
    case latest
    /// Every commit, one message each.
    case every
    /// The newest values at most `maxRate` times a second.
    case sample
    /// Only which paths changed, without values.
    case signal
  }

  public enum Overflow: String, WireChoice {
    /// Fold what waits into one message.
    case conflate
    /// Go on from history, however far behind.
    case spill
    case dropOldest, dropNewest
    /// Say nothing more until `sub.resume`.
    case pause
    /// End the subscription.
    case close
  }

  public var mode = Mode.latest
  public var overflow: Overflow?
  public var queue: Int?
  public var maxRate: Double?
  public var settle: WireDuration?
  public var demand: Int?

  public init() {}
  public init(mode: Mode) { self.mode = mode }

  public static let layout = Layout<DeliveryOptions>(
    "Delivery", doc: "How the changes of a subscription are delivered.",
    [
      .always(
        "mode", \.mode,
        "`latest` folds what a slow reader has not seen, `every` keeps each commit, `sample` is `latest` at a rate, "
          + "`signal` tells paths without values; `latest` when left out"),
      .optional(
        "overflow", \.overflow,
        "what happens in mode `every` to a reader with more than `queue` messages waiting; `spill` when left out: it goes "
          + "on from history, whenever it reads again; for a publisher `dropOldest`"),
      .optional("queue", \.queue, in: 1 ... .max, "how many messages may wait; 1024 when left out"),
      .optional("maxRate", \.maxRate, in: 1e-6...1e9, "changes per second, at most; the last value always comes"),
      .optional("settle", \.settle, "wait until nothing has changed for so long, such as `50ms`"),
      .optional(
        "demand", \.demand, in: 0 ... .max,
        "tell only so many changes, and more after `sub.demand`: `0` waits for the first demand"),
    ])
}

/// What a change tells of a value.
public enum ValueForm: String, WireChoice {
  case full, patch
  case none
}

/// How many more changes a reader wants.
public enum Credit: WireCodable, Hashable, Sendable {
  case count(Int)
  case unlimited

  private static let counts = Shape.count(0 ... .max)
  public static var shape: Shape { .either([counts, .choice(["unlimited"])]) }

  public init(json: JSONView, strict: Bool) throws(ShapeError) {
    if json.equals("unlimited") {
      self = .unlimited
    } else if let count = json.int, Self.counts.admits(count) {
      self = .count(count)
    } else {
      throw .mismatch(expected: #"a count or "unlimited""#, got: json)
    }
  }

  public func encode(to writer: inout JSONWriter) {
    switch self {
    case .count(let count): writer.value(count)
    case .unlimited: writer.value("unlimited")
    }
  }
}
