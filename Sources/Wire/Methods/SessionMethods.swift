// session.*: who is there, and what both sides can do.

public enum SessionHello: MethodDefinition {
  public struct Params: WireRecord {
    public var protocols: [String] = ["1"]
    public var client: Agent?
    public var features: [String] = []
    public var strict = true
    public var role: RoleName?

    public init() {}

    public static let layout = Layout<Params>([
      .always("protocols", \.protocols, "the protocol versions that the client speaks; `[\"1\"]` when left out"),
      .optional("client", \.client, "who is asking, for lists of clients"),
      .always("features", \.features, "optional features that the client wants"),
      .usually("strict", \.strict, "whether unknown params are refused; `true` when left out"),
      .optional(
        "role", \.role,
        "the most that the connection is to be allowed; it gives up what its user may beyond that, for good"),
    ])
  }

  public struct Result: WireRecord {
    /// The version that both speak from here on.
    public var protocolVersion = "1"
    public var session = ""
    public var server = Agent()
    public var epoch = ""
    public var rev = 0
    public var oldestRev = 0
    public var durableRev = 0
    public var clock = ClockReading()
    /// Those of the wanted features that are granted.
    public var features: [String] = []
    public var limits = SessionLimits()
    public var you = PeerInfo()
    /// The patterns of properties whose values are redacted.
    public var secrets: [String] = []

    public init() {}

    public static let layout = Layout<Result>([
      .required("protocol", \.protocolVersion, "the protocol version that both speak from here on"),
      .required("session", \.session, "the name of this connection, as causes show it"),
      .required("server", \.server, "the daemon"),
      .required("epoch", \.epoch, "the name of the history; revisions compare within one epoch only"),
      .required("rev", \.rev, "the revision of the last commit"),
      .required("oldestRev", \.oldestRev, "the oldest revision that a subscription can still be given"),
      .required("durableRev", \.durableRev, "the last revision that is on disk"),
      .required("clock", \.clock, "the daemon's clock"),
      .required("features", \.features, "the optional features that this daemon has"),
      .required("limits", \.limits, "what this connection may use"),
      .required("you", \.you, "who you are, as the kernel says"),
      .usually(
        "secrets", \.secrets,
        "patterns of the properties whose values are never shown: keep no lines that set them; missing without such"),
    ])
  }

  public static let method = Method(
    "session.hello", access: .read, needs: .nothing, "Says who is asking, and learns what the daemon can do.",
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
  public struct Params: WireRecord {
    public var t: JSONValue?

    public init() {}
    public init(t: JSONValue? = nil) { self.t = t }

    public static let layout = Layout<Params>([
      .optional("t", \.t, "comes back as it is")
    ])
  }

  public typealias Result = Params

  public static let method = Method(
    "session.ping", access: .read, needs: .nothing, "Answers at once; tells a dead connection from a quiet one.",
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
public struct Agent: WireRecord {
  public var name = ""
  public var version: String?
  public var pid: Int?

  public init() {}
  public init(name: String, version: String? = nil, pid: Int? = nil) {
    self.name = name
    self.version = version
    self.pid = pid
  }

  public static let layout = Layout<Agent>(
    "Program", doc: "A client or the daemon.",
    [
      .required("name", \.name, "its name"),
      .optional("version", \.version, "its version"),
      .optional("pid", \.pid, "its process, for display only"),
    ])
}

/// What time it is for the daemon.
public struct ClockReading: WireRecord {
  public enum Mode: String, WireChoice { case real, virtual }

  public var mode = Mode.real
  public var now = Timestamp(nanoseconds: 0)

  public init() {}

  public static let layout = Layout<ClockReading>(
    "Clock", doc: "What time it is for the daemon.",
    [
      .required("mode", \.mode, "whether time passes by itself"),
      .required("now", \.now, "the daemon's time"),
    ])
}

/// What one connection may use.
public struct SessionLimits: WireRecord {
  public var frame = WireLimits.frameBytesMax
  public var batch = WireLimits.batchMax
  public var inflight = 128
  public var subs = 256
  public var queue = 65536

  public init() {}

  public static let layout = Layout<SessionLimits>(
    "Limits", doc: "What one connection may use.",
    [
      .required("frame", \.frame, "bytes of a line, either way, its line end not counted"),
      .required("batch", \.batch, "members of a batch"),
      .required("inflight", \.inflight, "requests that have not been answered yet"),
      .required("subs", \.subs, "subscriptions"),
      .required("queue", \.queue, "bytes of unread events after which further ones are held back"),
    ])
}

/// Who is at the other end of a connection, from the socket's credentials.
public struct PeerInfo: WireRecord {
  public var uid = 0
  public var gid = 0
  public var role = ""

  public init() {}

  public static let layout = Layout<PeerInfo>(
    "Peer", doc: "Who is at the other end of a connection, from the socket's credentials.",
    [
      .required("uid", \.uid, "the user"),
      .required("gid", \.gid, "the group"),
      .required("role", \.role, "what it may do; `owner` may do everything"),
    ])
}

/// What a client may do: each may what those before it may.
public enum RoleName: String, WireChoice {
  /// Reads, and listens.
  case viewer
  /// Writes values as well.
  case writer
  /// Everything: it runs source.
  case owner
}
