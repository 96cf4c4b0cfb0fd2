// wait, why, graph: waiting for a state, and explaining one.

public enum Wait: MethodDefinition {
  public struct Params: WireRecord {
    public var path = ""
    public var when: String?
    public var timeout: WireDuration?
    public var absent = Absent.refuse
    public init() {}
    public enum Absent: String, WireChoice { case refuse, wait }
    public static let layout = Layout<Params>([
      .required(
        "path", .path(.reads), \.path,
        "a property, a part of one (`shelf.books[0].title`) or a store; or a pattern such as `signup.*`"),
      .optional(
        "when", .source, \.when,
        "a condition in Swift over `value` and `old`, such as `value >= 3`; the next change when left out"),
      .optional("timeout", \.timeout, "give up after so long, such as `5s`, on the daemon's clock"),
      .usually(
        "absent", \.absent,
        """
        what to do while nothing is at the path: `refuse` (when left out) with `notFound`, or `wait` until something is
        """),
    ])
  }

  public struct Result: WireRecord {
    public var path = ""
    public var value = JSONValue.null
    public var rev = 0
    public var at = Timestamp(nanoseconds: 0)
    public var immediate = false
    public init() {}
    public static let layout = Layout<Result>([
      .required(
        "path", \.path, "the path; for a pattern the property that changed, or with `when` the store it is about"),
      .required("value", \.value, "its value"),
      .required("rev", \.rev, "the commit that made it so"),
      .required("at", \.at, "when that was"),
      .usually("immediate", \.immediate, "it was so already"),
    ])
  }

  public static let method = Method(
    "wait", access: .read, "Replies when a condition holds.",
    notes: """
      With a condition that holds already, at once; a condition that speaks of `old` is about a change, and is first \
      tested with `old` being the present value. One that fails while running is the reply at once: a `trap` with its place. \
      Every commit is tested, also those that follow one another at once. A part of a property, and what a binding leads \
      to, is read again when the property changes; when an element goes that the path names, the reply is `notFound`, and \
      with `"absent":"wait"` the next one in its place is waited for. \
      With `"absent":"wait"` the store or property may be defined later, in a namespace that is not there yet, too: the \
      condition is then checked and first tested when it is, and without a condition its coming to be is the change. A \
      path that was mistyped is reported when the time is up, with `didYouMean`. When the program is defined anew, the \
      condition is checked and tested again; where nothing that announces its changes is at its path then, the reply is \
      `superseded`, and with `"absent":"wait"` it goes on waiting. `$/cancel` gives up.
      """,
    params: Params.schema, result: Result.shape,
    errors: [.notFound, .validation, .diagnostics, .timeout, .cancelled, .trap, .superseded], isAsync: true,
    complexity: "O(1), and one evaluation for each change",
    example: .init(
      params: #"{"path":"signup.isValid","when":"value","timeout":"5s"}"#,
      result: #"{"path":"signup.isValid","value":true,"rev":13,"at":"2026-11-21T01:17:03.001Z"}"#))
}

public enum Why: MethodDefinition {
  public struct Params: WireRecord {
    public var path: String?
    public var rev: Int?
    public var depth = 16
    public init() {}
    public static let layout = Layout<Params>([
      .optional("path", .path(.reads), \.path, "a property: why it has the value it has"),
      .optional("rev", \.rev, in: 0 ... .max, "a commit; the last one of the path when left out"),
      .usually(
        "depth", \.depth, in: 1...256,
        "how many causes to go back, a row of like ones counting as one; 16 when left out. With 1 no like ones are counted"
      ),
    ])
  }

  public struct Result: WireRecord {
    public var path: String?
    public var chain: [CauseStep] = []
    public var complete = true
    public var next: Int?
    public var oldestRev = 1
    public var inputs: [QuietPipeline] = []
    public init() {}
    public static let layout = Layout<Result>([
      .optional("path", \.path, "the path that was asked for"),
      .required("chain", \.chain, "commits, the one in question first and then what each follows from"),
      .required("complete", \.complete, "whether the chain reaches its beginning"),
      .optional("next", \.next, "the commit that the chain goes on with, where it does not reach its beginning"),
      .required("oldestRev", \.oldestRev, "the oldest commit that history still has; one before it cannot be told"),
      .usually("inputs", \.inputs, "the pipelines that write the path or have written it, and when they last did"),
    ])
  }

  public static let method = Method(
    "why", access: .read, "Explains a value by its recorded causes: the commit, the pipelines, the request.",
    notes: """
      Nothing is guessed: causes are recorded with each commit, and what each changed stands there as it was, causes before \
      their effects. Of the commit in question only what led to the path is told, and of those before it what set the next one \
      off, as far as the daemon remembers that; with `rev` alone all of it. A chain ends with a request, though timers, tasks and \
      answers lie between: where the request itself changed nothing, the first commit of its consequences has it as \
      `asked` of its cause. A timer that did the same again and again is one step, with the number of commits `like` it. `inputs` helps with the opposite question, why something \
      did *not* change: a pipeline that has taken in values and let none out, or holds one back for a time, is named.
      """,
    params: Params.schema, result: Result.shape, errors: [.notFound, .readOnly, .cancelled],
    isAsync: true, complexity: "O(depth)",
    example: .init(
      params: #"{"path":"signup.isValid"}"#,
      result: #"""
        {"path":"signup.isValid","chain":[{"rev":13,"at":"2026-11-21T01:17:03.001Z","cause":{"by":"c9","req":42,\#
        "via":["signup.isValid"]},"changes":["signup.username","signup.isValid"],\#
        "values":[{"path":"signup.username","op":"set","value":"ada","old":"","v":2},{"path":"signup.isValid","op":"set","value":true,"old":false,"v":2}],"request":"signup.username = \"ada\"",\#
        "client":"combinectl"}],"complete":true,"oldestRev":1}
        """#))
}

/// A commit in a chain of causes.
public struct CauseStep: WireRecord {
  public var rev = 0
  public var at = Timestamp(nanoseconds: 0)
  public var cause = ChangeCause(by: "")
  public var changes: [String] = []
  public var values: [PathChange] = []
  public var request: String?
  public var like: Int?
  public var client: String?
  public var pid: Int?
  public var method: String?
  public var place: String?
  public var task: String?
  public var awaited: String?
  public var pipelines: [PipelineInfo] = []
  public init() {}

  public static let layout = Layout<CauseStep>(
    "CauseStep", doc: "A commit in a chain of causes.",
    [
      .required("rev", \.rev, "the commit"),
      .required("at", \.at, "when"),
      .required("cause", \.cause, "why"),
      .required("changes", \.changes, "what it changed, causes before their effects"),
      .usually("values", \.values, "the same with the values, and those before"),
      .optional(
        "request", \.request,
        "the statement that asked, or that is behind `cause.asked`, as long as the daemon remembers it"),
      .optional("place", \.place, "where it stands, its file and line: `setup.swift:3`"),
      .optional("like", \.like, in: 1 ... .max, "how many commits before it, one after the other, were like it"),
      .optional("client", \.client, "the program that asked, as long as the daemon remembers it"),
      .optional("pid", \.pid, "its process, as it said"),
      .optional("method", \.method, "the method by which it asked, as long as the daemon remembers it"),
      .optional("task", \.task, "where the task was made that wrote it, its file and line: `setup.swift:12`"),
      .optional(
        "awaited", \.awaited, "what came from outside and set it off: `GET https://example.com/books`"),
      .usually("pipelines", \.pipelines, "those that `cause.via` names, as far as they still run"),
    ])
}

/// A pipeline that writes a path.
public struct QuietPipeline: WireRecord {
  public var pipe = ""
  public var text = ""
  public var values = 0
  public var at: Timestamp?
  public var note = ""
  public init() {}

  public static let layout = Layout<QuietPipeline>(
    "Input", doc: "A pipeline that writes a path.",
    [
      .required("pipe", \.pipe, "its name"),
      .required("text", \.text, "the chain as written"),
      .required("values", \.values, "how many values have come out of it"),
      .optional("at", \.at, "when the last one did"),
      .required("note", \.note, "what keeps it quiet, as far as that can be said; otherwise empty"),
    ])
}

public enum Graph: MethodDefinition {
  public struct Params: WireRecord {
    public var format = Format.json
    public var path: String?
    public init() {}
    public enum Format: String, WireChoice { case json, dot, mermaid }
    public static let layout = Layout<Params>([
      .usually("format", \.format, "`json` (when left out), `dot` for Graphviz, `mermaid`"),
      .optional("path", .path(.reads), \.path, "only what is connected with this property or store"),
    ])
  }

  public struct Result: WireRecord {
    public var rev = 0
    public var nodes: [String] = []
    public var edges: [GraphEdge] = []
    public var text: String?
    public init() {}
    public static let layout = Layout<Result>([
      .required("rev", \.rev, "the revision of the picture"),
      .required("nodes", \.nodes, "properties that are connected"),
      .required("edges", \.edges, "pipelines from property to property"),
      .optional("text", \.text, "the picture in the format that was asked for"),
    ])
  }

  public static let method = Method(
    "graph", access: .read, "Draws which properties feed which, and through what.",
    params: Params.schema, result: Result.shape, errors: [.notFound], complexity: "O(pipelines)",
    example: .init(
      params: #"{"format":"mermaid"}"#,
      result: #"""
        {"rev":13,"nodes":["signup.username","signup.isValid"],"edges":[{"from":"signup.username","to":"signup.isValid",\#
        "pipe":"signup.isValid","in":3,"out":3,"at":"2026-11-21T01:17:03.001Z"}],\#
        "text":"graph LR\n  n0[\"signup.username\"]\n  n1[\"signup.isValid\"]\n  n0 -->|\"signup.isValid 3 → 3\"| n1\n"}
        """#))
}

/// A pipeline from one property to another.
public struct GraphEdge: WireRecord {
  public var from = ""
  public var to = ""
  public var pipe = ""
  public var received = 0
  public var values = 0
  public var at: Timestamp?
  public init() {}
  public static let layout = Layout<GraphEdge>(
    "Edge", doc: "A pipeline from one property to another.",
    [
      .required("from", \.from, "a property"),
      .required("to", \.to, "a property, or the pipeline itself when it ends in a `sink`"),
      .required("pipe", \.pipe, "the pipeline"),
      .usually("in", \.received, "values that have come into it from there"),
      .usually("out", \.values, "values that its end has dealt with"),
      .optional("at", \.at, "when the last one did"),
    ])
}
