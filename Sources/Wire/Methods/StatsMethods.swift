// server.stats: what has happened, in numbers.

public enum ServerStats: MethodDefinition {
  /// What can be told one by one.
  public enum List: String, WireChoice { case stores, pipelines, clients }

  public struct Params: WireRecord {
    public var lists: [List] = []
    public var limit = 1000
    public init() {}
    public init(lists: [List]) { self.lists = lists }

    public static let layout = Layout<Params>([
      .usually("lists", \.lists, "what to tell one by one; only the sums when left out"),
      .usually("limit", \.limit, in: 1...10_000, "how many of each, those that changed last; 1000 when left out"),
    ])
  }

  public struct Result: WireRecord {
    public var at = Timestamp(nanoseconds: 0)
    public var up = WireDuration(nanoseconds: 0)
    public var server = Agent()
    public var epoch = ""
    public var rev = 0
    public var durableRev = 0
    public var process = ProcessFigures()
    public var turns = TurnFigures()
    public var present = PresentFigures()
    public var counts = CountFigures()
    public var stores: [StoreFigures]?
    public var pipelines: [PipelineFigures]?
    public var clients: [ClientInfo]?
    public init() {}

    public static let layout = Layout<Result>([
      .required("at", \.at, "the daemon's time"),
      .required("up", \.up, "how long it has run, by a clock that nobody sets: what rates are counted against"),
      .required("server", \.server, "the daemon"),
      .required("epoch", \.epoch, "the name of the history"),
      .required("rev", \.rev, "the revision of the last commit"),
      .required("durableRev", \.durableRev, "the last revision that is on disk"),
      .required("process", \.process, "what it has of the machine"),
      .required("turns", \.turns, "how long it was busy each time it woke"),
      .required("present", \.present, "what there is now"),
      .required("counts", \.counts, "what has happened since the start"),
      .optional("stores", \.stores, "with `lists`: those that changed last first"),
      .optional("pipelines", \.pipelines, "with `lists`: those that had a value last first"),
      .optional("clients", \.clients, "with `lists`: the connections, in the order in which they came"),
    ])
  }

  public static let method = Method(
    "server.stats", access: .read, needs: .commits,
    "Counts what has happened since the start: for a live picture, and for metrics.",
    notes: """
      One answer has everything, of one moment. Nothing is reset by asking, so that any number of clients can ask as often \
      as each wants: a rate is the difference of two answers, divided by that of `up`. What it costs is the answer: nobody \
      is told anything in between, and a change costs the same whether somebody watches or not.
      """,
    params: Params.schema, result: Result.shape, errors: [.tooLarge],
    complexity: "O(stores + properties + pipelines + connections + subscriptions)",
    example: .init(
      params: #"{"lists":["stores","pipelines"]}"#,
      result: #"""
        {"at":"2026-11-21T01:17:00Z","up":"17m","server":{"name":"combined","version":"0.1.0","pid":4711},"epoch":"k3f9",\#
        "rev":8841,"durableRev":8841,"process":{"memory":50331648,"processor":"4s"},\#
        "turns":{"count":9120,"total":"3s","longest":"12ms","lengths":[[40959,9000],[393215,119],[12582911,1]]},\#
        "present":{"stores":1,"properties":2,"pipelines":1,"clients":2,"subs":1,"queued":0,"behind":0,"behindMs":0},\#
        "counts":{"requests":9017,"refused":1,"commits":8841,"changes":12034,"events":17682,"lost":0,"evaluations":3,\#
        "timers":0,"connections":31,"received":1081200,"sent":2290112},\#
        "stores":[{"path":"signup","type":"SignUp","properties":2,"subs":1,"changes":12034,"rev":8841,\#
        "at":"2026-11-21T01:16:59.5Z"}],\#
        "pipelines":[{"name":"signup.isValid","id":1,"state":"live","values":8840,"operations":8840,"waiting":0,"dropped":0,\#
        "at":"2026-11-21T01:16:59.5Z"}]}
        """#))
}

/// What a process has of the machine.
public struct ProcessFigures: WireRecord {
  public var memory = 0
  public var processor = WireDuration(nanoseconds: 0)
  public init() {}
  public static let layout = Layout<ProcessFigures>(
    "ProcessFigures", doc: "What the daemon has of the machine.",
    [
      .required("memory", \.memory, "bytes of memory, as the kernel counts what is resident; 0 where it does not say"),
      .required("processor", \.processor, "the time it has had processors, all threads together"),
    ])
}

/// How long turns of the loop took.
public struct TurnFigures: WireRecord {
  public var count = 0
  public var total = WireDuration(nanoseconds: 0)
  public var longest = WireDuration(nanoseconds: 0)
  public var lengths: [[Int]] = []
  public init() {}
  public static let layout = Layout<TurnFigures>(
    "TurnFigures",
    doc: "A turn: from when the daemon wakes to when all that came of it is kept and sent.",
    [
      .required("count", \.count, "how many there were"),
      .required("total", \.total, "how long all of them took"),
      .required("longest", \.longest, "how long the longest took"),
      .required(
        "lengths", \.lengths,
        "pairs: nanoseconds, and how many turns took no more than that and more than the pair before says; four to each "
          + "doubling, those left out that there were none of"),
    ])
}

/// What there is now.
public struct PresentFigures: WireRecord {
  public var stores = 0
  public var properties = 0
  public var pipelines = 0
  public var clients = 0
  public var subs = 0
  public var queued = 0
  public var behind = 0
  public var behindMs = 0
  public init() {}
  public static let layout = Layout<PresentFigures>(
    "PresentFigures", doc: "What there is now.",
    [
      .required("stores", \.stores, "stores"),
      .required("properties", \.properties, "properties of all stores"),
      .required("pipelines", \.pipelines, "live pipelines"),
      .required("clients", \.clients, "connections, yours included"),
      .required("subs", \.subs, "open subscriptions of all connections"),
      .required("queued", \.queued, "bytes that wait to be read by all clients"),
      .required("behind", \.behind, "commits by which the slowest subscription is behind"),
      .required("behindMs", \.behindMs, "how long the oldest change that a subscription has not been given has waited"),
    ])
}

/// What has happened since the start.
public struct CountFigures: WireRecord {
  public var requests = 0
  public var refused = 0
  public var commits = 0
  public var changes = 0
  public var events = 0
  public var lost = 0
  public var evaluations = 0
  public var timers = 0
  public var expectations = 0
  public var connections = 0
  public var received = 0
  public var sent = 0
  public init() {}
  public static let layout = Layout<CountFigures>(
    "CountFigures", doc: "What has happened since the start.",
    [
      .required("requests", \.requests, "requests answered"),
      .required("refused", \.refused, "those of them that were answered with an error"),
      .required("commits", \.commits, "commits"),
      .required("changes", \.changes, "properties that these changed, each as often as it was"),
      .required("events", \.events, "events delivered to subscriptions"),
      .required("lost", \.lost, "changes that subscriptions' own overflow policies have dropped"),
      .required("evaluations", \.evaluations, "texts of Swift that were evaluated"),
      .required("timers", \.timers, "timers of programs that fired"),
      .usually(
        "expectations", \.expectations, "`#expect`s and `#require`s that held, also those that no request waited for"),
      .required("connections", \.connections, "connections that were made"),
      .required("received", \.received, "bytes from clients"),
      .required("sent", \.sent, "bytes to clients"),
    ])
}

/// A store in numbers.
public struct StoreFigures: WireRecord {
  public var path = ""
  public var type = ""
  public var namespace: String?
  public var properties = 0
  public var subs = 0
  public var changes = 0
  public var rev = 0
  public var at = Timestamp(nanoseconds: 0)
  public init() {}
  public static let layout = Layout<StoreFigures>(
    "StoreFigures", doc: "A store in numbers.",
    [
      .required("path", \.path, "where it is"),
      .required("type", \.type, "its class"),
      .optional("namespace", \.namespace, "the first name of the path, where that is a namespace"),
      .required("properties", \.properties, "properties that clients can see"),
      .required("subs", \.subs, "subscriptions that listen to something of it"),
      .required("changes", \.changes, "how often its properties have changed, over restarts too"),
      .required("rev", \.rev, "the commit that changed it last"),
      .required("at", \.at, "when that was"),
    ])
}

/// A pipeline in numbers.
public struct PipelineFigures: WireRecord {
  public var name = ""
  public var id = 0
  public var state = PipelineInfo.State.live
  public var values = 0
  public var operations = 0
  public var waiting = 0
  public var dropped = 0
  public var at: Timestamp?
  public init() {}
  public static let layout = Layout<PipelineFigures>(
    "PipelineFigures", doc: "A pipeline in numbers.",
    [
      .required("name", \.name, "its name, which another may have too"),
      .required("id", \.id, "its number, which no other pipeline of the program has"),
      .required("state", \.state, "whether it runs"),
      .required("values", \.values, "values that have arrived at its end and been dealt with"),
      .required("operations", \.operations, "values that its operators have taken in, all of them together"),
      .required("waiting", \.waiting, "values that wait, while it is paused or slowed"),
      .required("dropped", \.dropped, "values that were dropped because too many waited"),
      .optional("at", \.at, "when one arrived last"),
    ])
}
