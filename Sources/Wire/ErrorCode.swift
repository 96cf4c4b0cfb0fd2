/// Every error of the protocol: the one table behind the documents, `rpc.discover` and combinectl's exit status.
///
/// The number is JSON-RPC's; `kind` is what programs compare, and is never changed.
public enum ErrorCode: Int, CaseIterable, Sendable {
  case parse = -32700
  case invalidRequest = -32600
  case methodNotFound = -32601
  case invalidParams = -32602
  case `internal` = -32603
  case denied = -32001
  case notFound = -32002
  case exists = -32003
  case typeMismatch = -32004
  case validation = -32005
  case conflict = -32006
  case readOnly = -32007
  case cycle = -32008
  case cancelled = -32009
  case protocolVersion = -32010
  case timeout = -32011
  case overloaded = -32012
  case tooLarge = -32013
  case limit = -32014
  case shuttingDown = -32015
  case revisionInFuture = -32016
  case away = -32017
  case superseded = -32018
  case unknownSubscription = -32020
  case subscriptionExists = -32021
  case pipelineFailed = -32030
  case upstream = -32031
  case needsVirtualTime = -32040
  case notQuiescent = -32041
  case diagnostics = -32050
  case trap = -32051
  case thrown = -32052

  /// Whether the same request can succeed another time.
  public enum Retry: String, Sendable {
    /// Not without changing something.
    case never
    /// At once.
    case now
    /// After `retryAfterMs`, when that is given.
    case later
  }

  public struct Entry: Sendable {
    public var kind: String
    /// When it happens, as a sentence part.
    public var meaning: String
    /// Members of `data` besides `kind`, `hint`, `retry`; those in parentheses in documents may be missing.
    public var data: [String]
    public var retry: Retry
    /// What combinectl exits with: sysexits.h where it has a word for it.
    public var exitStatus: Int32
  }

  public var entry: Entry {
    func entry(_ kind: String, _ exitStatus: Int32, _ meaning: String, _ data: [String] = [], retry: Retry = .never)
      -> Entry
    {
      Entry(kind: kind, meaning: meaning, data: data, retry: retry, exitStatus: exitStatus)
    }
    return switch self {
    case .parse: entry("parse", 70, "the line is not JSON", ["at"])
    case .invalidRequest: entry("invalidRequest", 70, "the JSON is not a request of JSON-RPC 2.0")
    case .methodNotFound: entry("methodNotFound", 64, "there is no such method", ["method", "didYouMean"])
    case .invalidParams:
      entry(
        "invalidParams", 64, "a parameter is missing, unknown or of the wrong shape",
        ["param", "expected", "didYouMean"])
    case .internal: entry("internal", 70, "the daemon has a bug, or its disk failed", ["report"])
    case .denied: entry("denied", 77, "your role does not allow it", ["need", "have"])
    case .notFound: entry("notFound", 66, "nothing is at the path", ["path", "didYouMean"])
    case .exists: entry("exists", 65, "something is at the path already", ["path"])
    case .typeMismatch:
      entry("typeMismatch", 65, "the value is not of the property's type", ["path", "expected", "got"])
    case .validation: entry("validation", 65, "the value is of the type and still not allowed", ["path", "rule"])
    case .conflict:
      entry(
        "conflict", 9, "a condition did not hold, or what was decided by has changed; the present state comes along",
        [
          "path", "rev", "value", "by", "client", "parts", "message", "file", "line", "column", "source", "function",
          "stack",
        ], retry: .now)
    case .readOnly: entry("readOnly", 65, "the path cannot be written", ["path"])
    case .cycle: entry("cycle", 65, "the pipeline would feed itself", ["chain"])
    case .cancelled: entry("cancelled", 130, "the request was cancelled by its client")
    case .protocolVersion: entry("protocol", 76, "none of the protocols offered is spoken here", ["supported"])
    case .timeout: entry("timeout", 8, "it did not happen in time", ["after", "last", "didYouMean"], retry: .now)
    case .overloaded:
      entry("overloaded", 75, "too much is in flight", ["limit", "setting", "retryAfterMs"], retry: .later)
    case .tooLarge:
      entry(
        "tooLarge", 65, "a message is over the frame limit, or a value over its own",
        ["size", "limit", "path", "setting"])
    case .limit: entry("limit", 75, "as many as allowed exist", ["limit", "setting"], retry: .later)
    case .shuttingDown: entry("shuttingDown", 75, "the daemon is stopping", ["resume"], retry: .later)
    case .revisionInFuture: entry("revFuture", 65, "the revision has not happened yet", ["rev"])
    case .away:
      entry(
        "away", 75, "the path belongs to another program, which is not connected", ["path", "provider", "since"],
        retry: .later)
    case .superseded:
      entry(
        "superseded", 75, "what it waited in has ended, as something was declared anew or removed", ["path", "names"],
        retry: .now)
    case .unknownSubscription: entry("unknownSub", 65, "this connection has no such subscription", ["sub"])
    case .subscriptionExists: entry("subExists", 65, "this connection has a subscription of that name", ["sub"])
    case .pipelineFailed: entry("pipeFailed", 1, "a pipeline failed", ["pipe", "operator", "cause"])
    case .upstream:
      entry(
        "upstream", 69, "an HTTP request failed, and its `URLError` was not caught",
        ["message", "type", "file", "line", "column", "source"], retry: .later)
    case .needsVirtualTime: entry("needVirtualTime", 64, "the clock is the real one")
    case .notQuiescent: entry("notQuiescent", 1, "advancing the clock did not come to an end", ["pending"])
    case .diagnostics:
      entry("diagnostics", 65, "the source was refused; nothing of it ran", ["diagnostics", "rendered"])
    case .trap:
      entry(
        "trap", 1, "the source failed while running",
        ["message", "file", "line", "column", "source", "function", "stack"])
    case .thrown:
      entry(
        "thrown", 1, "an error was thrown and not caught",
        ["message", "type", "case", "file", "line", "column", "source"])
    }
  }

  public var kind: String { entry.kind }
  public var exitStatus: Int32 { entry.exitStatus }
}
