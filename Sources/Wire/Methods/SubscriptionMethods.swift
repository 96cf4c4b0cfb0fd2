// sub.*: hearing of changes.

public enum SubscriptionOpen: MethodDefinition {
  public struct Params: WireObject {
    public var sub: String
    public var paths: [String]
    public var from: Start
    public var initial: Initial
    public var old: Bool
    public var cause: Bool
    public var deliver: Delivery?

    public init(
      sub: String, paths: [String], from: Start = .now, initial: Initial = .snapshot, old: Bool = false,
      cause: Bool = false, deliver: Delivery? = nil
    ) {
      self.sub = sub
      self.paths = paths
      self.from = from
      self.initial = initial
      self.old = old
      self.cause = cause
      self.deliver = deliver
    }

    public static let schema = ObjectSchema([
      .required("sub", .string, "a name of your choice, unique on this connection"),
      .required(
        "paths", .list(.string),
        "paths and patterns: `*` is one segment, `**` the rest, `{a,b}` alternatives, `!` in front excludes"),
      .optional(
        "from", Start.shape, "where to begin: with what is now, or after a commit you know; `\"now\"` when left out"),
      .optional("initial", Initial.shape, "whether the present values come first; `\"snapshot\"` when left out"),
      .optional("old", .bool, "whether changes tell the value before"),
      .optional("cause", .bool, "whether changes tell who and what caused them"),
      .optional("deliver", .object(Delivery.schema), "how changes are delivered"),
    ])

    public init(members: ObjectReader) throws(ShapeError) {
      sub = try members.required("sub")
      paths = try members.required("paths")
      from = try members.optional("from") ?? .now
      initial = try members.optional("initial") ?? .snapshot
      old = try members.optional("old") ?? false
      cause = try members.optional("cause") ?? false
      deliver = try members.optional("deliver")
    }

    public func encodeMembers(to writer: inout JSONWriter) {
      writer.field("sub", sub)
      writer.field("paths", paths)
      if from != .now { writer.field("from", from) }
      if initial != .snapshot { writer.field("initial", initial) }
      if old { writer.field("old", old) }
      if cause { writer.field("cause", cause) }
      writer.field("deliver", ifPresent: deliver)
    }
  }

  public struct Result: WireObject {
    public var sub: String
    public var rev: Int
    public var effective: Delivery

    public init(sub: String, rev: Int, effective: Delivery) {
      self.sub = sub
      self.rev = rev
      self.effective = effective
    }

    public static let schema = ObjectSchema([
      .required("sub", .string, "the subscription"),
      .required("rev", .int, "the revision at which it was opened"),
      .required("effective", .object(Delivery.schema), "how its changes will be delivered"),
    ])

    public init(members: ObjectReader) throws(ShapeError) {
      sub = try members.required("sub")
      rev = try members.required("rev")
      effective = try members.required("effective")
    }

    public func encodeMembers(to writer: inout JSONWriter) {
      writer.field("sub", sub)
      writer.field("rev", rev)
      writer.field("effective", effective)
    }
  }

  public enum Initial: String, WireChoice { case snapshot, none }

  public static let method = Method(
    "sub.open", "Opens a subscription: its events come as `sub.event` notifications.",
    notes: """
      The reply comes before the first event. Then: an optional `gap`, the `snapshot` (in as many messages as it takes), \
      `ready` (always), and from there `change` after `change` until `end`.

      To resume after a lost connection, give the `epoch` and `rev` of the last message you saw as `from`. What you \
      missed comes first; when it is no longer known, a `gap` says so and a fresh snapshot follows, in this same \
      subscription.
      """,
    params: Params.schema, result: Result.shape,
    errors: [.subscriptionExists, .notFound, .readOnly, .revisionInFuture, .limit],
    complexity: "O(properties) once; after that nothing until a matching path changes",
    example: .init(
      params: #"{"sub":"kitchen","paths":["kitchen.**","hall.temp"],"deliver":{"mode":"every"}}"#,
      result: #"{"sub":"kitchen","rev":8841,"effective":{"mode":"every"}}"#))
}

public enum SubscriptionClose: MethodDefinition {
  public struct Params: WireObject {
    public var sub: String

    public init(sub: String) { self.sub = sub }

    public static let schema = ObjectSchema([.required("sub", .string, "the subscription")])
    public init(members: ObjectReader) throws(ShapeError) { sub = try members.required("sub") }
    public func encodeMembers(to writer: inout JSONWriter) { writer.field("sub", sub) }
  }

  public typealias Result = Params

  public static let method = Method(
    "sub.close", "Ends a subscription.",
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

  public static var shape: Shape { .either([.choice(["now"]), .object(Bookmark.schema)]) }

  public init(json: JSONView, strict: Bool) throws(ShapeError) {
    if json.equals("now") {
      self = .now
    } else if json.kind == .object {
      self = .after(try Bookmark(json: json, strict: strict))
    } else {
      throw .mismatch(expected: #""now" or {"epoch":…,"rev":…}"#, got: json)
    }
  }

  public func encode(to writer: inout JSONWriter) {
    switch self {
    case .now: writer.value("now")
    case .after(let bookmark): bookmark.encode(to: &writer)
    }
  }
}

/// A place in history: everything up to this commit is known.
public struct Bookmark: WireObject, CustomStringConvertible {
  public var epoch: String
  public var rev: Int

  public init(epoch: String, rev: Int) {
    self.epoch = epoch
    self.rev = rev
  }

  /// `8841@k3f9`
  public var description: String { "\(rev)@\(epoch)" }

  public static let schema = ObjectSchema(
    "Bookmark", doc: "A place in history: everything up to this commit is known.",
    [
      .required("epoch", .string, "the history"),
      .required("rev", .int, "the commit"),
    ])

  public init(members: ObjectReader) throws(ShapeError) {
    epoch = try members.required("epoch")
    rev = try members.required("rev")
  }

  public func encodeMembers(to writer: inout JSONWriter) {
    writer.field("epoch", epoch)
    writer.field("rev", rev)
  }
}

/// How the changes of a subscription are delivered.
public struct Delivery: WireObject {
  public enum Mode: String, WireChoice {
    /// The newest value of each path; what came in between is folded, and counted in `merged`.
    case latest
    /// Every commit, one message each.
    case every
  }

  public var mode: Mode

  public init(mode: Mode) { self.mode = mode }

  public static let schema = ObjectSchema(
    "Delivery", doc: "How the changes of a subscription are delivered.",
    [
      .optional(
        "mode", Mode.shape,
        "`latest` folds what a slow reader has not seen, `every` keeps each commit; `latest` when left out")
    ])

  public init(members: ObjectReader) throws(ShapeError) { mode = try members.optional("mode") ?? .latest }
  public func encodeMembers(to writer: inout JSONWriter) { writer.field("mode", mode) }
}
