// http.*: answers in place of the network, and the requests that programs have made.

public enum HTTPStub: MethodDefinition {
  public struct Params: WireRecord {
    public var url = ""
    public var method: String?
    public var answers: [HTTPAnswer] = []
    public init() {}
    public static let layout = Layout<Params>([
      .required(
        "url", \.url,
        "which requests: the whole URL, with `*` for any run of characters; without a `?` whatever the query is"),
      .optional("method", \.method, "only requests of this method, such as `GET`"),
      .required("answers", \.answers, "the answers in turn, at least one; the last one answers for ever"),
    ])
  }

  public struct Result: WireRecord {
    public var stubs = 0
    public init() {}
    public static let layout = Layout<Result>([.required("stubs", \.stubs, "how many stubs there are now")])
  }

  public static let method = Method(
    "http.stub", access: .own, changes: .state, "Answers requests of programs in place of the network.",
    notes: """
      Answers come on the daemon's clock: on a virtual one they are moved by `clock.advance`. A stub set later wins over \
      an earlier one, and takes the place of one with the same `url` and `method`. On a virtual clock a request that no \
      stub answers fails as not connected.
      """,
    params: Params.schema, result: Result.shape, errors: [.invalidParams], complexity: "O(stubs)",
    example: .init(
      params: #"""
        {"url":"https://example.com/names*","answers":[{"status":503,"times":2},{"body":{"free":true},"delay":"3s"}]}
        """#,
      result: #"{"stubs":1}"#))
}

/// What a stub answers.
public struct HTTPAnswer: WireRecord {
  public var status: Int?
  public var headers: JSONValue?
  public var body: JSONValue?
  public var delay: WireDuration?
  public var times = 1
  public var fail: String?
  public init() {}
  public static let layout = Layout<HTTPAnswer>(
    "HTTPAnswer", doc: "What a stub answers.",
    [
      .optional("status", \.status, in: 100...999, "the status code; 200 when left out"),
      .optional("headers", \.headers, "an object of header fields, each a string"),
      .optional("body", \.body, "a string as it is, anything else as JSON; empty when left out"),
      .optional("delay", \.delay, "how long the answer takes, such as `3s`"),
      .usually(
        "times", \.times, in: 1 ... .max, "how many requests it answers before the next one's turn; 1 when left out"),
      .optional("fail", \.fail, "instead of a response: the name of a `URLError` code, such as `timedOut`"),
    ])
}

public enum HTTPClear: MethodDefinition {
  public struct Params: WireRecord {
    public var url: String?
    public var stubs = true
    public var log = false
    public init() {}
    public static let layout = Layout<Params>([
      .usually("stubs", \.stubs, "whether stubs are taken away; true when left out"),
      .optional("url", \.url, "only stubs with exactly this pattern; all when left out"),
      .usually("log", \.log, "forget the requests that were made, too"),
    ])
  }

  public struct Result: WireRecord {
    public var removed = 0
    public init() {}
    public static let layout = Layout<Result>([.required("removed", \.removed, "how many stubs there were")])
  }

  public static let method = Method(
    "http.clear", access: .own, changes: .state, "Takes stubs away, or forgets the requests that were made.",
    params: Params.schema,
    result: Result.shape, complexity: "O(stubs)",
    example: .init(params: "{}", result: #"{"removed":1}"#))
}

public enum HTTPLog: MethodDefinition {
  public struct Params: WireRecord {
    public var limit = 100
    public init() {}
    public static let layout = Layout<Params>([
      .usually("limit", \.limit, in: 0 ... .max, "how many requests at most, the newest; 100 when left out")
    ])
  }

  public struct Result: WireRecord {
    public var total = 0
    public var pipelines: [HTTPCount] = []
    public var requests: [HTTPLogEntry] = []
    public init() {}
    public static let layout = Layout<Result>([
      .required("total", \.total, "how many requests were made since the log was last cleared"),
      .required("pipelines", \.pipelines, "how many of them each pipeline made"),
      .required("requests", \.requests, "the requests, oldest first"),
    ])
  }

  public static let method = Method(
    "http.log", access: .read, "Tells which requests programs have made, and what came of them.", params: Params.schema,
    result: Result.shape, complexity: "O(requests in the result)",
    example: .init(
      params: "{}",
      result: #"""
        {"total":1,"pipelines":[{"pipe":"signup.isFree","requests":1}],"requests":[{"number":1,\#
        "at":"2026-11-21T01:17:00Z","method":"GET","url":"https://example.com/names?name=ada",\#
        "pipe":"signup.isFree","state":"done","status":200,"ended":"2026-11-21T01:17:03Z"}]}
        """#))
}

/// How many requests a pipeline has made.
public struct HTTPCount: WireRecord {
  public var pipe = ""
  public var requests = 0
  public init() {}
  public static let layout = Layout<HTTPCount>(
    "HTTPCount", doc: "How many requests a pipeline has made.",
    [
      .required("pipe", \.pipe, "the pipeline"),
      .required("requests", \.requests, "how many"),
    ])
}

/// One request.
public struct HTTPLogEntry: WireRecord {
  public enum State: String, WireChoice { case running, cancelled, done, failed }

  public var number = 0
  public var at = Timestamp(nanoseconds: 0)
  public var method = ""
  public var url = ""
  public var pipe: String?
  public var stub: String?
  public var state = State.running
  public var status: Int?
  public var error: Int?
  public var ended: Timestamp?
  public init() {}
  public static let layout = Layout<HTTPLogEntry>(
    "HTTPLogEntry", doc: "One request that a program has made.",
    [
      .required("number", \.number, "counts requests from 1"),
      .required("at", \.at, "when it was made"),
      .required("method", \.method, "its method"),
      .required("url", \.url, "its URL"),
      .optional("pipe", \.pipe, "the pipeline that made it"),
      .optional("stub", \.stub, "the pattern of the stub that answered it; missing for the network"),
      .required("state", \.state, "what became of it"),
      .optional("status", \.status, "the status of the response"),
      .optional("error", \.error, "the `URLError` code it failed with"),
      .optional("ended", \.ended, "when it ended"),
    ])
}
