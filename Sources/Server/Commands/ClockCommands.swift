// clock.*: the daemon's time in a client's hands.

internal import Engine
internal import EventLoop
internal import Wire

extension Dispatcher {
  mutating func addClockCommands() {
    add(ClockGet.self) { _, call in call.clock }
    add(ClockUse.self) { (params, call) throws(RPCError) in
      try call.requireClock()
      switch params.mode {
      case .real: call.server.useRealClock()
      case .virtual:
        if let at = params.at {
          guard at.nanoseconds >= call.engine.now else {
            throw .invalidParams(
              param: "at", expected: "a time that is not past",
              "The daemon's time is \(Timestamp(nanoseconds: call.engine.now)) and never goes back.")
          }
          call.server.useVirtualClock(call.session)
          // Nothing is due in between but what was due anyway.
          call.engine.advance(to: at.nanoseconds)
        }
        call.server.useVirtualClock(call.session)
      }
      return call.clock
    }
    addLater(ClockAdvance.self) { (params, call, reply) throws(RPCError) in
      try call.requireVirtualTime()
      let target: Int
      switch (params.by, params.to) {
      case (let by?, nil):
        guard by.nanoseconds >= 0 else {
          throw .invalidParams(param: "by", expected: "a duration that is not negative", "Time never goes back.")
        }
        target = call.engine.now.addingReportingOverflow(by.nanoseconds).partialValue
      case (nil, let to?): target = max(to.nanoseconds, call.engine.now)
      default:
        throw .invalidParams(param: "by", expected: "'by' or 'to'", "Say how far, with 'by' or 'to'.")
      }
      ClockRunner(call.server, until: target, steps: params.steps, runsDry: false, reply).step()
    }
    addLater(ClockRun.self) { (params, call, reply) throws(RPCError) in
      try call.requireVirtualTime()
      let limit = params.limit.map { call.engine.now.addingReportingOverflow(max(0, $0.nanoseconds)) }
      let target = limit.map { $0.overflow ? Int.max : $0.partialValue } ?? .max
      ClockRunner(call.server, until: target, steps: params.steps, runsDry: true, reply).step()
    }
  }
}

extension Call {
  fileprivate var clock: ClockGet.Result {
    ClockGet.Result {
      $0.mode = server.clockReading.mode
      $0.now = server.clockReading.now
      $0.owner = server.clockOwner
      $0.timers = engine.timerCount
      $0.next = engine.nextTimer.map { Timestamp(nanoseconds: $0) }
    }
  }

  /// The clock is nobody else's.
  fileprivate func requireClock() throws(RPCError) {
    guard let owner = server.clockOwner, owner != session else { return }
    throw RPCError(
      .denied, "The clock is moved by \(owner).", ["need": .string(owner), "have": .string(session)],
      hint: "server.clients says who that is.", retry: .later)
  }

  fileprivate func requireVirtualTime() throws(RPCError) {
    guard server.clockOwner != nil else {
      throw RPCError(
        .needsVirtualTime, "The clock is the real one, and moves by itself.",
        hint: #"Say clock.use {"mode":"virtual"} first."#)
    }
    try requireClock()
  }
}

/// Moves the virtual clock from timer to timer, a turn at a time: in between, commits reach the journal and events their
/// readers.
private final class ClockRunner {
  private let server: Server
  private let target: Int
  private let stepsMax: Int
  /// Whether it ends with the last timer, and not at a time.
  private let runsDry: Bool
  private let reply: Reply<ClockAdvance.Result>
  private var fired = 0
  private var isCancelled = false
  private static let stepsPerTurn = 1000

  init(_ server: Server, until target: Int, steps: Int?, runsDry: Bool, _ reply: Reply<ClockAdvance.Result>) {
    self.server = server
    self.target = target
    self.runsDry = runsDry
    self.reply = reply
    stepsMax = steps ?? 1_000_000
    reply.onCancel { [self] in isCancelled = true }
  }

  func step() {
    guard !isCancelled, server.clockOwner != nil else { return }
    let engine = server.engine
    var budget = Self.stepsPerTurn
    while budget > 0 {
      guard fired < stepsMax else { return giveUp("\(stepsMax) timers have fired and more wait") }
      let destination: Int
      if runsDry {
        guard let next = engine.nextTimer else { return finish() }
        guard next <= target else {
          engine.advance(to: target)
          return giveUp("there is more to come after the limit of time")
        }
        destination = next
      } else {
        destination = target
      }
      let (count, isThere) = engine.advance(to: destination, timersMax: min(budget, stepsMax - fired))
      fired += count
      budget -= max(1, count)
      if isThere, !runsDry { return finish() }
    }
    server.loop.post { [self] in step() }
  }

  private func finish() {
    let engine = server.engine
    reply(
      ClockAdvance.Result {
        $0.now = Timestamp(nanoseconds: engine.now)
        $0.fired = fired
        $0.rev = engine.revision
        $0.timers = engine.timerCount
        $0.next = engine.nextTimer.map { Timestamp(nanoseconds: $0) }
      })
  }

  private func giveUp(_ why: String) {
    let engine = server.engine
    reply.fail(
      RPCError(
        .notQuiescent, "The clock stands at \(Timestamp(nanoseconds: engine.now)): \(why).",
        ["pending": .int(engine.timerCount)],
        hint: "A timer that repeats never ends; advance by a duration instead, or raise 'steps'."))
  }
}
