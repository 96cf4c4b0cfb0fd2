// session.*: who is there, and what both sides can do.

public enum SessionHello: MethodDefinition {
  public struct Params: WireObject {
    public var protocols: [String]
    public var client: Agent?
    public var features: [String]
    public var strict: Bool

    public init(protocols: [String] = ["1"], client: Agent? = nil, features: [String] = [], strict: Bool = true) {
      self.protocols = protocols
      self.client = client
      self.features = features
      self.strict = strict
    }

    public static let schema = ObjectSchema([
      .optional("protocols", .list(.string), "the protocol versions that the client speaks; `[\"1\"]` when left out"),
      .optional("client", .object(Agent.schema), "who is asking, for lists of clients"),
      .optional("features", .list(.string), "optional features that the client wants"),
      .optional("strict", .bool, "whether unknown params are refused; `true` when left out"),
    ])

    public init(members: ObjectReader) throws(ShapeError) {
      protocols = try members.optional("protocols") ?? ["1"]
      client = try members.optional("client")
      features = try members.list("features")
      strict = try members.optional("strict") ?? true
    }

    public func encodeMembers(to writer: inout JSONWriter) {
      writer.field("protocols", protocols)
      writer.field("client", ifPresent: client)
      writer.field("features", features)
      if !strict { writer.field("strict", strict) }
    }
  }

  public struct Result: WireObject {
    /// The version that both speak from here on.
    public var protocolVersion: String
    public var session: String
    public var server: Agent
    public var epoch: String
    public var rev: Int
    public var oldestRev: Int
    public var durableRev: Int
    public var clock: ClockReading
    /// Those of the wanted features that are granted.
    public var features: [String]
    public var limits: SessionLimits
    public var you: PeerInfo
    /// The patterns of properties whose values are not told.
    public var secrets: [String]

    public init(
      protocolVersion: String = "1", session: String, server: Agent, epoch: String, rev: Int, oldestRev: Int,
      durableRev: Int, clock: ClockReading, features: [String], limits: SessionLimits, you: PeerInfo,
      secrets: [String] = []
    ) {
      self.protocolVersion = protocolVersion
      self.session = session
      self.server = server
      self.epoch = epoch
      self.rev = rev
      self.oldestRev = oldestRev
      self.durableRev = durableRev
      self.clock = clock
      self.features = features
      self.limits = limits
      self.you = you
      self.secrets = secrets
    }

    public static let schema = ObjectSchema([
      .required("protocol", .string, "the protocol version that both speak from here on"),
      .required("session", .string, "the name of this connection, as causes show it"),
      .required("server", .object(Agent.schema), "the daemon"),
      .required("epoch", .string, "the name of the history; revisions compare within one epoch only"),
      .required("rev", .int, "the revision of the last commit"),
      .required("oldestRev", .int, "the oldest revision that a subscription can still be told of"),
      .required("durableRev", .int, "the last revision that is on disk"),
      .required("clock", .object(ClockReading.schema), "the daemon's clock"),
      .required("features", .list(.string), "the optional features that this daemon has"),
      .required("limits", .object(SessionLimits.schema), "what this connection may use"),
      .required("you", .object(PeerInfo.schema), "who you are, as the kernel says"),
      .optional(
        "secrets", .list(.string),
        "patterns of the properties whose values are never told: keep no lines that set them; missing without such"),
    ])

    public init(members: ObjectReader) throws(ShapeError) {
      protocolVersion = try members.required("protocol")
      session = try members.required("session")
      server = try members.required("server")
      epoch = try members.required("epoch")
      rev = try members.required("rev")
      oldestRev = try members.required("oldestRev")
      durableRev = try members.required("durableRev")
      clock = try members.required("clock")
      features = try members.required("features")
      limits = try members.required("limits")
      you = try members.required("you")
      secrets = try members.list("secrets")
    }

    public func encodeMembers(to writer: inout JSONWriter) {
      writer.field("protocol", protocolVersion)
      writer.field("session", session)
      writer.field("server", server)
      writer.field("epoch", epoch)
      writer.field("rev", rev)
      writer.field("oldestRev", oldestRev)
      writer.field("durableRev", durableRev)
      writer.field("clock", clock)
      writer.field("features", features)
      writer.field("limits", limits)
      writer.field("you", you)
      if !secrets.isEmpty { writer.field("secrets", secrets) }
    }
  }

  public static let method = Method(
    "session.hello", access: .read, "Says who is asking, and learns what the daemon can do.",
    notes: """
      Optional: without it a connection speaks protocol 1 with no optional features. Offer every protocol version you \
      speak; the daemon picks the newest it knows. A feature counts only when it is in both lists.
      """,
    params: Params.schema, result: Result.shape, errors: [.protocolVersion], complexity: "O(1)",
    example: .init(
      params: #"{"protocols":["1"],"client":{"name":"watch.py","version":"1"},"features":["tail"]}"#,
      result: """
        {"protocol":"1","session":"c17","server":{"name":"combined","version":"0.1.0","pid":4711},"epoch":"k3f9",\
        "rev":8841,"oldestRev":5120,"durableRev":8841,\
        "clock":{"mode":"real","now":"2026-11-21T01:17:00.123456789Z"},"features":["tail"],\
        "limits":{"frame":1048576,"batch":100,"inflight":128,"subs":256,"queue":65536},\
        "you":{"uid":1000,"gid":1000,"role":"owner"}}
        """))
}

public enum SessionPing: MethodDefinition {
  public struct Params: WireObject {
    public var t: JSONValue?

    public init(t: JSONValue? = nil) { self.t = t }

    public static let schema = ObjectSchema([.optional("t", .any, "comes back as it is")])
    public init(members: ObjectReader) throws(ShapeError) { t = try members.optional("t") }
    public func encodeMembers(to writer: inout JSONWriter) { writer.field("t", ifPresent: t) }
  }

  public typealias Result = Params

  public static let method = Method(
    "session.ping", access: .read, "Answers at once; tells a dead connection from a quiet one.",
    notes: "Both sides may ask. Idle connections are never closed for being idle.",
    params: Params.schema, result: Result.shape, direction: .both, complexity: "O(1)",
    example: .init(params: #"{"t":1}"#, result: #"{"t":1}"#))
}

public enum SessionBye: MethodDefinition {
  public typealias Params = Nothing
  public typealias Result = Nothing

  public static let method = Method(
    "session.bye", access: .read, "Ends the connection in good order.",
    notes: """
      The reply is the last message. Everything the connection owns ends with it: subscriptions and the unnamed values \
      `$R0`, `$R1`, … Closing the socket does the same without a word.
      """,
    params: Params.schema, result: Result.shape, complexity: "O(subscriptions of the connection)",
    example: .init(params: "{}", result: "{}"))
}

// MARK: What they are made of

/// A client or the daemon.
public struct Agent: WireObject {
  public var name: String
  public var version: String?
  public var pid: Int?

  public init(name: String, version: String? = nil, pid: Int? = nil) {
    self.name = name
    self.version = version
    self.pid = pid
  }

  public static let schema = ObjectSchema(
    "Program", doc: "A client or the daemon.",
    [
      .required("name", .string, "its name"),
      .optional("version", .string, "its version"),
      .optional("pid", .int, "its process, for display only"),
    ])

  public init(members: ObjectReader) throws(ShapeError) {
    name = try members.required("name")
    version = try members.optional("version")
    pid = try members.optional("pid")
  }

  public func encodeMembers(to writer: inout JSONWriter) {
    writer.field("name", name)
    writer.field("version", ifPresent: version)
    writer.field("pid", ifPresent: pid)
  }
}

/// What time it is for the daemon.
public struct ClockReading: WireObject {
  public enum Mode: String, WireChoice { case real, virtual }

  public var mode: Mode
  public var now: Timestamp

  public init(mode: Mode, now: Timestamp) {
    self.mode = mode
    self.now = now
  }

  public static let schema = ObjectSchema(
    "Clock", doc: "What time it is for the daemon.",
    [
      .required("mode", Mode.shape, "whether time passes by itself"),
      .required("now", .time, "the daemon's time"),
    ])

  public init(members: ObjectReader) throws(ShapeError) {
    mode = try members.required("mode")
    now = try members.required("now")
  }

  public func encodeMembers(to writer: inout JSONWriter) {
    writer.field("mode", mode)
    writer.field("now", now)
  }
}

/// What one connection may use.
public struct SessionLimits: WireObject {
  public var frame: Int
  public var batch: Int
  public var inflight: Int
  public var subs: Int
  public var queue: Int

  public init(
    frame: Int = WireLimits.frameBytesMax, batch: Int = WireLimits.batchMax, inflight: Int = 128, subs: Int = 256,
    queue: Int = 65536
  ) {
    self.frame = frame
    self.batch = batch
    self.inflight = inflight
    self.subs = subs
    self.queue = queue
  }

  public static let schema = ObjectSchema(
    "Limits", doc: "What one connection may use.",
    [
      .required("frame", .int, "bytes of a line, either way, its line end not counted"),
      .required("batch", .int, "members of a batch"),
      .required("inflight", .int, "requests that have not been answered yet"),
      .required("subs", .int, "subscriptions"),
      .required("queue", .int, "bytes of unread events after which further ones are held back"),
    ])

  public init(members: ObjectReader) throws(ShapeError) {
    frame = try members.required("frame")
    batch = try members.required("batch")
    inflight = try members.required("inflight")
    subs = try members.required("subs")
    queue = try members.required("queue")
  }

  public func encodeMembers(to writer: inout JSONWriter) {
    writer.field("frame", frame)
    writer.field("batch", batch)
    writer.field("inflight", inflight)
    writer.field("subs", subs)
    writer.field("queue", queue)
  }
}

/// Who is at the other end of a connection, from the socket's credentials.
public struct PeerInfo: WireObject {
  public var uid: Int
  public var gid: Int
  public var role: String

  public init(uid: Int, gid: Int, role: String) {
    self.uid = uid
    self.gid = gid
    self.role = role
  }

  public static let schema = ObjectSchema(
    "Peer", doc: "Who is at the other end of a connection, from the socket's credentials.",
    [
      .required("uid", .int, "the user"),
      .required("gid", .int, "the group"),
      .required("role", .string, "what it may do; `owner` may do everything"),
    ])

  public init(members: ObjectReader) throws(ShapeError) {
    uid = try members.required("uid")
    gid = try members.required("gid")
    role = try members.required("role")
  }

  public func encodeMembers(to writer: inout JSONWriter) {
    writer.field("uid", uid)
    writer.field("gid", gid)
    writer.field("role", role)
  }
}
