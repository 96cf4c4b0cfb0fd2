// sub.*: hearing of changes.

public enum SubscriptionOpen: MethodDefinition {
  public struct Params: WireRecord {
    public var sub = ""
    public var paths: [String] = []
    public var publisher: String?
    public var namespace: String?
    public var from = Start.now
    public var initial = Initial.snapshot
    public var when: String?
    public var value = ValueForm.full
    public var old = false
    public var cause = false
    public var deliver: DeliveryOptions?
    public var progress: WireDuration?

    public init() {}

    public init(
      sub: String, paths: [String], from: Start = .now, initial: Initial = .snapshot, old: Bool = false,
      cause: Bool = false, deliver: DeliveryOptions? = nil, when: String? = nil
    ) {
      self.sub = sub
      self.paths = paths
      self.from = from
      self.initial = initial
      self.old = old
      self.cause = cause
      self.deliver = deliver
      self.when = when
    }

    public static let layout = Layout<Params>([
      .required("sub", \.sub, "a name of your choice, unique on this connection"),
      .usually(
        "paths", .list(.path(.reads)), \.paths,
        "paths and patterns: `*` is one segment, `**` the rest, `{a,b}` alternatives, `!` in front excludes; "
          + "`pipe:NAME` is what arrives at the end of a pipeline"),
      .optional(
        "publisher", .source, \.publisher,
        "instead of paths: a publisher as Swift source; it lives as long as the subscription"),
      .optional("namespace", \.namespace, "where the publisher's names are looked for; paths say theirs in front"),
      .usually(
        "from", \.from,
        "where to begin: with what is now, after a commit you know, some time ago, or with the last so many commits; "
          + "`\"now\"` when left out"),
      .usually("initial", \.initial, "whether the present values come first; `\"snapshot\"` when left out"),
      .optional(
        "when", .source, \.when,
        "a condition in Swift over `value` and `old`, such as `value > 30 && old <= 30`; changes for which it does not "
          + "hold are not delivered"),
      .usually(
        "value", \.value,
        "whether changes tell values in `full` (when left out), as a `patch` to what you have, or not at all"),
      .usually("old", \.old, "whether changes tell the value before"),
      .usually("cause", \.cause, "whether changes tell who and what caused them"),
      .optional("deliver", \.deliver, "how changes are delivered"),
      .optional(
        "progress", \.progress,
        "say `progress` so often while nothing else is said, such as `5s`; on the daemon's clock"),
    ])
  }

  public struct Result: WireRecord {
    public var sub = ""
    public var rev = 0
    public var effective = DeliveryOptions()
    public var when: String?

    public init() {}

    public static let layout = Layout<Result>([
      .required("sub", \.sub, "the subscription"),
      .required("rev", \.rev, "the revision at which it was opened"),
      .required("effective", \.effective, "how its changes will be delivered"),
      .optional("when", \.when, "the condition that each change is tested by; left out where all are told"),
    ])
  }

  public enum Initial: String, WireChoice { case snapshot, none }

  public static let method = Method(
    "sub.open", access: .read, "Opens a subscription: its events come as `sub.event` notifications.",
    notes: """
      The reply comes before the first event. Then: an optional `gap`, the `snapshot` (in as many messages as it takes), \
      `ready` (always), and from there `change` after `change` until `end`.

      To resume after a lost connection, give as `from` the `epoch`, and the `rev` of the last `ready`, `change`, \
      `progress` or `end` you saw. What you missed comes first; when it is no longer known, a `gap` says so and a fresh snapshot follows, in this same \
      subscription.

      `when` is checked when the subscription is opened. With one path that names a property, `value` and `old` are its \
      value and the one before; with one that names a store, they have its properties as members. A condition that fails \
      while running gives a `gap` with the reason `filterError` and a fresh snapshot. Where commits are folded, the values \
      are those of the last one for which it held, and `old` is what was there before the first.

      A publisher is in mode `every` unless you say otherwise. Nothing keeps its values: a reader with more than `queue` \
      of them waiting loses the oldest, and a `gap` says how many; `spill` and `pause` are not to be had.
      """,
    params: Params.schema, result: Result.shape,
    errors: [.subscriptionExists, .notFound, .readOnly, .revisionInFuture, .limit, .diagnostics],
    complexity: "O(properties) once; after that nothing until a matching path changes",
    example: .init(
      params: #"{"sub":"kitchen","paths":["kitchen.**","hall.temp"],"deliver":{"mode":"every"}}"#,
      result: #"{"sub":"kitchen","rev":8841,"effective":{"mode":"every","overflow":"spill"}}"#))
}

public enum SubscriptionClose: MethodDefinition {
  public struct Params: WireRecord {
    public var sub = ""

    public init() {}
    public init(sub: String) { self.sub = sub }

    public static let layout = Layout<Params>([
      .required("sub", \.sub, "the subscription")
    ])
  }

  public typealias Result = Params

  public static let method = Method(
    "sub.close", access: .read, "Ends a subscription.",
    notes: """
      Its last event, `end` with the reason `closed`, comes before the reply; after the reply nothing of it follows, and \
      its name is free.
      """,
    params: Params.schema, result: Result.shape, errors: [.unknownSubscription],
    complexity: "O(paths it matched)",
    example: .init(params: #"{"sub":"kitchen"}"#, result: #"{"sub":"kitchen"}"#))
}

// MARK: What they are made of

/// Where a subscription begins.
public enum Start: WireCodable, Hashable, Sendable {
  case now
  /// After this commit.
  case after(Bookmark)
  /// After the last commit that is older than this.
  case since(Since)
  /// With the newest commits that it would have been told.
  case last(Last)

  public static var shape: Shape {
    .either([.choice(["now"]), .object(Bookmark.schema), .object(Since.schema), .object(Last.schema)])
  }

  public init(json: JSONView, strict: Bool) throws(ShapeError) {
    if json.equals("now") {
      self = .now
    } else if json["since"] != nil {
      self = .since(try Since(json: json, strict: strict))
    } else if json["last"] != nil {
      self = .last(try Last(json: json, strict: strict))
    } else if json.kind == .object {
      self = .after(try Bookmark(json: json, strict: strict))
    } else {
      throw .mismatch(expected: #""now", {"epoch":…,"rev":…}, {"since":…} or {"last":…}"#, got: json)
    }
  }

  public func encode(to writer: inout JSONWriter) {
    switch self {
    case .now: writer.value("now")
    case .after(let bookmark): bookmark.encode(to: &writer)
    case .since(let since): since.encode(to: &writer)
    case .last(let last): last.encode(to: &writer)
    }
  }
}

/// A moment in the past: a time, or how long ago.
public struct Since: WireRecord {
  public var since = ""
  public init() {}
  public init(_ since: String) { self.since = since }

  /// In nanoseconds since 1970, seen from `now`; `nil` when the text is neither a time nor a duration.
  public func moment(now: Int) -> Int? { Moment(since)?.nanoseconds(now: now) }

  /// A moment as people write it.
  public enum Moment: Equatable, Sendable {
    /// `2026-11-24`, `2026-11-24 10:00`, `2026-11-24T10:00:00Z`
    case time(Timestamp)
    /// `10:00`, today in UTC: so long after midnight.
    case today(WireDuration)
    /// `-10m`
    case ago(WireDuration)

    public init?(_ text: String) {
      // What is left out of a time is nought.
      func timestamp(_ text: String) -> Timestamp? {
        ["", "Z", ":00Z", " 00:00:00Z"].lazy.compactMap { Timestamp(text + $0) }.first
      }
      if let duration = WireDuration(text) {
        self = .ago(WireDuration(nanoseconds: abs(duration.nanoseconds)))
      } else if let time = timestamp(text) {
        self = .time(time)
      } else if let time = timestamp("1970-01-01 " + text) {
        self = .today(WireDuration(nanoseconds: time.nanoseconds))
      } else {
        return nil
      }
    }

    /// Since 1970, seen from `now`.
    public func nanoseconds(now: Int) -> Int {
      let day = 86_400_000_000_000
      return switch self {
      case .time(let time): time.nanoseconds
      case .today(let time): now / day * day + time.nanoseconds
      case .ago(let duration): now - duration.nanoseconds
      }
    }
  }

  public static let layout = Layout<Since>(
    "Since", doc: "A moment in the past.",
    [.required("since", \.since, "a time, `10:30` of today in UTC too, or how long ago, such as `-10m`")])
}

/// The newest commits of the past.
public struct Last: WireRecord {
  public var last = 0
  public init() {}
  public init(_ last: Int) { self.last = last }

  public static let layout = Layout<Last>(
    "Last", doc: "The newest commits of the past.",
    [.required("last", .count(0 ... .max), \.last, "how many, of those that change what is asked for and pass `when`")])
}

/// A place in history: everything up to this commit is known.
public struct Bookmark: WireRecord, CustomStringConvertible {
  public var epoch = ""
  public var rev = 0

  public init() {}
  public init(epoch: String, rev: Int) {
    self.epoch = epoch
    self.rev = rev
  }

  /// `8841@k3f9`
  public var description: String { "\(rev)@\(epoch)" }

  public static let layout = Layout<Bookmark>(
    "Bookmark", doc: "A place in history: everything up to this commit is known.",
    [
      .required("epoch", \.epoch, "the history"),
      .required("rev", \.rev, "the commit"),
    ])
}
