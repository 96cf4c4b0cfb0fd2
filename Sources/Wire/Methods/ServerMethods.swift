// rpc.discover and server.*: the daemon itself.

public enum Discover: MethodDefinition {
  public typealias Params = Nothing
  public typealias Result = JSONValue

  public static let method = Method(
    "rpc.discover", access: .read, needs: .nothing, "Describes this protocol as an OpenRPC document.",
    notes: """
      `methods` is the standard part. `x-notifications` has what is sent without being asked, `x-errors` the table of \
      errors, `x-stores` the stores that exist now, with the types of their properties as Swift and as JSON Schema \
      and their methods with those of what they take and return, `x-types` the structs and enumerations that these \
      refer to, `x-namespaces` the namespaces there are.
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

  public struct Result: WireRecord {
    public var server = Agent()
    public var startedAt = Timestamp(nanoseconds: 0)
    public var clock = ClockReading()
    public var epoch = ""
    public var rev = 0
    public var oldestRev = 0
    public var durableRev = 0
    public var clients = 0
    public var stores = 0
    public var properties = 0
    public var subs = 0
    public var requests = 0
    public var refused = 0
    public var limits = SessionLimits()
    /// What all connections share; missing from a daemon that does not tell.
    public var shared: SharedLimits?
    /// What programs may reach outside; missing from a daemon that does not tell.
    public var grants: [String]?
    /// What could not be brought back at the start; missing when everything is there.
    public var problems: [StartProblem]?
    /// What the start before this one did not survive, or the signal that it ended by; missing when it did.
    public var lastCrash: StartProblem?
    /// Other processes to which stores belong; missing when there are none.
    public var providers: [ProviderInfo]?
    /// The journal's file; missing when nothing is kept.
    public var journal: String?

    public init() {}

    public static let layout = Layout<Result>([
      .required("server", \.server, "the daemon"),
      .required("startedAt", \.startedAt, "since when it runs"),
      .required("clock", \.clock, "its clock"),
      .required("epoch", \.epoch, "the name of the history"),
      .required("rev", \.rev, "the revision of the last commit"),
      .required("oldestRev", \.oldestRev, "the oldest revision that a subscription can still be given"),
      .required("durableRev", \.durableRev, "the last revision that is on disk"),
      .required("clients", \.clients, "connections, yours included"),
      .required("stores", \.stores, "stores"),
      .required("properties", \.properties, "properties of all stores"),
      .required("subs", \.subs, "open subscriptions of all connections"),
      .required("requests", \.requests, "requests answered since the start"),
      .required("refused", \.refused, "those of them that were answered with an error"),
      .required("limits", \.limits, "what each connection may use"),
      .optional("shared", \.shared, "what all connections share"),
      .optional(
        "grants", \.grants, "what programs may reach outside, as the daemon's options have it: `read=DIR`, `net`"),
      .optional(
        "problems", \.problems,
        "what could not be brought back at the start, or at a redefinition since, and why the last start ended or nothing is "
          + "accepted any more; left out when there is nothing to tell"),
      .optional(
        "lastCrash", \.lastCrash,
        "what was being evaluated when the last start ended, or the signal of its own that ended it, and how long after it had "
          + "begun; left out when it ended well"),
      .optional(
        "providers", \.providers,
        "other processes to which stores belong, those that are away too; left out if there are none"),
      .optional("journal", \.journal, "the file of the journal; left out when nothing is kept"),
    ])
  }

  public static let method = Method(
    "server.status", access: .read, needs: .commits, "Says how the daemon is: history, counts, limits.",
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
  public struct Params: WireRecord {
    public var graceMs: Int?

    public init() {}
    public init(graceMs: Int? = nil) { self.graceMs = graceMs }

    public static let layout = Layout<Params>([
      .optional(
        "graceMs", \.graceMs, in: 0...60_000,
        "how long clients may take to read what is theirs; 1000 when left out")
    ])
  }

  public struct Result: WireRecord {
    public var rev = 0

    public init() {}

    public static let layout = Layout<Result>([
      .required("rev", \.rev, "the last commit; it is on disk")
    ])
  }

  public static let method = Method(
    "server.shutdown", access: .own, "Stops the daemon.",
    notes: """
      Every connection hears `session.notice` of type `shutdown`, every subscription its `end` with the reason \
      `shutdown` and where to resume. A request that still waits for something is answered with `shuttingDown`. Then the \
      sockets are closed. State is kept: a daemon started again has it.
      """,
    params: Params.schema, result: Result.shape, errors: [.denied], complexity: "O(connections + subscriptions)",
    example: .init(params: "{}", result: #"{"rev":8841}"#))
}

public enum ServerBackup: MethodDefinition {
  public struct Params: WireRecord {
    public var file = ""

    public init() {}
    public init(file: String) { self.file = file }

    public static let layout = Layout<Params>([
      .required("file", \.file, "the file to write, as the daemon sees it; the whole path")
    ])
  }

  public struct Result: WireRecord {
    public var file = ""
    public var rev = 0
    public var declarations = 0
    public var bytes = 0

    public init() {}

    public static let layout = Layout<Result>([
      .required("file", \.file, "the file"),
      .required("rev", \.rev, "the last commit in it"),
      .required("declarations", \.declarations, "the declarations in it"),
      .required("bytes", \.bytes, "its size"),
    ])
  }

  public static let method = Method(
    "server.backup", access: .own, "Copies everything that is kept to a file.",
    notes: """
      The copy has every commit that was delivered before this was asked for, and may have later ones. It is made a few pages at a \
      time, so nobody waits for it; then it is read once from beginning to end, brought to the disk, and only then has the \
      name that was asked for, in place of a file that had it. It holds secrets as they are, and can be read by the daemon's \
      user only. `combinectl restore` starts from it; what follows is a history of another name (`epoch`).
      """,
    params: Params.schema, result: Result.shape, errors: [.denied, .validation, .limit, .internal], isAsync: true,
    complexity: "O(what is kept)",
    example: .init(
      params: #"{"file":"/backups/monday.backup"}"#,
      result: #"{"file":"/backups/monday.backup","rev":8841,"declarations":12,"bytes":94208}"#))
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
  public var process = 0
  public init() {}

  public static let layout = Layout<ActivationLimits>(
    "ActivationLimits", doc: "What one activation of a program may use. What goes beyond is a `trap`.",
    [
      .required("steps", \.steps, "calls and loop turns"),
      .required("calls", \.calls, "nested calls"),
      .required("elements", \.elements, "elements of a collection, bytes of a string"),
      .required("growth", \.growth, "bytes by which the daemon grows"),
      .required("process", \.process, "bytes that the daemon has in all"),
    ])
}
