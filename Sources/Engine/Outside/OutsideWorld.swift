internal import Combine
import Language

/// What programs reach beyond the daemon: requests, files, commands, effects. Others carry it out; what comes back is an
/// activation of its own.
public final class OutsideWorld {
  /// It owns this, and is there as long.
  unowned(unsafe) var engine: Engine!
  /// Who sends requests that no stub answers; without one nothing is connected.
  public var network: (any Network)?
  /// Who reads files, runs commands and grants both; without one nothing is granted.
  public var system: (any System)?
  /// Whether a client moves the clock: then only stubs answer requests.
  public var usesVirtualTime = false
  var log = RequestLog()
  /// Requests of this turn that were given up, the last of each pipeline: in which transaction, and the notice of it.
  var givenUp: [Int: (transaction: Int?, notice: Int, text: String)] = [:]
  /// What the turn's activations do to the machine, until what they did to the stores is sure to last.
  var effects: [PendingEffect] = []

  // MARK: Requests

  /// The requests that were made, the newest last; at most a thousand.
  public var requests: [HTTPEntry] { log.entries }
  /// How many requests were made since the log was last cleared, by pipeline; those of no pipeline are in no part.
  public var requestTotals: (all: Int, byPipeline: [String: Int]) { (log.total, log.totals) }
  public var stubs: [NetworkStub] { log.stubs }

  /// Answers requests from now on; one that is set later wins over it.
  public func addStub(_ stub: NetworkStub) { log.add(stub) }

  /// - Parameter pattern: which; `nil` for all.
  /// - Returns: how many there were.
  @discardableResult
  public func removeStubs(pattern: String?) -> Int { log.removeStubs(pattern: pattern) }

  public func clearRequests() { log.clear() }

  /// A program's request: a stub answers it, on engine time, or the network does. On virtual time nothing else answers:
  /// what happens must not depend on how long somebody outside takes.
  func load(
    _ request: HTTPRequest, for pipeline: Pipeline?, at location: Location, within program: Program?,
    _ receive: @escaping (HTTPOutcome) -> Void
  ) -> any HostWork {
    let work = EngineWork()
    let found = log.answer(to: request)
    let number = log.begin(request, at: engine.date, pipeline: pipeline?.name, stub: found?.pattern)
    if let pipeline, pipeline.givenName == nil { engine.transactions.current?.requests.append((number, pipeline)) }
    let consequence = Consequence(of: engine, within: program)
    let (asking, activity) = (engine.transactions.current?.number, consequence.activity)
    activity?.enter()
    let end = { [link = engine.link] (outcome: HTTPOutcome) in
      guard let engine = link.engine, !work.isOver else { return }
      work.isOver = true
      engine.outside.log.end(number, outcome.state, at: engine.date)
      consequence.happen(in: engine, by: "http", "\(request.method) \(request.url)") { receive(outcome) }
      activity?.leave()
    }
    if let pipeline, let older = givenUp[pipeline.id], older.transaction == asking {
      engine.notices[older.notice].kind = .pipeline(state: "superseded", text: older.text)
    }
    work.onCancel = { [link = engine.link, weak pipeline] in
      if let engine = link.engine {
        engine.outside.log.end(number, .cancelled, at: engine.date)
        if let pipeline { engine.outside.noteGivenUp(request, of: pipeline) }
      }
      activity?.leave()
    }
    work.onTakingBack = { [link = engine.link] in
      link.engine?.outside.log.goOn(number)
      activity?.enter()
    }
    if let answer = found?.answer {
      let (delay, outcome) = Self.outcome(of: request, answeredBy: answer)
      work.hold(timer: engine.timers.insert(deadline: engine.moment(in: delay)) { end(outcome) })
    } else if let network, !usesVirtualTime {
      work.hold(work: network.load(request, end))
    } else {
      let what = "\(request.method) \(request.url)"
      let why =
        usesVirtualTime
        ? "no stub answers \(what), and on virtual time nothing else does"
        : "\(what) is not sent: the daemon's options deny the network"
      engine.notify(.trouble(Fault(message: why, location: location)), pipeline)
      work.hold(timer: engine.timers.insert(deadline: engine.now) { end(.failure(code: Self.notConnected)) })
    }
    return work
  }

  /// What comes of a request where only stubs answer, and after how many nanoseconds.
  static func outcome(of request: HTTPRequest, answeredBy answer: NetworkStub.Answer?) -> (delay: Int, HTTPOutcome) {
    guard let answer else { return (0, .failure(code: notConnected)) }
    // What takes longer than the request would wait is a time-out, as it would be on the network.
    let isLate = answer.delay > request.timeout
    return (min(answer.delay, request.timeout), isLate ? .failure(code: timedOut) : answer.outcome.from(request.url))
  }

  /// Tells people of a request that nobody waits for any more: superseded, if its pipeline asks again within the same
  /// transaction, else cancelled.
  private func noteGivenUp(_ request: HTTPRequest, of pipeline: Pipeline) {
    let text = "\(request.method) \(request.url)"
    engine.notify(.pipeline(state: "cancelled", text: text), pipeline)
    givenUp[pipeline.id] = (engine.transactions.current?.number, engine.notices.count - 1, text)
  }

  private static let timedOut = -1001
  private static let notConnected = -1009

  // MARK: Files, commands and effects

  /// Each line is an activation of its own, on engine time, with a cause that names what kind of source it came from.
  func lines(of source: LineSource, within program: Program?, _ receive: @escaping (LineEvent) -> Void) -> any LineWork
  {
    guard let system else { preconditionFailure("nothing is granted") }
    let consequence = Consequence(of: engine, within: program, isAwaited: false)
    let kind = if case .file = source { "file" } else { "command" }
    return system.lines(of: source) { [link = engine.link] event in
      if let engine = link.engine { consequence.happen(in: engine, by: kind) { receive(event) } }
    }
  }

  /// What was taken back with its transaction is not among them, and what remains is in the journal by now: nothing is done
  /// outside of what did not happen.
  func performEffects() {
    let due = effects
    effects.removeAll(keepingCapacity: true)
    for pending in due {
      system?.perform(pending.effect) { [link = engine.link] text in
        link.engine?.notify(.trouble(Fault(message: text, location: pending.location)), pending.pipeline)
      }
    }
  }
}

/// A request under way: whatever carries it out, behind one handle.
private final class EngineWork: HostWork {
  var isOver = false
  var onCancel: (() -> Void)?
  /// That it was cancelled is undone.
  var onTakingBack: (() -> Void)?
  private var inner: (any HostWork)?
  private var timer: (any HostTimer)?

  func hold(work: any HostWork) { inner = work }
  func hold(timer: any HostTimer) { self.timer = timer }

  func cancel() {
    guard !isOver else { return }
    isOver = true
    if let log = UndoLog.current {
      // No answer comes before that is sure to stand.
      log.atEnd { self.letGo() }
      log.note {
        self.isOver = false
        self.onTakingBack?()
      }
    } else {
      letGo()
    }
    onCancel?()
  }

  private func letGo() {
    timer?.cancel()
    inner?.cancel()
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
