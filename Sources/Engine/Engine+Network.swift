import Language

extension Engine {
  /// The requests that were made, the newest last; at most a thousand.
  public var requests: [HTTPEntry] { desk.entries }
  /// How many requests were made since the log was last cleared, by pipeline; those of no pipeline are in no part.
  public var requestTotals: (all: Int, byPipeline: [String: Int]) { (desk.total, desk.totals) }
  public var stubs: [NetworkStub] { desk.stubs }

  /// Answers requests from now on; one that is set later wins over it.
  public func addStub(_ stub: NetworkStub) { desk.add(stub) }

  /// - Parameter pattern: which; `nil` for all.
  /// - Returns: how many there were.
  @discardableResult
  public func removeStubs(pattern: String?) -> Int { desk.removeStubs(pattern: pattern) }

  public func clearRequests() { desk.clearLog() }

  /// A program's request: a stub answers it, on engine time, or the network does. On virtual time nothing else answers:
  /// what happens must not depend on how long somebody outside takes.
  func load(
    _ request: HTTPRequest, for pipeline: Pipeline?, at location: Location,
    _ receive: @escaping (HTTPOutcome) -> Void
  ) -> any HostWork {
    let work = EngineWork()
    let found = desk.answer(to: request)
    let number = desk.begin(request, at: date, pipeline: pipeline?.name, stub: found?.pattern)
    if let pipeline, pipeline.givenName == nil { transaction?.requests.append((number, pipeline)) }
    let origin = transaction
    let activity = origin?.activity
    activity?.enter()
    let end = { [link] (outcome: HTTPOutcome) in
      guard let engine = link.engine, !work.isOver else { return }
      work.isOver = true
      engine.desk.end(number, outcome.state, at: engine.date)
      engine.perform(Cause(by: "http", of: origin?.revision), activity) { receive(outcome) }
      activity?.leave()
    }
    if let pipeline, let older = givenUp[pipeline.id], older.transaction == origin?.number {
      notices[older.notice].kind = .pipeline(state: "superseded", text: older.text)
    }
    work.onCancel = { [link, weak pipeline] in
      if let engine = link.engine {
        engine.desk.end(number, .cancelled, at: engine.date)
        if let pipeline { engine.noteGivenUp(request, of: pipeline) }
      }
      activity?.leave()
    }
    if let answer = found?.answer {
      // What takes longer than the request would wait is a time-out, as it would be on the network.
      let isLate = answer.delay > request.timeout
      let outcome = isLate ? .failure(code: Self.timedOut) : answer.outcome.from(request.url)
      work.hold(timer: timers.insert(deadline: moment(in: min(answer.delay, request.timeout))) { end(outcome) })
    } else if let network, !usesVirtualTime {
      work.hold(work: network.load(request, end))
    } else {
      let what = "\(request.method) \(request.url)"
      let why =
        usesVirtualTime
        ? "no stub answers \(what), and on virtual time nothing else does"
        : "\(what) is not sent: the daemon's options deny the network"
      notify(.trouble(Fault(message: why, location: location)), pipeline)
      work.hold(timer: timers.insert(deadline: now) { end(.failure(code: Self.notConnected)) })
    }
    return work
  }

  /// Tells people of a request that nobody waits for any more: superseded, if its pipeline asks again within the same
  /// transaction, else cancelled.
  private func noteGivenUp(_ request: HTTPRequest, of pipeline: Pipeline) {
    let text = "\(request.method) \(request.url)"
    notify(.pipeline(state: "cancelled", text: text), pipeline)
    givenUp[pipeline.id] = (transaction?.number, notices.count - 1, text)
  }

  private static let timedOut = -1001
  private static let notConnected = -1009
}

/// A request under way: whatever carries it out, behind one handle.
private final class EngineWork: HostWork {
  var isOver = false
  var onCancel: (() -> Void)?
  private var inner: (any HostWork)?
  private var timer: (any HostTimer)?

  func hold(work: any HostWork) { inner = work }
  func hold(timer: any HostTimer) { self.timer = timer }

  func cancel() {
    guard !isOver else { return }
    isOver = true
    timer?.cancel()
    inner?.cancel()
    onCancel?()
  }
}

extension HTTPOutcome {
  fileprivate var state: HTTPEntry.State {
    switch self {
    case .response(let response): .status(response.status)
    case .failure(let code): .failure(code)
    }
  }

  /// A stub's answer comes from the URL that was asked for.
  fileprivate func from(_ url: String) -> HTTPOutcome {
    guard case .response(var response) = self else { return self }
    response.url = url
    return .response(response)
  }
}
