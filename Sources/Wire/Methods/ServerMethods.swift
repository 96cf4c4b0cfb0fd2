// rpc.discover and server.*: the daemon itself.

public enum Discover: MethodDefinition {
  public typealias Params = Nothing
  public typealias Result = JSONValue

  public static let method = Method(
    "rpc.discover", access: .read, "Describes this protocol as an OpenRPC document.",
    notes: """
      `methods` is the standard part. `x-notifications` has what is sent without being asked, `x-errors` the table of \
      errors, `x-stores` the stores that exist now, with the types of their properties as Swift and as JSON Schema, and \
      `x-types` the structs and enumerations that these refer to, `x-namespaces` the namespaces there are.
      """,
    params: Params.schema, result: .any, complexity: "O(methods + stores)",
    example: .init(
      params: "{}",
      result: #"""
        {"openrpc":"1.3.2","info":{"title":"combined","version":"1"},"methods":[],"x-notifications":[],"x-errors":[],"x-stores":[]}
        """#))
}

public enum ServerStatus: MethodDefinition {
  public typealias Params = Nothing

  public struct Result: WireObject {
    public var server: Agent
    public var startedAt: Timestamp
    public var clock: ClockReading
    public var epoch: String
    public var rev: Int
    public var oldestRev: Int
    public var durableRev: Int
    public var clients: Int
    public var stores: Int
    public var properties: Int
    public var subs: Int
    public var requests: Int
    public var refused: Int
    public var limits: SessionLimits
    /// What all connections share; missing from a daemon that does not tell.
    public var shared: SharedLimits?
    /// What programs may reach outside; missing from a daemon that does not tell.
    public var grants: [String]?
    /// What could not be brought back at the start; missing when everything is there.
    public var problems: [StartProblem]?
    /// What the start before this one did not survive; missing when it did.
    public var lastCrash: StartProblem?
    /// The journal's file; missing when nothing is kept.
    public var journal: String?

    public init(
      server: Agent, startedAt: Timestamp, clock: ClockReading, epoch: String, rev: Int, oldestRev: Int,
      durableRev: Int, clients: Int, stores: Int, properties: Int, subs: Int, requests: Int, refused: Int,
      limits: SessionLimits, shared: SharedLimits? = nil,
      grants: [String]? = nil, problems: [StartProblem]? = nil, lastCrash: StartProblem? = nil, journal: String? = nil
    ) {
      self.server = server
      self.startedAt = startedAt
      self.clock = clock
      self.epoch = epoch
      self.rev = rev
      self.oldestRev = oldestRev
      self.durableRev = durableRev
      self.clients = clients
      self.stores = stores
      self.properties = properties
      self.subs = subs
      self.requests = requests
      self.refused = refused
      self.limits = limits
      self.shared = shared
      self.grants = grants
      self.problems = problems
      self.lastCrash = lastCrash
      self.journal = journal
    }

    public static let schema = ObjectSchema([
      .required("server", .object(Agent.schema), "the daemon"),
      .required("startedAt", .time, "since when it runs"),
      .required("clock", .object(ClockReading.schema), "its clock"),
      .required("epoch", .string, "the name of the history"),
      .required("rev", .int, "the revision of the last commit"),
      .required("oldestRev", .int, "the oldest revision that a subscription can still be told of"),
      .required("durableRev", .int, "the last revision that is on disk"),
      .required("clients", .int, "connections, yours included"),
      .required("stores", .int, "stores"),
      .required("properties", .int, "properties of all stores"),
      .required("subs", .int, "open subscriptions of all connections"),
      .required("requests", .int, "requests answered since the start"),
      .required("refused", .int, "those of them that were answered with an error"),
      .required("limits", .object(SessionLimits.schema), "what each connection may use"),
      .optional("shared", .object(SharedLimits.schema), "what all connections share"),
      .optional(
        "grants", .list(.string), "what programs may reach outside, as the daemon's options have it: `read=DIR`, `net`"),
      .optional(
        "problems", .list(StartProblem.shape),
        "what could not be brought back at the start, or at a redefinition since; left out when everything is there"),
      .optional(
        "lastCrash", .object(StartProblem.schema),
        "what was being evaluated when the last start ended; left out when that went well"),
      .optional("journal", .string, "the file of the journal; left out when nothing is kept"),
    ])

    public init(members: ObjectReader) throws(ShapeError) {
      server = try members.required("server")
      startedAt = try members.required("startedAt")
      clock = try members.required("clock")
      epoch = try members.required("epoch")
      rev = try members.required("rev")
      oldestRev = try members.required("oldestRev")
      durableRev = try members.required("durableRev")
      clients = try members.required("clients")
      stores = try members.required("stores")
      properties = try members.required("properties")
      subs = try members.required("subs")
      requests = try members.required("requests")
      refused = try members.required("refused")
      limits = try members.required("limits")
      shared = try members.optional("shared")
      grants = try members.optional("grants")
      problems = try members.optional("problems")
      lastCrash = try members.optional("lastCrash")
      journal = try members.optional("journal")
    }

    public func encodeMembers(to writer: inout JSONWriter) {
      writer.field("server", server)
      writer.field("startedAt", startedAt)
      writer.field("clock", clock)
      writer.field("epoch", epoch)
      writer.field("rev", rev)
      writer.field("oldestRev", oldestRev)
      writer.field("durableRev", durableRev)
      writer.field("clients", clients)
      writer.field("stores", stores)
      writer.field("properties", properties)
      writer.field("subs", subs)
      writer.field("requests", requests)
      writer.field("refused", refused)
      writer.field("limits", limits)
      writer.field("shared", ifPresent: shared)
      writer.field("grants", ifPresent: grants)
      writer.field("problems", ifPresent: problems)
      writer.field("lastCrash", ifPresent: lastCrash)
      writer.field("journal", ifPresent: journal)
    }
  }

  public static let method = Method(
    "server.status", access: .read, "Says how the daemon is: history, counts, limits.",
    params: Params.schema, result: Result.shape, complexity: "O(1)",
    example: .init(
      params: "{}",
      result: #"""
        {"server":{"name":"combined","version":"0.1.0","pid":4711},"startedAt":"2026-11-21T01:00:00Z",\#
        "clock":{"mode":"real","now":"2026-11-21T01:17:00.123456789Z"},"epoch":"k3f9","rev":8841,"oldestRev":5120,\#
        "durableRev":8841,"clients":2,"stores":1,"properties":2,"subs":1,"requests":17,"refused":1,\#
        "limits":{"frame":1048576,"batch":100,"inflight":128,"subs":256,"queue":65536},\#
        "shared":{"clients":1024,"replies":4194304,"stallMs":30000,"commits":4096,"memory":268435456,"value":8388608,\#
        "timers":10000},"grants":["read=/var/log","net"]}
        """#))
}

public enum ServerShutdown: MethodDefinition {
  public struct Params: WireObject {
    public var graceMs: Int?

    public init(graceMs: Int? = nil) { self.graceMs = graceMs }

    public static let schema = ObjectSchema([
      .optional(
        "graceMs", .count(0...60_000), "how long requests in flight and unread events may take; 1000 when left out")
    ])
    public init(members: ObjectReader) throws(ShapeError) { graceMs = try members.optional("graceMs") }
    public func encodeMembers(to writer: inout JSONWriter) { writer.field("graceMs", ifPresent: graceMs) }
  }

  public struct Result: WireObject {
    public var rev: Int

    public init(rev: Int) { self.rev = rev }

    public static let schema = ObjectSchema([.required("rev", .int, "the last commit; it is on disk")])
    public init(members: ObjectReader) throws(ShapeError) { rev = try members.required("rev") }
    public func encodeMembers(to writer: inout JSONWriter) { writer.field("rev", rev) }
  }

  public static let method = Method(
    "server.shutdown", access: .own, "Stops the daemon.",
    notes: """
      Every connection hears `session.notice` of type `shutdown`, every subscription its `end` with the reason \
      `shutdown` and where to resume. Then the sockets are closed. State is kept: a daemon started again has it.
      """,
    params: Params.schema, result: Result.shape, errors: [.denied], complexity: "O(connections + subscriptions)",
    example: .init(params: "{}", result: #"{"rev":8841}"#))
}

// MARK: What they are made of

/// Something that could not be brought back.
public struct StartProblem: WireRecord {
  public var names: [String] = []
  public var text = ""
  public var file = ""
  public var line = 0
  public var column = 0
  public init() {}

  public static let layout = Layout<StartProblem>(
    "StartProblem", doc: "Something that could not be brought back.",
    [
      .required("names", \.names, "what is declared there, with its namespace; empty for what is no declaration"),
      .required("text", \.text, "why, and what to do"),
      .required("file", \.file, "the name of the source"),
      .required("line", \.line, "where it stands"),
      .required("column", \.column, "where it stands"),
    ])
}

/// What all connections share.
public struct SharedLimits: WireRecord {
  public var clients = 0
  public var replies = 0
  public var stallMs = 0
  public var commits = 0
  public var memory = 0
  public var value = 0
  public var timers = 0
  public var activation: ActivationLimits?

  public init() {}

  public init(
    clients: Int, replies: Int, stallMs: Int, commits: Int, memory: Int = 268_435_456, value: Int = 8_388_608,
    timers: Int = 10000, activation: ActivationLimits? = nil
  ) {
    self.clients = clients
    self.replies = replies
    self.stallMs = stallMs
    self.commits = commits
    self.memory = memory
    self.value = value
    self.timers = timers
    self.activation = activation
  }

  public static let layout = Layout<SharedLimits>(
    "SharedLimits", doc: "What all connections share.",
    [
      .required("clients", \.clients, "connections at the same time"),
      .required("replies", \.replies, "bytes of unread replies after which a connection's further requests wait"),
      .required("stallMs", \.stallMs, "how long a connection with that much may read nothing before it is closed"),
      .required(
        "commits", \.commits,
        "commits kept in memory for subscriptions that are behind; older ones are read from disk"),
      .required("memory", \.memory, "bytes that may wait for all connections together"),
      .required("value", \.value, "bytes of one property's value, as JSON"),
      .required("timers", \.timers, "timers that fire in one turn before others have theirs"),
      .optional("activation", \.activation, "what a program may use for a statement, a timer or what a write sets off"),
    ])
}

/// What one activation of a program may use. What goes beyond is a `trap`.
public struct ActivationLimits: WireRecord {
  public var steps = 0
  public var calls = 0
  public var elements = 0
  public var growth = 0
  public init() {}

  public static let layout = Layout<ActivationLimits>(
    "ActivationLimits", doc: "What one activation of a program may use. What goes beyond is a `trap`.",
    [
      .required("steps", \.steps, "calls and loop turns"),
      .required("calls", \.calls, "nested calls"),
      .required("elements", \.elements, "elements of a collection, bytes of a string"),
      .required("growth", \.growth, "bytes by which the daemon grows"),
    ])
}
