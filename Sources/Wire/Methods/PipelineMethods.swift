// pipe.*: the chains that connect properties.

/// A live chain: a `sink` or an `assign`, and what feeds it.
public struct PipelineInfo: WireRecord {
  public var name = ""
  public var id = 0
  public var state = State.live
  public var text = ""
  public var inputs: [String] = []
  public var output: String?
  public var session: String?
  public var file = ""
  public var line = 0
  public var column = 0
  public var when: String?
  public var every: WireDuration?
  public init() {}

  public enum State: String, WireChoice { case live, paused, slowed, finished, cancelled, failed }

  public static let layout = Layout<PipelineInfo>(
    "Pipeline", doc: "A live chain: a `sink` or an `assign`, and what feeds it.",
    [
      .required("name", \.name, "its name: the variable's, the property's it assigns to, or one made up"),
      .required("id", \.id, "its number, which no other pipeline of the program has"),
      .required("state", \.state, "whether it runs"),
      .required("text", \.text, "the chain as written"),
      .usually("inputs", \.inputs, "the properties it listens to"),
      .optional("output", \.output, "the property it assigns to"),
      .optional("session", \.session, "the connection that keeps it, when it ends with one"),
      .required("file", \.file, "where its end stands"),
      .required("line", \.line, "where"),
      .required("column", \.column, "where"),
      .optional("when", \.when, "its breakpoint, if it has one: it stops before a value for which this holds"),
      .optional("every", \.every, "in slow motion: one value is let through so often"),
    ])
}

/// The params of methods that name a pipeline.
public struct PipelineName: WireRecord {
  public var pipe = ""
  public init() {}
  public init(pipe: String) { self.pipe = pipe }
  public static let layout = Layout<PipelineName>([.required("pipe", \.pipe, "the pipeline, by name")])
}

public enum PipelineList: MethodDefinition {
  public typealias Params = Nothing

  public struct Result: WireRecord {
    public var rev = 0
    public var pipelines: [PipelineInfo] = []
    public init() {}
    public static let layout = Layout<Result>([
      .required("rev", \.rev, "the revision of the list"),
      .required("pipelines", \.pipelines, "in the order in which they were made"),
    ])
  }

  public static let method = Method(
    "pipe.list", access: .read, "Lists the live pipelines.", params: Params.schema, result: Result.shape,
    complexity: "O(pipelines)",
    example: .init(
      params: "{}",
      result: #"""
        {"rev":13,"pipelines":[{"name":"signup.isValid","id":1,"state":"live",\#
        "text":"$username.map { $0.count >= 3 }.assign(to: &$isValid)","inputs":["signup.username"],\#
        "output":"signup.isValid","file":"repl","line":4,"column":12}]}
        """#))
}

public enum PipelineGet: MethodDefinition {
  public typealias Params = PipelineName
  public typealias Result = PipelineInfo

  public static let method = Method(
    "pipe.get", access: .read, "Describes one pipeline.", params: Params.schema, result: Result.shape,
    errors: [.notFound],
    complexity: "O(pipelines)",
    example: .init(
      params: #"{"pipe":"signup.isValid"}"#,
      result: #"""
        {"name":"signup.isValid","id":1,"state":"live","text":"$username.map { $0.count >= 3 }.assign(to: &$isValid)",\#
        "inputs":["signup.username"],"output":"signup.isValid","file":"repl","line":4,"column":12}
        """#))
}

public enum PipelineDefine: MethodDefinition {
  public struct Params: WireRecord {
    public var name = ""
    public var source = ""
    public var namespace: String?
    public init() {}
    public static let layout = Layout<Params>([
      .required("name", \.name, "a name that is free, or the one of a pipeline that is to be replaced"),
      .required("source", .source, \.source, "a chain that ends in `sink` or `assign(to:on:)`, as Swift source"),
      .optional("namespace", \.namespace, namespaceDoc),
    ])
  }

  public typealias Result = PipelineInfo

  public static let method = Method(
    "pipe.define", access: .own, changes: .state, "Makes a named pipeline, which is kept over restarts.",
    notes: "The same as `let NAME = SOURCE` in `program.eval`.",
    params: Params.schema, result: Result.shape, errors: [.diagnostics, .exists, .invalidParams, .trap],
    complexity: "O(the source)",
    example: .init(
      params: #"{"name":"shout","source":"signup.$username.sink { print($0.uppercased()) }"}"#,
      result: #"""
        {"name":"shout","id":2,"state":"live","text":"signup.$username.sink { print($0.uppercased()) }",\#
        "inputs":["signup.username"],"file":"pipe","line":1,"column":31}
        """#))
}

public enum PipelineRemove: MethodDefinition {
  public typealias Params = PipelineName

  public struct Result: WireRecord {
    public var pipe = ""
    public var rev = 0
    public init() {}
    public static let layout = Layout<Result>([
      .required("pipe", \.pipe, "the pipeline"),
      .required("rev", \.rev, "the revision afterwards"),
    ])
  }

  public static let method = Method(
    "pipe.remove", access: .own, changes: .state, "Cancels a pipeline, and forgets it if it has a name of its own.",
    notes: """
      A pipeline that belongs to a class (it is made in `init`) is cancelled for now; it comes back with the next start. \
      Change the class to be rid of it.
      """,
    params: Params.schema, result: Result.shape, errors: [.notFound, .diagnostics],
    complexity: "O(1); O(the program) when it has a name of its own",
    example: .init(params: #"{"pipe":"shout"}"#, result: #"{"pipe":"shout","rev":14}"#))
}

public enum PipelinePause: MethodDefinition {
  public struct Params: WireRecord {
    public var pipe = ""
    public var when: String?
    public var every: WireDuration?
    public init() {}
    public static let layout = Layout<Params>([
      .required("pipe", \.pipe, "the pipeline, by name"),
      .optional(
        "when", .source, \.when, "a breakpoint: only before a value for which this holds, Swift over `value`"),
      .optional("every", \.every, "slow motion: each value waits, and one is let through so often"),
    ])
  }

  public typealias Result = PipelineStats.Result

  public static let method = Method(
    "pipe.pause", access: .own, changes: .state,
    "Holds a pipeline: values that arrive at its end wait there. Others go on.",
    notes: """
      At most 1024 values wait; of more, the oldest is dropped and counted. A breakpoint leaves the pipeline `live` until \
      a value comes for which it holds: then the pipeline is `paused` before that value, and whoever set the breakpoint is \
      sent a notice `pipeline` that says so. `pipe.resume` goes on to the next such value. In slow motion it is `slowed`. \
      Whatever held it before is replaced. A pipeline that is made anew, by a redefinition or a restart, is not held.
      """,
    params: Params.schema, result: Result.shape, errors: [.notFound, .diagnostics, .invalidParams],
    complexity: "O(values that waited)",
    example: .init(
      params: #"{"pipe":"shout"}"#,
      result: #"{"pipe":"shout","state":"paused","values":3,"waiting":0,"dropped":0}"#))
}

public enum PipelineResume: MethodDefinition {
  public struct Params: WireRecord {
    public var pipe = ""
    public var clear = false
    public init() {}
    public static let layout = Layout<Params>([
      .required("pipe", \.pipe, "the pipeline, by name"),
      .usually("clear", \.clear, "whether a breakpoint that has stopped it is taken away, too"),
    ])
  }

  public typealias Result = PipelineStats.Result

  public static let method = Method(
    "pipe.resume", access: .own, changes: .state, "Lets a paused pipeline go on, with what has waited.",
    notes: """
      One that a breakpoint has stopped goes on up to the next value for which it holds. A breakpoint of a pipeline that \
      runs is taken away, as slow motion is.
      """,
    params: Params.schema, result: Result.shape, errors: [.notFound], complexity: "O(values that waited)",
    example: .init(
      params: #"{"pipe":"shout"}"#,
      result: #"{"pipe":"shout","state":"live","values":5,"waiting":0,"dropped":0}"#))
}

public enum PipelineStep: MethodDefinition {
  public struct Params: WireRecord {
    public var pipe = ""
    public var count = 1
    public init() {}
    public static let layout = Layout<Params>([
      .required("pipe", \.pipe, "the pipeline, by name"),
      .usually("count", \.count, in: 1 ... .max, "how many values; 1 when left out"),
    ])
  }

  public typealias Result = PipelineStats.Result

  public static let method = Method(
    "pipe.step", access: .own, changes: .state, "Lets the next waiting values of a paused pipeline through.",
    params: Params.schema, result: Result.shape, errors: [.notFound], complexity: "O(count)",
    example: .init(
      params: #"{"pipe":"shout"}"#,
      result: #"{"pipe":"shout","state":"paused","values":4,"waiting":1,"dropped":0}"#))
}

public enum PipelineStats: MethodDefinition {
  public typealias Params = PipelineName

  public struct Result: WireRecord {
    public var pipe = ""
    public var state = PipelineInfo.State.live
    public var values = 0
    public var waiting = 0
    public var dropped = 0
    public var at: Timestamp?
    public var next: JSONValue?
    public var when: String?
    public var every: WireDuration?
    public var stages: [StageInfo] = []
    public init() {}
    public static let layout = Layout<Result>([
      .required("pipe", \.pipe, "the pipeline"),
      .required("state", \.state, "whether it runs"),
      .required("values", \.values, "values that have arrived at its end and been dealt with"),
      .required("waiting", \.waiting, "values that wait, while it is paused or slowed"),
      .required("dropped", \.dropped, "values that were dropped because too many waited"),
      .optional("at", \.at, "when the last one did"),
      .optional("next", \.next, "the value that waits first"),
      .optional("when", \.when, "its breakpoint"),
      .optional("every", \.every, "how often it lets one through, in slow motion"),
      .usually("stages", \.stages, "its operators, and what has come through each"),
    ])
  }

  public static let method = Method(
    "pipe.stats", access: .read, "Counts what has come out of a pipeline.",
    params: Params.schema, result: Result.shape, errors: [.notFound], complexity: "O(pipelines)",
    example: .init(
      params: #"{"pipe":"signup.isValid"}"#,
      result: #"""
        {"pipe":"signup.isValid","state":"live","values":3,"waiting":0,"dropped":0,"at":"2026-11-21T01:17:03.001Z",\#
        "stages":[{"stage":1,"name":"map","line":4,"column":24,"in":3,"out":3,"at":"2026-11-21T01:17:03.001Z"}]}
        """#))
}

/// An operator of a pipeline.
public struct StageInfo: WireRecord {
  public var stage = 0
  public var name = ""
  public var line = 0
  public var column = 0
  public var received = 0
  public var values = 0
  public var at: Timestamp?
  public var due: Timestamp?
  public init() {}

  public static let layout = Layout<StageInfo>(
    "Stage", doc: "An operator of a pipeline.",
    [
      .required("stage", \.stage, "its number: 1, 2, 3, … as they stand in the source; those met only later follow"),
      .required("name", \.name, "the operator"),
      .required("line", \.line, "where it stands"),
      .required("column", \.column, "where it stands"),
      .required("in", \.received, "values that have come in"),
      .required("out", \.values, "values that have come out"),
      .optional("at", \.at, "when the last one did"),
      .optional("due", \.due, "when it lets out what it holds back for a time"),
    ])
}

public enum PipelineTap: MethodDefinition {
  public struct Params: WireRecord {
    public var pipe = ""
    public var stage: Int?
    public var side = Side.out
    public var sub = ""
    public var deliver: DeliveryOptions?
    public init() {}
    public static let layout = Layout<Params>([
      .required("pipe", \.pipe, "the pipeline, by name"),
      .optional(
        "stage", \.stage, in: 1 ... .max,
        "one of its operators, by the number that `pipe.stats` has; its end when left out"),
      .usually("side", \.side, "what comes `out` of the operator (when left out), or what goes `in`"),
      .required("sub", \.sub, "a name for the subscription, unique on this connection"),
      .optional("deliver", \.deliver, "how values are delivered; mode `every` when left out"),
    ])
  }

  public enum Side: String, WireChoice { case `in`, out }

  public typealias Result = SubscriptionOpen.Result

  public static let method = Method(
    "pipe.tap", access: .read,
    "Opens a subscription to the values that arrive at the end of a pipeline, or come through one of its operators.",
    notes: """
      The same as `sub.open` with the path `pipe:NAME`, `pipe:NAME#2.out` or `pipe:NAME#2.in`. It ends with the pipeline: \
      `complete`, `failed` or `end`. Values are handed on only while somebody taps; what went by before is not delivered. \
      Nothing keeps them: a reader with more than `queue` of them waiting loses the oldest, and a `gap` says how many, \
      unless `deliver.overflow` is `dropNewest`, `conflate` or `close`.
      """,
    params: Params.schema, result: Result.shape, errors: [.notFound, .subscriptionExists, .limit],
    complexity: "O(1), and one message for each value",
    example: .init(
      params: #"{"pipe":"signup.isValid","sub":"t"}"#,
      result: #"{"sub":"t","rev":13,"effective":{"mode":"every","overflow":"dropOldest","queue":1024}}"#))
}

public enum PipelineTry: MethodDefinition {
  public struct Params: WireRecord {
    public var operators = ""
    public var inputs: [String] = []
    public var column = WireDuration(nanoseconds: 100_000_000)
    public init() {}
    public static let layout = Layout<Params>([
      .required(
        "operators", .source, \.operators,
        "a chain, `.map { $0 + 1 }.removeDuplicates()`, or one in short: `debounce 300ms`"),
      .required(
        "inputs", \.inputs,
        "one to four marble diagrams; the operators stand behind the first, the others are `b`, `c`, `d`"),
      .usually("column", \.column, "the time a column takes; 100ms when left out"),
    ])
  }

  /// One line of the picture.
  public struct Row: WireRecord {
    public var name = ""
    public var diagram = ""
    public init() {}
    public static let layout = Layout<Row>(
      "MarbleRow", doc: "One line of a picture of marbles.",
      [
        .required("name", \.name, "what it shows: an input, an operator, or `output`"),
        .required("diagram", \.diagram, "what happened, as a diagram"),
      ])
  }

  public struct Result: WireRecord {
    public var source = ""
    public var output = ""
    public var rows: [Row] = []
    public init() {}
    public static let layout = Layout<Result>([
      .required("source", \.source, "what was tried, as Swift"),
      .required("output", \.output, "what came out, as a diagram"),
      .required("rows", \.rows, "the inputs, what came out of each operator, and the output, on one axis of time"),
    ])
  }

  public static let method = Method(
    "pipe.try", access: .own, "Runs operators on marble diagrams, on virtual time.",
    notes: """
      The operators are the real ones, in a program of their own with a clock of its own: nothing of the daemon changes. \
      Values are texts, or integers where all of them are. The notation is in [Marble diagrams](../README.md#marble-diagrams). \
      After the last input, what comes out within 200 columns is waited for.
      """,
    params: Params.schema, result: Result.shape, errors: [.diagnostics, .trap, .typeMismatch, .validation],
    complexity: "O(events, and what the operators do); at most 10,000 timers",
    example: .init(
      params: #"{"operators":"debounce 200ms","inputs":["a-bc----d|"]}"#,
      result: #"""
        {"source":"input.debounce(for: .milliseconds(200), scheduler: DispatchQueue.main)","output":"-----c---(d|)",\#
        "rows":[{"name":"input","diagram":"a-bc----d|"},{"name":"output","diagram":"-----c---(d|)"}]}
        """#))
}

public enum PipelineReplay: MethodDefinition {
  public struct Params: WireRecord {
    public var pipe = ""
    public var with: String?
    public var since: String?
    public var limit = 200
    public var tolerance = WireDuration(nanoseconds: 10_000_000)
    public init() {}
    public static let layout = Layout<Params>([
      .required("pipe", \.pipe, "the pipeline, by name"),
      .optional(
        "with", .source, \.with,
        "what takes its place: a publisher as Swift source, or a chain with its end; the pipeline as it is declared now when left out"
      ),
      .optional(
        "since", \.since,
        "only what happened after a time, `10:30` of today in UTC too, or after so long ago, such as `-10m`"),
      .usually(
        "limit", \.limit, in: 1...1000, "how many of the newest changes of its input at most; 200 when left out"),
      .usually("tolerance", \.tolerance, "times that are no further apart are the same; 10ms when left out"),
    ])
  }

  /// A value at its time.
  public struct Event: WireRecord {
    public var at = Timestamp(nanoseconds: 0)
    public var value = JSONValue.null
    public var rev: Int?
    public init() {}
    public static let layout = Layout<Event>(
      "ReplayEvent", doc: "A value at its time.",
      [
        .required("at", \.at, "when"),
        .required("value", \.value, "the value"),
        .optional("rev", \.rev, "the commit, of what was recorded"),
      ])
  }

  /// What happened at one place.
  public struct Row: WireRecord {
    public var name = ""
    public var events: [Event] = []
    public init() {}
    public static let layout = Layout<Row>(
      "ReplayRow", doc: "What happened at one place.",
      [
        .required("name", \.name, "a property that was input, `then`, `now`, or an operator"),
        .required(
          "events", \.events, "its values; of a property and of the output the first is what was there at the beginning"
        ),
      ])
  }

  public struct Difference: WireRecord {
    public enum Kind: String, WireChoice { case gone, new, moved }

    public var kind = Kind.gone
    public var at = Timestamp(nanoseconds: 0)
    public var value = JSONValue.null
    public var to: Timestamp?
    public init() {}
    public static let layout = Layout<Difference>(
      "ReplayDifference", doc: "Where what came then and what comes now differ.",
      [
        .required(
          "kind", \.kind,
          "whether only then it came (`gone`), only now (`new`), or both for the same input at different times (`moved`)"
        ),
        .required("at", \.at, "when"),
        .required("value", \.value, "the value"),
        .optional("to", \.to, "of one that is `moved`: when it comes now"),
      ])
  }

  public struct Result: WireRecord {
    public var pipe = ""
    public var source: String?
    public var from = Timestamp(nanoseconds: 0)
    public var until = Timestamp(nanoseconds: 0)
    public var recorded = false
    public var inputs: [Row] = []
    public var then = Row()
    public var now = Row()
    public var operators: [Row] = []
    public var differences: [Difference] = []
    public var more = false
    public init() {}
    public static let layout = Layout<Result>([
      .required("pipe", \.pipe, "the pipeline"),
      .optional("source", \.source, "what took its place, as it was evaluated"),
      .required("from", \.from, "when the first change of its input was"),
      .required("until", \.until, "the daemon's time: what comes later is yet to come, and no difference"),
      .required(
        "recorded", \.recorded,
        "whether `then` is what history has; false where the pipeline assigns to no property: then it was run again"),
      .required("inputs", \.inputs, "what the properties were that it listens to"),
      .required("then", \.then, "what came out then"),
      .required("now", \.now, "what comes out now"),
      .always(
        "operators", \.operators,
        "what comes out of each operator of the pipeline of now from its first input on, in the order of the source"),
      .required("differences", \.differences, "where these two differ, by time"),
      .required("more", \.more, "whether its input had more changes than these"),
    ])
  }

  public static let method = Method(
    "pipe.replay", access: .own, "Runs a pipeline, or another in its place, over what its input was, and compares.",
    notes: """
      The program is evaluated once more, on a clock of its own that begins a minute before the first change; then the \
      properties are given what history has, each at its time, and nothing else runs. Requests are answered by the stubs that are \
      set, and fail as not connected without one; files, commands and effects do nothing. Nothing of the daemon changes. \
      In `with`, `$name` and `self` are of the store whose pipeline it is. What comes within a minute after the last change is \
      waited for. Where a secret goes in or out, no values are told. Of several values that a property has had in one commit \
      history has the last: a pipeline that counts them all, or adds them up, gave something else then.
      """,
    params: Params.schema, result: Result.shape, errors: [.notFound, .diagnostics, .trap, .typeMismatch, .validation],
    complexity: "O(the program, commits that are looked through, and what the pipeline does); at most 10,000 timers",
    example: .init(
      params: #"{"pipe":"signup.isValid","with":"$username.map { $0.count >= 4 }"}"#,
      result: #"""
        {"pipe":"signup.isValid","source":"signup.$username.map { $0.count >= 4 }","from":"2026-11-21T01:17:03.001Z",\#
        "until":"2026-11-21T01:17:09Z","recorded":true,\#
        "inputs":[{"name":"signup.username","events":[{"at":"2026-11-21T01:17:03.001Z","value":""},\#
        {"at":"2026-11-21T01:17:03.001Z","value":"ada","rev":13}]}],\#
        "then":{"name":"then","events":[{"at":"2026-11-21T01:17:03.001Z","value":false},\#
        {"at":"2026-11-21T01:17:03.001Z","value":true,"rev":13}]},\#
        "now":{"name":"now","events":[{"at":"2026-11-21T01:17:03.001Z","value":false}]},\#
        "operators":[{"name":"map","events":[{"at":"2026-11-21T01:17:03.001Z","value":false}]}],\#
        "differences":[{"kind":"gone","at":"2026-11-21T01:17:03.001Z","value":true}],"more":false}
        """#))
}
