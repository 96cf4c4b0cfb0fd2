// clock.*: the daemon's time, which can be taken into one's own hands.

public enum ClockGet: MethodDefinition {
  public typealias Params = Nothing

  public struct Result: WireRecord {
    public var mode = ClockReading.Mode.real
    public var now = Timestamp(nanoseconds: 0)
    public var owner: String?
    public var timers = 0
    public var next: Timestamp?
    public init() {}
    public static let layout = Layout<Result>([
      .required("mode", \.mode, "whether time passes by itself"),
      .required("now", \.now, "the daemon's time"),
      .optional("owner", \.owner, "the connection that has taken over a virtual clock"),
      .required("timers", \.timers, "how many timers wait"),
      .optional("next", \.next, "when the first of them is due"),
    ])
  }

  public static let method = Method(
    "clock.get", access: .read, needs: .nothing, "Tells the daemon's time, and what waits for it.",
    params: Params.schema,
    result: Result.shape,
    complexity: "O(1)",
    example: .init(
      params: "{}",
      result: #"""
        {"mode":"virtual","now":"2026-11-21T01:17:00Z","owner":"c9","timers":1,"next":"2026-11-21T01:17:00.8Z"}
        """#))
}

public enum ClockUse: MethodDefinition {
  public struct Params: WireRecord {
    public var mode = ClockReading.Mode.real
    public var at: Timestamp?
    public init() {}
    public static let layout = Layout<Params>([
      .required("mode", \.mode, "`virtual` stops the clock: it moves with `clock.advance` and `clock.run` only"),
      .optional(
        "at", \.at, "with `virtual`: the time to begin at, not before the present, unless nothing has happened yet"),
    ])
  }

  public typealias Result = ClockGet.Result

  public static let method = Method(
    "clock.use", access: .own, changes: .state, "Chooses between the real clock and a virtual one.",
    notes: """
      A virtual clock belongs to the connection that asked for it: others cannot move it, and when the connection ends \
      the real clock is back. Engine time never goes back, but for a daemon in which nothing has happened and nothing is declared, \
      where `at` may be any time; what waited keeps its deadlines. On a virtual clock nothing \
      happens between requests: what is due *now* (`receive(on:)`, `DispatchQueue.main.async`, a `Task`) runs with the next \
      `clock.advance` or `clock.run`; `{"by":"0s"}` will do.
      """,
    params: Params.schema, result: Result.shape, errors: [.denied, .invalidParams], complexity: "O(1)",
    example: .init(
      params: #"{"mode":"virtual"}"#,
      result: #"{"mode":"virtual","now":"2026-11-21T01:17:00Z","owner":"c9","timers":0}"#))
}

public enum ClockAdvance: MethodDefinition {
  public struct Params: WireRecord {
    public var by: WireDuration?
    public var to: Timestamp?
    public var steps: Int?
    public init() {}
    public static let layout = Layout<Params>([
      .optional("by", \.by, "how far, such as `800ms`"),
      .optional("to", \.to, "or the time to reach"),
      .optional(
        "steps", \.steps, in: 1 ... .max,
        "give up after so many timers; when left out 1000000, or 100000 at one moment"),
    ])
  }

  public struct Result: WireRecord {
    public var now = Timestamp(nanoseconds: 0)
    public var fired = 0
    public var rev = 0
    public var timers = 0
    public var next: Timestamp?
    public init() {}
    public static let layout = Layout<Result>([
      .required("now", \.now, "the time it is"),
      .required("fired", \.fired, "how many timers came due on the way"),
      .required("rev", \.rev, "the revision afterwards"),
      .required("timers", \.timers, "how many still wait"),
      .optional("next", \.next, "when the first of them is due"),
    ])
  }

  public static let method = Method(
    "clock.advance", access: .own, changes: .state, "Moves the virtual clock.",
    notes: """
      Timers fire in the order of their deadlines, those with the same deadline in the order in which they were set, \
      each in a transaction of its own with the clock at its deadline. The reply comes when nothing more can happen up \
      to that time; events caused on the way come before it in this connection's subscriptions of mode `every`. When \
      the limit of steps is reached the error is `notQuiescent`, and the clock stands where it got to.
      """,
    params: Params.schema, result: Result.shape,
    errors: [.needsVirtualTime, .denied, .notQuiescent, .invalidParams, .cancelled], isAsync: true,
    complexity: "O(timers that fire)",
    example: .init(
      params: #"{"by":"800ms"}"#,
      result: #"{"now":"2026-11-21T01:17:00.8Z","fired":1,"rev":14,"timers":0}"#))
}

public enum ClockRun: MethodDefinition {
  public struct Params: WireRecord {
    public var steps: Int?
    public var limit: WireDuration?
    public init() {}
    public static let layout = Layout<Params>([
      .optional(
        "steps", \.steps, in: 1 ... .max,
        "give up after so many timers; when left out 10000, with a `limit` 1000000, or 100000 at one moment"),
      .optional("limit", \.limit, "give up after so much virtual time, such as `1d`"),
    ])
  }

  public typealias Result = ClockAdvance.Result

  public static let method = Method(
    "clock.run", access: .own, changes: .state, "Moves the virtual clock from timer to timer until none waits.",
    notes:
      "A timer that repeats never comes to an end: give a limit, and the error `notQuiescent` says what still waits.",
    params: Params.schema, result: Result.shape,
    errors: [.needsVirtualTime, .denied, .notQuiescent, .cancelled], isAsync: true, complexity: "O(timers that fire)",
    example: .init(
      params: "{}", result: #"{"now":"2026-11-21T01:17:03Z","fired":4,"rev":17,"timers":0}"#))
}
