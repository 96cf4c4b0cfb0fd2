// http.*: stubs and the log of requests.

internal import Engine
internal import Language
internal import Wire

extension Dispatcher {
  mutating func addHTTPCommands() {
    add(HTTPStub.self) { (params, call) throws(RPCError) in
      guard !params.answers.isEmpty else {
        throw .invalidParams(
          param: "answers", expected: "at least one answer", "A stub without answers answers nothing.")
      }
      var answers: [NetworkStub.Answer] = []
      for answer in params.answers { answers.append(try NetworkStub.Answer(answer)) }
      call.engine.outside.addStub(
        NetworkStub(method: params.method?.uppercased(), pattern: params.url, answers: answers))
      return HTTPStub.Result { $0.stubs = call.engine.outside.stubs.count }
    }
    add(HTTPClear.self) { params, call in
      let removed = params.stubs ? call.engine.outside.removeStubs(pattern: params.url) : 0
      if params.log { call.engine.outside.clearRequests() }
      return HTTPClear.Result { $0.removed = removed }
    }
    add(HTTPLog.self) { params, call in
      let totals = call.engine.outside.requestTotals
      return HTTPLog.Result {
        $0.total = totals.all
        $0.pipelines = totals.byPipeline.sorted { $0.key < $1.key }.map { name, count in
          HTTPCount {
            $0.pipe = name
            $0.requests = count
          }
        }
        $0.requests = call.engine.outside.requests.suffix(params.limit).map { HTTPLogEntry($0) }
      }
    }
  }
}

extension NetworkStub.Answer {
  fileprivate init(_ answer: HTTPAnswer) throws(RPCError) {
    let delay = answer.delay?.nanoseconds ?? 0
    guard delay >= 0 else {
      throw .invalidParams(param: "delay", expected: "a duration that is not negative", "Answers come after requests.")
    }
    if let name = answer.fail {
      guard let code = HTTPOutcome.failureCodes[name] else {
        throw .invalidParams(
          param: "fail", expected: "one of " + HTTPOutcome.failureCodes.keys.sorted().joined(separator: ", "),
          "'\(name)' is no name of a URLError code.")
      }
      self.init(.failure(code: code), delay: delay, times: answer.times)
      return
    }
    var headers: [HTTPHeader] = []
    var body: [UInt8] = []
    switch answer.body {
    case nil: break
    case .string(let text)?: body = Array(text.utf8)
    case let value?:
      body = Array(value.description.utf8)
      headers.append(HTTPHeader("Content-Type", "application/json"))
    }
    if let fields = answer.headers {
      guard case .object(let members) = fields else {
        throw .invalidParams(param: "headers", expected: "an object of strings", "Header fields have names and texts.")
      }
      for member in members {
        guard case .string(let text) = member.value else {
          throw .invalidParams(param: "headers", expected: "an object of strings", "'\(member.name)' is no text.")
        }
        headers.append(HTTPHeader(member.name, text))
      }
    }
    self.init(
      .response(HTTPResponse(url: "", status: answer.status ?? 200, headers: headers, body: body)), delay: delay,
      times: answer.times)
  }
}

extension HTTPLogEntry {
  fileprivate init(_ entry: HTTPEntry) {
    self.init {
      $0.number = entry.number
      $0.at = Timestamp(nanoseconds: entry.startedAt)
      $0.method = entry.method
      $0.url = entry.url
      $0.pipe = entry.pipeline
      $0.stub = entry.stub
      $0.ended = entry.endedAt.map { Timestamp(nanoseconds: $0) }
      switch entry.state {
      case .running: $0.state = .running
      case .cancelled: $0.state = .cancelled
      case .status(let status):
        $0.state = .done
        $0.status = status
      case .failure(let code):
        $0.state = .failed
        $0.error = code
      }
    }
  }
}
