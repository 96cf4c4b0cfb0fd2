// `combinectl wait`: ends when something is so. A daemon that goes comes back, and the waiting goes on.
import ClientConnection
import Glibc
import Wire

extension Combinectl {
  /// - Parameter limit: On the daemon's clock, which may stand still; `--timeout` is on that of the wall.
  func wait(for condition: WaitCondition, at path: String, limit: WireDuration?) throws {
    var waiting = try Waiting(self)
    var params = Wait.Params {
      $0.path = absolute(path)
      $0.timeout = limit
    }
    switch condition {
    case .gone: return try waitUntilGone(path, &waiting, limit: limit)
    case .quiet: return try waitUntilQuiet(params, &waiting)
    case .exists: params.when = "true"
    case .change: break
    case .holds(let text): params.when = text
    }
    do throws(ClientError) {
      // Without patience for what is not there first, so that a path that was mistyped is noticed.
      return showWait(try ask(params, &waiting))
    } catch {
      guard case .refused(let refusal) = error, refusal.known == .notFound else { throw error }
      let near = refusal.didYouMean.first.map { "; did you mean \($0)?" } ?? ""
      say("nothing is at \(path) yet\(near)")
    }
    params.absent = .wait
    // It may have come since.
    waiting.looksBack = true
    showWait(try ask(params, &waiting))
  }

  private func ask(_ params: Wait.Params, _ waiting: inout Waiting) throws(ClientError) -> Wait.Result {
    var params = params
    let end = try params.timeout.map { limit throws(ClientError) in
      try waiting.daemonTime() + limit.nanoseconds
    }
    var place = waiting.place
    var cameBack = false
    while true {
      do throws(ClientError) {
        guard waiting.looksBack else { return try waiting.call(Wait.self, params) }
        if let end, cameBack { params.timeout = WireDuration(nanoseconds: max(1, end - (try waiting.daemonTime()))) }
        // It is waited again before history is looked at: what comes between the two would be noticed by neither.
        var outcome: Result<Wait.Result, ClientError>?
        let request = waiting.request(Wait.self, params) { outcome = $0 }
        if let place, let result = try missed(params, since: place, &waiting) {
          waiting.giveUp(request)
          return result
        }
        waiting.looksBack = false
        while outcome == nil { try waiting.wait() }
        return try outcome!.get()
      } catch {
        // It has happened, and the reply had no room for the value.
        if error.isTooLarge {
          let present = try waiting.value(at: params.path)
          return Wait.Result {
            ($0.path, $0.value, $0.rev, $0.at) = (present.path, present.value, present.rev, present.at)
          }
        }
        guard error.isLoss else { throw error }
        place = place ?? waiting.place
        try waiting.comeBack()
        cameBack = true
      }
    }
  }

  /// What ends the waiting and has happened since a place in history, while nobody here listened.
  private func missed(_ params: Wait.Params, since place: Bookmark, _ waiting: inout Waiting) throws(ClientError)
    -> Wait.Result?
  {
    var result: Wait.Result?
    var isKnown = false
    var failure: ClientError?
    waiting.hear { event in
      switch event {
      case .subscription(_, .change(let change)) where result == nil:
        result = Wait.Result {
          $0.path = params.path
          $0.value = change.changes.last { $0.path == params.path }?.value ?? .null
          $0.rev = change.rev
          $0.at = change.at
        }
      case .subscription(_, .ready): isKnown = true
      case .subscription(_, .failed(let error)): failure = .refused(error)
      default: break
      }
    }
    defer { waiting.hear { _ in } }
    waiting.open(
      .init(
        sub: "missed", paths: [params.path], from: .after(place), initial: .none, deliver: .init(mode: .every),
        when: params.when)
    ) { failure = failure ?? $0 }
    while !isKnown {
      // What is not there has been told nothing of, and a part of a property is looked at when it is waited for again.
      if case .refused(let refusal)? = failure,
        [.notFound, .validation, .invalidParams].contains(refusal.known)
      {
        return nil
      }
      if let failure { throw failure }
      try waiting.wait()
    }
    waiting.close("missed")
    guard var found = result else { return nil }
    if found.value == .null, let present = try? waiting.value(at: params.path) {
      found.value = present.value
    }
    return found
  }

  private func showWait(_ result: Wait.Result) { show(result) { [result.value.text] } }

  /// Whoever waits for a change in vain has seen that nothing changed for so long.
  private func waitUntilQuiet(_ params: Wait.Params, _ waiting: inout Waiting) throws {
    while true {
      do throws(ClientError) {
        _ = try ask(params, &waiting)
      } catch {
        guard case .refused(let refusal) = error, refusal.known == .timeout else { throw error }
        return
      }
    }
  }

  /// What goes is told to those who subscribe; what a name stands for is asked each time.
  private func waitUntilGone(_ path: String, _ waiting: inout Waiting, limit: WireDuration?) throws {
    let patience = [limit.map { .nanoseconds($0.nanoseconds) }, options.timeout].compactMap { $0 }.min()
    waiting.limit(to: patience)
    var mayBeGone = true
    waiting.hear { event in
      switch event {
      case .subscription(_, .change), .connected: mayBeGone = true
      default: break
      }
    }
    var failure: ClientError?
    func listen(at path: some StringProtocol) {
      failure = nil
      waiting.open(.init(sub: "gone", paths: [String(path), path + ".**"], initial: .none)) { failure = $0 }
    }
    // What a part is of tells when that has gone.
    var place = absolute(path).prefix { $0 != "[" }
    listen(at: place)
    while true {
      do throws(ClientError) {
        if mayBeGone {
          mayBeGone = false
          do throws(ClientError) {
            _ = try waiting.call(StoreGet.self, .init(path: absolute(path), offset: 0, length: 1))
          } catch {
            guard case .refused(let refusal) = error, refusal.known == .notFound else { throw error }
            return
          }
        } else {
          try waiting.wait()
        }
      } catch {
        guard error.isLoss else { throw error }
        try waiting.comeBack()
      }
      if case .refused(let refusal)? = failure, refusal.known == .validation, let dot = place.lastIndex(of: ".") {
        place = place[..<dot]
        listen(at: place)
      }
      if let failure { throw failure }
    }
  }

  /// Ends when the pipeline is held, by a breakpoint or by somebody, and says what waits at its end.
  func waitUntilHeld(_ pipe: String) throws {
    // Notices of its state go to whoever defined it, or holds it; this is neither.
    var waiting = try Waiting(self, features: ["tail"])
    var mayBeHeld = true
    waiting.hear { event in
      switch event {
      case .notice(.pipeline(pipe, _, _, _)), .connected: mayBeHeld = true
      default: break
      }
    }
    while true {
      do throws(ClientError) {
        guard mayBeHeld else {
          try waiting.wait()
          continue
        }
        mayBeHeld = false
        let stats = try waiting.call(PipelineStats.self, PipelineName(pipe: pipe))
        guard stats.state == .paused else { continue }
        let events = EventRenderer(style: style, valueLengthMax: nil, comparesFrom: nil)
        return show(stats) { [PipelineRenderer(events: events).line(stats)] }
      } catch {
        guard error.isLoss else { throw error }
        try waiting.comeBack()
      }
    }
  }

  func say(_ text: String) {
    if !options.quiet { writeAll("-- \(text)\n", to: STDERR_FILENO) }
  }
}

/// A connection that somebody waits on, and how long.
private struct Waiting {
  private let program: Combinectl
  private let connection: Connection
  private var patience: Duration?
  private var deadline: ContinuousClock.Instant?
  /// What has happened since the place counts: the connection has been another one, or nothing was at the path.
  var looksBack = false

  init(_ program: Combinectl, features: [String] = []) throws {
    self.program = program
    let access = try program.access()
    connection = try program.connect(access, features: features)
    connection.reconnect = { () throws(ClientError) in try access.connect(mayLaunch: false) }
    limit(to: program.options.timeout)
    // From here on history is looked at when the connection was lost.
    while connection.core.hello == nil, connection.core.isConnected {
      _ = try remaining()
      connection.wait(until: deadline)
    }
  }

  mutating func limit(to patience: Duration?) {
    self.patience = patience
    deadline = patience.map { .now + $0 }
  }

  /// Where history is, as far as is known here.
  var place: Bookmark? { connection.core.hello.map { Bookmark(epoch: $0.epoch, rev: connection.core.latestRev) } }

  func hear(_ heard: @escaping (ClientEvent) -> Void) { connection.core.onEvent = heard }

  func open(_ params: SubscriptionOpen.Params, failed: @escaping (ClientError) -> Void) {
    connection.core.open(params) { result in
      if case .failure(let error) = result, !error.isLoss { failed(error) }
    }
  }

  func close(_ name: String) { connection.core.close(name) }

  func call<M: MethodDefinition>(_ method: M.Type, _ params: M.Params) throws(ClientError) -> M.Result {
    do {
      return try connection.call(method, params, timeout: try remaining())
    } catch .timedOut {
      throw .notDone(after: patience ?? .zero)
    }
  }

  func request<M: MethodDefinition>(
    _ method: M.Type, _ params: M.Params, reply: @escaping (Result<M.Result, ClientError>) -> Void
  ) -> RequestID { connection.core.request(method, params, reply: reply) }

  func giveUp(_ request: RequestID) {
    connection.core.cancel(request)
    connection.core.abandon(request)
  }

  /// However long it is.
  func value(at path: String) throws(ClientError) -> StoreGet.Result {
    do { return try connection.value(at: path, timeout: try remaining()) } catch .timedOut {
      throw .notDone(after: patience ?? .zero)
    }
  }

  func daemonTime() throws(ClientError) -> Int { try call(ClockGet.self, .init()).now.nanoseconds }

  /// Until something has come, or the connection is lost.
  func wait() throws(ClientError) {
    _ = try remaining()
    connection.wait(until: deadline)
    guard connection.core.isConnected else { throw .ended }
  }

  /// Waits for the daemon to be there again.
  mutating func comeBack() throws(ClientError) {
    program.say("connection lost; coming back when the daemon does")
    // One that is stopping says so before it goes.
    while connection.core.isConnected {
      _ = try remaining()
      connection.wait(until: deadline)
    }
    while connection.core.hello == nil {
      _ = try remaining()
      connection.wait(until: deadline)
    }
    program.say("connected again at rev \(connection.core.hello!.rev)")
    looksBack = true
  }

  /// What is left of the time there is.
  private func remaining() throws(ClientError) -> Duration? {
    guard let deadline else { return nil }
    let rest = ContinuousClock.now.duration(to: deadline)
    guard rest > .zero else { throw .notDone(after: patience ?? .zero) }
    return rest
  }
}

extension ClientError {
  /// The connection has ended, which says nothing of what was asked.
  fileprivate var isLoss: Bool {
    switch self {
    case .lost, .ended, .notConnected: true
    case .refused(let error): error.known == .shuttingDown
    default: false
    }
  }
}
