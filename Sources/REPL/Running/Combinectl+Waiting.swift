// `combinectl wait`: ends when something is so.
import ClientConnection
import Glibc
import Wire

extension Combinectl {
  /// - Parameter limit: On the daemon's clock, which may stand still; `--timeout` is on that of the wall.
  func wait(for condition: WaitCondition, at path: String, limit: WireDuration?) throws {
    let deadline = options.timeout.map { ContinuousClock.now + $0 }
    let connection = try connect(access())
    var params = Wait.Params {
      $0.path = absolute(path)
      $0.timeout = limit
    }
    switch condition {
    case .gone: return try waitUntilGone(path, connection, limit: limit, deadline)
    case .quiet: return try waitUntilQuiet(params, connection, deadline)
    case .exists: params.when = "true"
    case .change: break
    case .holds(let text): params.when = text
    }
    do throws(ClientError) {
      // Without patience for what is not there first, so that a path that was mistyped is noticed.
      return showWait(try ask(params, connection, until: deadline))
    } catch {
      guard case .refused(let refusal) = error, refusal.known == .notFound else { throw error }
      let near = refusal.didYouMean.first.map { "; did you mean \($0)?" } ?? ""
      say("nothing is at \(path) yet\(near)")
    }
    params.absent = .wait
    showWait(try ask(params, connection, until: deadline))
  }

  private func ask(
    _ params: Wait.Params, _ connection: Connection, until deadline: ContinuousClock.Instant?
  ) throws(ClientError) -> Wait.Result {
    do {
      return try connection.call(Wait.self, params, timeout: try remaining(until: deadline))
    } catch .timedOut {
      throw .notDone(after: options.timeout ?? .zero)
    }
  }

  private func showWait(_ result: Wait.Result) { show(result) { [result.value.description] } }

  /// Whoever waits for a change in vain has seen that nothing changed for so long.
  private func waitUntilQuiet(
    _ params: Wait.Params, _ connection: Connection, _ deadline: ContinuousClock.Instant?
  ) throws {
    var isQuiet = false
    while !isQuiet {
      do throws(ClientError) {
        _ = try ask(params, connection, until: deadline)
      } catch {
        guard case .refused(let refusal) = error, refusal.known == .timeout else { throw error }
        isQuiet = true
      }
    }
  }

  /// What goes is told to those who subscribe; what a name stands for is asked each time.
  private func waitUntilGone(
    _ path: String, _ connection: Connection, limit: WireDuration?, _ deadline: ContinuousClock.Instant?
  ) throws {
    let patience = [limit.map { .nanoseconds($0.nanoseconds) }, options.timeout].compactMap { $0 }.min()
    let end = [limit.map { .now + .nanoseconds($0.nanoseconds) }, deadline].compactMap { $0 }.min()
    var mayBeGone = true
    connection.core.onEvent = { event in
      if case .subscription(_, .change) = event { mayBeGone = true }
    }
    let params = SubscriptionOpen.Params(sub: "gone", paths: [absolute(path), absolute(path) + ".**"], initial: .none)
    var failure: ClientError?
    connection.core.open(params) { if case .failure(let error) = $0 { failure = error } }
    while true {
      if mayBeGone {
        mayBeGone = false
        do throws(ClientError) {
          _ = try connection.call(StoreGet.self, .init(path: absolute(path)))
        } catch {
          guard case .refused(let refusal) = error, refusal.known == .notFound else { throw error }
          return
        }
      } else {
        guard connection.core.isConnected else { throw ClientError.ended }
        if let end, ContinuousClock.now >= end { throw ClientError.notDone(after: patience ?? .zero) }
        connection.wait(until: end)
      }
      if let failure { throw failure }
    }
  }

  /// Ends when the pipeline is held, by a breakpoint or by somebody, and says what waits at its end.
  func waitUntilHeld(_ pipe: String) throws {
    let deadline = options.timeout.map { ContinuousClock.now + $0 }
    // Notices of its state go to whoever defined it, or holds it; this is neither.
    let connection = try connect(access(), features: ["tail"])
    var mayBeHeld = true
    connection.core.onEvent = { event in
      if case .notice(.pipeline(pipe, _, _, _)) = event { mayBeHeld = true }
    }
    while true {
      guard mayBeHeld else {
        guard connection.core.isConnected else { throw ClientError.ended }
        if let deadline, ContinuousClock.now >= deadline { throw ClientError.notDone(after: options.timeout ?? .zero) }
        connection.wait(until: deadline)
        continue
      }
      mayBeHeld = false
      let stats = try connection.call(
        PipelineStats.self, PipelineName(pipe: pipe), timeout: try remaining(until: deadline))
      guard stats.state == .paused else { continue }
      let events = EventRenderer(style: style, valueLengthMax: nil)
      return show(stats) { [PipelineRenderer(events: events).line(stats)] }
    }
  }

  /// What is left of the time there is.
  private func remaining(until deadline: ContinuousClock.Instant?) throws(ClientError) -> Duration? {
    guard let deadline else { return nil }
    let rest = ContinuousClock.now.duration(to: deadline)
    guard rest > .zero else { throw .notDone(after: options.timeout ?? .zero) }
    return rest
  }

  private func say(_ text: String) {
    if !options.quiet { writeAll("-- \(text)\n", to: STDERR_FILENO) }
  }
}
