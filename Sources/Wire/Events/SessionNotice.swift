/// What the daemon tells a connection without being asked: the params of a `session.notice` notification.
public enum SessionNotice: Hashable, Sendable {
  /// A line that something printed after the reply of what started it.
  case print(text: String, by: String, rev: Int)
  /// Something failed that no request was waiting for.
  case fault(Fault)
  /// An `#expect` did not hold that no request was waiting for.
  case expectation(UnmetExpectation)
  /// Something outside is in the way of a pipeline, which goes on.
  case trouble(Fault)
  /// What a program does is most likely a mistake; it goes on.
  case warning(Fault)
  /// A task, call or statement has ended before it was done: `cancelled`, or `superseded` by another one from there or with
  /// its program.
  case task(state: String, rev: Int, file: String, line: Int, column: Int)
  /// A pipeline began, finished, failed or was cancelled.
  case pipeline(name: String, state: String, text: String?, rev: Int)
  /// Stores of another process have come, are back, or are gone.
  case provider(name: String, state: String, text: String, rev: Int)
  /// A request that may write has changed nothing. For who asks for it.
  case idle(IdleRequest)
  /// The daemon stops; the connection ends at the latest after so many milliseconds.
  case shutdown(graceMs: Int)
  /// The daemon ends this connection; these are its last words.
  case closing(text: String, setting: String?)
  /// Something that was used will go away in the next protocol version.
  case deprecated(what: String, use: String)
  /// A type that this version does not know; ignore it.
  case unknown(type: String)

  public static let name = "session.notice"

  /// A request that may write, and after which everything is as before.
  public struct IdleRequest: WireRecord {
    public var by = ""
    /// What the client calls itself.
    public var client: String?
    public var req = RequestID.number(0)
    public var method = ""
    public var path: String?
    /// Whether it was refused or failed.
    public var failed = false
    public var rev = 0
    public var at = Timestamp(nanoseconds: 0)

    public init() {}

    public static let layout = Layout<IdleRequest>([
      .required("by", \.by, "the session that asked"),
      .optional("client", \.client, "what it calls itself"),
      .required("req", \.req, "the id of the request"),
      .required("method", \.method, "what was asked for"),
      .optional("path", \.path, "of what, where the method has a path"),
      .usually("failed", \.failed, "whether it was answered with an error"),
      .required("rev", \.rev, "the revision at that moment"),
      .required("at", \.at, "when that was"),
    ])
  }

  /// Something went wrong at a place in the source.
  public struct Fault: WireRecord {
    public var text = ""
    /// The pipeline that failed.
    public var by = ""
    public var rev = 0
    public var file = ""
    public var line = 0
    public var column = 0
    /// The line as it is written, if it is known.
    public var source: String?
    /// Whether it is about what is not there and should be, since the start or since something was declared anew.
    public var problem: Bool?

    public init() {}

    public static let layout = Layout<Fault>([
      .required("text", \.text, "what happened"),
      .required("by", \.by, "the pipeline; empty where it is of none: of a task, a block on a queue"),
      .required("rev", \.rev, "the revision at that moment"),
      .required("file", \.file, "where, in the source that defined it"),
      .required("line", \.line, "where"),
      .required("column", \.column, "where"),
      .optional("source", \.source, "the line as it is written"),
      .optional(
        "problem", \.problem,
        "true of a fault that is among the problems of server.status, and nothing that has just failed"),
    ])

    /// Of what goes on: that is no problem that stands.
    static var troubleFields: [Field] { schema.fields.filter { $0.name.description != "problem" } }
  }
}

extension SessionNotice: WireObject {
  public static let schema = ObjectSchema([
    .required("type", .string, "what kind of notice it is; ignore those you do not know")
  ])

  public init(members: ObjectReader) throws(ShapeError) {
    let type: String = try members.required("type")
    switch type {
    case "print":
      self = .print(
        text: try members.required("text"), by: try members.required("by"), rev: try members.required("rev"))
    case "fault": self = .fault(try Fault(members: members))
    case "trouble": self = .trouble(try Fault(members: members))
    case "warning": self = .warning(try Fault(members: members))
    case "task":
      self = .task(
        state: try members.required("state"), rev: try members.required("rev"), file: try members.required("file"),
        line: try members.required("line"), column: try members.required("column"))
    case "expectation": self = .expectation(try UnmetExpectation(members: members))
    case "pipeline":
      self = .pipeline(
        name: try members.required("by"), state: try members.required("state"), text: try members.optional("text"),
        rev: try members.required("rev"))
    case "provider":
      self = .provider(
        name: try members.required("by"), state: try members.required("state"), text: try members.required("text"),
        rev: try members.required("rev"))
    case "idle": self = .idle(try IdleRequest(members: members))
    case "shutdown": self = .shutdown(graceMs: try members.required("graceMs"))
    case "closing":
      self = .closing(text: try members.required("text"), setting: try members.optional("setting"))
    case "deprecated": self = .deprecated(what: try members.required("what"), use: try members.required("use"))
    default: self = .unknown(type: type)
    }
  }

  public func encodeMembers(to writer: inout JSONWriter) {
    switch self {
    case .print(let text, let by, let rev):
      writer.field("type", "print")
      writer.field("text", text)
      writer.field("by", by)
      writer.field("rev", rev)
    case .fault(let fault):
      writer.field("type", "fault")
      fault.encodeMembers(to: &writer)
    case .trouble(let fault):
      writer.field("type", "trouble")
      fault.encodeMembers(to: &writer)
    case .warning(let fault):
      writer.field("type", "warning")
      fault.encodeMembers(to: &writer)
    case .task(let state, let rev, let file, let line, let column):
      writer.field("type", "task")
      writer.field("state", state)
      writer.field("rev", rev)
      writer.field("file", file)
      writer.field("line", line)
      writer.field("column", column)
    case .expectation(let failure):
      writer.field("type", "expectation")
      failure.encodeMembers(to: &writer)
    case .pipeline(let name, let state, let text, let rev):
      writer.field("type", "pipeline")
      writer.field("by", name)
      writer.field("state", state)
      writer.field("text", ifPresent: text)
      writer.field("rev", rev)
    case .provider(let name, let state, let text, let rev):
      writer.field("type", "provider")
      writer.field("by", name)
      writer.field("state", state)
      writer.field("text", text)
      writer.field("rev", rev)
    case .idle(let request):
      writer.field("type", "idle")
      request.encodeMembers(to: &writer)
    case .shutdown(let graceMs):
      writer.field("type", "shutdown")
      writer.field("graceMs", graceMs)
    case .closing(let text, let setting):
      writer.field("type", "closing")
      writer.field("text", text)
      writer.field("setting", ifPresent: setting)
    case .deprecated(let what, let use):
      writer.field("type", "deprecated")
      writer.field("what", what)
      writer.field("use", use)
    case .unknown(let type): writer.field("type", type)
    }
  }
}

/// The params of `$/cancel`: gives up a request that has not been answered.
public struct CancelParams: WireRecord {
  public static let name = "$/cancel"

  public var id = RequestID.number(0)

  public init() {}
  public init(id: RequestID) { self.id = id }

  public static let layout = Layout<CancelParams>([
    .required("id", \.id, "the request to give up")
  ])
}
