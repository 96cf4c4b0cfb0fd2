/// One message of a subscription: the params of a `sub.event` notification without `sub` and `n`.
///
///     gap? ─▶ snapshot… ─▶ ready ─▶ change… ─▶ end
///
/// The hot one, `change`, is written by `EventBody` without this type in between; reading always gives this.
public enum SubscriptionEvent: Hashable, Sendable {
  /// Present values, in as many messages as it takes.
  case snapshot(rev: Int, entries: [Entry])
  /// Everything up to `rev` has been delivered; from here on it is live. `count` is the number of entries before it.
  case ready(rev: Int, count: Int)
  case change(Change)
  /// Nothing is missing up to `rev`.
  case progress(rev: Int)
  /// The reader is behind and will lose something or be held, or has caught up again.
  case lag(Lag)
  /// Commits that cannot be delivered any more. A snapshot follows, unless the reason is `overflow`.
  case gap(Gap)
  case paused(reason: String)
  case resumed
  /// The observed publisher finished.
  case complete
  /// The observed publisher failed.
  case failed(RPCError)
  /// A piece of an event that is longer than a frame.
  case part(number: Int, of: Int, text: String)
  /// The last message of the subscription.
  case end(reason: EndReason, resume: Bookmark?)
  /// A type that this version does not know; ignore it.
  case unknown(type: String)

  /// One value of a snapshot.
  public struct Entry: WireRecord {
    public var path = ""
    public var value = JSONValue.null
    public var rev = 0
    public var at = Timestamp(nanoseconds: 0)

    public init() {}

    public static let layout = Layout<Entry>(
      "Entry", doc: "One value of a snapshot.",
      [
        .required("path", \.path, "where it is"),
        .required("value", \.value, "the value"),
        .required("rev", \.rev, "the commit that changed it last"),
        .required("at", \.at, "when that was"),
      ])

    // One of those that come by the hundred thousand; see `WireRecord`.
    public init(members: ObjectReader) throws(ShapeError) {
      path = try members.required("path")
      value = try members.required("value")
      rev = try members.required("rev")
      at = try members.required("at")
    }

    public func encodeMembers(to writer: inout JSONWriter) {
      writer.field("path", path)
      writer.field("value", value)
      writer.field("rev", rev)
      writer.field("at", at)
    }
  }

  /// What one commit, or several folded into one message, changed.
  public struct Change: WireRecord {
    public var rev = 0
    /// How many commits are folded into it.
    public var merged = 1
    public var at = Timestamp(nanoseconds: 0)
    public var changes: [PathChange] = []
    public var cause: ChangeCause?

    public init() {}

    public static let layout = Layout<Change>([
      .required("rev", \.rev, "the commit, the newest of several"),
      .usually("merged", \.merged, "how many commits are folded into this; missing for one"),
      .required("at", \.at, "when it happened"),
      .required("changes", \.changes, "the paths, each once"),
      .optional("cause", \.cause, "why, where the subscription asked for it"),
    ])

    // One of those that come by the hundred thousand; see `WireRecord`.
    public init(members: ObjectReader) throws(ShapeError) {
      rev = try members.required("rev")
      merged = try members.optional("merged") ?? 1
      at = try members.required("at")
      changes = try members.required("changes")
      cause = try members.optional("cause")
    }

    public func encodeMembers(to writer: inout JSONWriter) {
      writer.field("rev", rev)
      if merged != 1 { writer.field("merged", merged) }
      writer.field("at", at)
      writer.field("changes", changes)
      writer.field("cause", ifPresent: cause)
    }
  }

  public struct Lag: WireRecord {
    public var behindRev = 0
    public var behindMs = 0
    public var queued = 0
    public var limit = 0
    public var setting = ""

    public init() {}

    public static let layout = Layout<Lag>([
      .required("behindRev", \.behindRev, "how many commits"),
      .required("behindMs", \.behindMs, "how long"),
      .required("queued", \.queued, "how many messages wait"),
      .required("limit", \.limit, "how many may"),
      .required("setting", \.setting, "the parameter that sets the limit"),
    ])
  }

  public struct Gap: WireRecord {
    public var reason = GapReason.retention
    /// The first commit that is missing follows this one.
    public var from = 0
    /// The last that is missing.
    public var to = 0
    public var oldestRev: Int?
    /// How many events were lost, where that is known.
    public var lost: Int?

    public init() {}

    public static let layout = Layout<Gap>([
      .required("reason", \.reason, "why"),
      .required("from", \.from, "what is missing begins after this revision"),
      .required("to", \.to, "the last revision that is missing"),
      .optional("oldestRev", \.oldestRev, "the oldest that could be delivered"),
      .orNull("lost", \.lost, "how many events were lost; null where nobody knows"),
    ])
  }

  public enum GapReason: String, WireChoice { case retention, epoch, overflow, filterError }
  public enum EndReason: String, WireChoice { case closed, shutdown, slow, error, kicked, removed }
}

/// Why a commit happened.
public struct ChangeCause: WireRecord {
  /// The session that asked, or `timer`, or `engine`.
  public var by = ""
  /// The id of the request that asked.
  public var req: RequestID?
  /// The commit this one follows from.
  public var of: Int?
  /// The pipelines it came through, nearest last.
  public var via: [String] = []
  public var note: String?
  /// Who asked for it in the beginning.
  public var asked: Asked?

  public init() {}
  public init(
    by: String, req: RequestID? = nil, of: Int? = nil, via: [String] = [], note: String? = nil, asked: Asked? = nil
  ) {
    self.by = by
    self.req = req
    self.of = of
    self.via = via
    self.note = note
    self.asked = asked
  }

  /// A request that has changed nothing by itself.
  public struct Asked: WireRecord {
    public var by = ""
    public var req: RequestID?
    public var at = Timestamp(nanoseconds: 0)
    public var note: String?
    public init() {}
    public static let layout = Layout<Asked>(
      "Asked", doc: "A request that has changed nothing by itself.",
      [
        .required("by", \.by, "the session that asked, or `engine` or another part of the daemon"),
        .optional("req", \.req, "the id of its request"),
        .required("at", \.at, "when"),
        .optional("note", \.note, "what it said about it"),
      ])
  }

  public static let layout = Layout<ChangeCause>(
    "Cause", doc: "Why a commit happened.",
    [
      .required("by", \.by, "the session that asked, or `timer`, or `engine`"),
      .optional("req", \.req, "the id of the request that asked"),
      .optional("of", \.of, "the commit this one follows from"),
      .usually("via", \.via, "the pipelines it came through, nearest last"),
      .optional("note", \.note, "what the writer said about it"),
      .optional(
        "asked", \.asked,
        "the request that it goes back to, where this follows from no commit: what was asked changed something only later"
      ),
    ])

  // One of those that come by the hundred thousand; see `WireRecord`.
  public init(members: ObjectReader) throws(ShapeError) {
    by = try members.required("by")
    req = try members.optional("req")
    of = try members.optional("of")
    via = try members.list("via")
    note = try members.optional("note")
    asked = try members.optional("asked")
  }

  public func encodeMembers(to writer: inout JSONWriter) {
    writer.field("by", by)
    writer.field("req", ifPresent: req)
    writer.field("of", ifPresent: of)
    if !via.isEmpty { writer.field("via", via) }
    writer.field("note", ifPresent: note)
    writer.field("asked", ifPresent: asked)
  }
}
