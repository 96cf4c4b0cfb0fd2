/// One message of a subscription: the params of a `sub.event` notification without `sub` and `n`.
///
///     gap? ─▶ snapshot… ─▶ ready ─▶ change… ─▶ end
///
/// The hot one, `change`, is written by `EventBody` without this type in between; reading always gives this.
public enum SubscriptionEvent: Hashable, Sendable {
  /// Present values, in as many messages as it takes.
  case snapshot(rev: Int, entries: [Entry])
  /// Everything up to `rev` has been told; from here on it is live. `count` is the number of entries before it.
  case ready(rev: Int, count: Int)
  case change(Change)
  /// Nothing is missing up to `rev`.
  case progress(rev: Int)
  /// The reader is behind and will lose something or be held, or has caught up again.
  case lag(Lag)
  /// Commits that cannot be told any more. A snapshot follows, unless the reason is `overflow`.
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
  public struct Entry: WireObject {
    public var path: String
    public var value: JSONValue
    public var rev: Int
    public var at: Timestamp

    public init(path: String, value: JSONValue, rev: Int, at: Timestamp) {
      self.path = path
      self.value = value
      self.rev = rev
      self.at = at
    }

    public static let schema = ObjectSchema(
      "Entry", doc: "One value of a snapshot.",
      [
        .required("path", .string, "where it is"),
        .required("value", .any, "the value"),
        .required("rev", .int, "the commit that changed it last"),
        .required("at", .time, "when that was"),
      ])

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
  public struct Change: Hashable, Sendable {
    public var rev: Int
    /// How many commits are folded into it.
    public var merged: Int
    public var at: Timestamp
    public var changes: [PathChange]
    public var cause: ChangeCause?

    public init(rev: Int, merged: Int = 1, at: Timestamp, changes: [PathChange], cause: ChangeCause? = nil) {
      self.rev = rev
      self.merged = merged
      self.at = at
      self.changes = changes
      self.cause = cause
    }
  }

  public struct Lag: Hashable, Sendable {
    public var behindRev: Int
    public var behindMs: Int
    public var queued: Int
    public var limit: Int
    public var setting: String

    public init(behindRev: Int, behindMs: Int, queued: Int, limit: Int, setting: String) {
      self.behindRev = behindRev
      self.behindMs = behindMs
      self.queued = queued
      self.limit = limit
      self.setting = setting
    }
  }

  public struct Gap: Hashable, Sendable {
    public var reason: GapReason
    /// The first commit that is missing follows this one.
    public var from: Int
    /// The last that is missing.
    public var to: Int
    public var oldestRev: Int?
    /// How many events were lost, where that is known.
    public var lost: Int?

    public init(reason: GapReason, from: Int, to: Int, oldestRev: Int? = nil, lost: Int? = nil) {
      self.reason = reason
      self.from = from
      self.to = to
      self.oldestRev = oldestRev
      self.lost = lost
    }
  }

  public enum GapReason: String, WireChoice { case retention, epoch, overflow, filterError }
  public enum EndReason: String, WireChoice { case closed, shutdown, slow, error, kicked, removed }
}

/// Why a commit happened.
public struct ChangeCause: WireObject {
  /// The session that asked, or `timer`, or `engine`.
  public var by: String
  /// The id of the request that asked.
  public var req: RequestID?
  /// The commit this one follows from.
  public var of: Int?
  /// The pipelines it came through, nearest last.
  public var via: [String]
  public var note: String?

  public init(by: String, req: RequestID? = nil, of: Int? = nil, via: [String] = [], note: String? = nil) {
    self.by = by
    self.req = req
    self.of = of
    self.via = via
    self.note = note
  }

  public static let schema = ObjectSchema(
    "Cause", doc: "Why a commit happened.",
    [
      .required("by", .string, "the session that asked, or `timer`, or `engine`"),
      .optional("req", RequestID.shape, "the id of the request that asked"),
      .optional("of", .int, "the commit this one follows from"),
      .optional("via", .list(.string), "the pipelines it came through, nearest last"),
      .optional("note", .string, "what the writer said about it"),
    ])

  public init(members: ObjectReader) throws(ShapeError) {
    by = try members.required("by")
    req = try members.optional("req")
    of = try members.optional("of")
    via = try members.list("via")
    note = try members.optional("note")
  }

  public func encodeMembers(to writer: inout JSONWriter) {
    writer.field("by", by)
    writer.field("req", ifPresent: req)
    writer.field("of", ifPresent: of)
    if !via.isEmpty { writer.field("via", via) }
    writer.field("note", ifPresent: note)
  }
}
