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
        if let at = params.at, call.engine.isUntouched {
          call.server.useVirtualClock(call.session)
          call.engine.begin(at: at.nanoseconds)
        } else if let at = params.at {
          guard at.nanoseconds >= call.engine.date else {
            throw .invalidParams(
              param: "at", expected: "a time that is not past",
              "The daemon's time is \(Timestamp(nanoseconds: call.engine.date)) and never goes back.")
          }
          let target = try call.reachable(call.engine.instant(at: at.nanoseconds), "at")
          call.server.useVirtualClock(call.session)
          // Nothing is due in between but what was due anyway.
          call.engine.advance(to: target)
        }
        call.server.useVirtualClock(call.session)
      }
      return call.clock
    }
    addLater(ClockAdvance.self) { (params, call, reply) throws(RPCError) in
      try call.requireVirtualTime()
      let target: Int
      switch (params.by, params.to) {
      case (let by?, nil): target = try call.reachable(call.engine.moment(in: by.nanoseconds), "by")
      case (nil, let to?):
        target = try call.reachable(max(call.engine.instant(at: to.nanoseconds), call.engine.now), "to")
      default:
        throw .invalidParams(param: "by", expected: "'by' or 'to'", "Say how far, with 'by' or 'to'.")
      }
      ClockRunner(call.server, until: target, steps: params.steps, runsDry: false, reply).step()
    }
    addLater(ClockRun.self) { (params, call, reply) throws(RPCError) in
      try call.requireVirtualTime()
      let limit = try params.limit.map { limit throws(RPCError) in
        try call.reachable(call.engine.moment(in: limit.nanoseconds), "limit")
      }
      ClockRunner(call.server, until: limit, steps: params.steps, runsDry: true, reply).step()
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
      $0.next = engine.nextTimer.map { Timestamp(nanoseconds: engine.date(of: $0)) }
    }
  }

  /// An instant to which the clock can be moved.
  fileprivate func reachable(_ instant: Int, _ param: String) throws(RPCError) -> Int {
    guard instant <= engine.instant(at: Timestamp.latest.nanoseconds) else {
      throw .invalidParams(
        param: param, expected: "a time up to \(Timestamp.latest)",
        "The clock can be moved up to \(Timestamp.latest), and it is \(Timestamp(nanoseconds: engine.date)) now.")
    }
    return instant
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
  /// Not beyond this; without one it ends with the last timer that the clock can be moved to.
  private let limit: Int?
  private let stepsMax: Int
  /// Whether it ends with the last timer, and not at a time.
  private let runsDry: Bool
  private let reply: Reply<ClockAdvance.Result>
  private var fired = 0
  private var isCancelled = false
  private static let stepsPerTurn = 1000
  /// So many timers fire where nothing else bounds it: a timer that repeats would fire for ever.
  private static let unboundedStepsMax = 10_000
  /// How many have fired at one moment, and how many may: what waits again at once keeps time from passing.
  private var atMoment: (instant: Int, fired: Int)
  private let atMomentMax: Int
  private static let atMomentUsual = 100_000

  init(_ server: Server, until limit: Int?, steps: Int?, runsDry: Bool, _ reply: Reply<ClockAdvance.Result>) {
    self.server = server
    self.limit = limit
    self.runsDry = runsDry
    self.reply = reply
    stepsMax = steps ?? (runsDry && limit == nil ? Self.unboundedStepsMax : 1_000_000)
    atMoment = (server.engine.now, 0)
    atMomentMax = steps ?? Self.atMomentUsual
    reply.onCancel { [self] in isCancelled = true }
  }

  func step() {
    guard !isCancelled, server.clockOwner != nil else { return }
    let engine = server.engine
    let target = limit ?? engine.instant(at: Timestamp.latest.nanoseconds)
    var budget = Self.stepsPerTurn
    while budget > 0 {
      guard fired < stepsMax else {
        return giveUp("\(stepsMax) timers have fired and more wait", hint: runsDry ? Self.dryHint : Self.farHint)
      }
      let destination: Int
      if runsDry {
        guard let next = engine.nextTimer else { return finish() }
        guard next <= target else {
          guard limit != nil else {
            return giveUp(
              "the next timer is due at \(Timestamp(nanoseconds: engine.date(of: next))), "
                + "and it can be moved up to \(Timestamp.latest)", hint: Self.dryHint)
          }
          engine.advance(to: target)
          return giveUp("there is more to come after the limit of time", hint: Self.dryHint)
        }
        destination = next
      } else {
        destination = target
      }
      let (count, isThere) = engine.advance(to: destination, timersMax: min(budget, stepsMax - fired))
      fired += count
      budget -= max(1, count)
      if isThere, !runsDry { return finish() }
      atMoment = (engine.now, engine.now == atMoment.instant ? atMoment.fired + count : 0)
      guard atMoment.fired < atMomentMax else {
        return giveUp(
          "\(atMoment.fired) timers have fired at this one moment, and more wait",
          hint: "Something waits again at once, such as Task.yield() in a loop, or a timer of no interval; "
            + "where so many are meant, raise 'steps'.")
      }
    }
    server.loop.post { [self] in step() }
  }

  private func finish() {
    let engine = server.engine
    reply(
      ClockAdvance.Result {
        $0.now = Timestamp(nanoseconds: engine.date)
        $0.fired = fired
        $0.rev = engine.revision
        $0.timers = engine.timerCount
        $0.next = engine.nextTimer.map { Timestamp(nanoseconds: engine.date(of: $0)) }
      })
  }

  private static let dryHint =
    "A timer that repeats never ends; advance by a duration instead, give a 'limit', or raise 'steps'."
  private static let farHint = "Advance by less at a time, or raise 'steps'."

  private func giveUp(_ why: String, hint: String) {
    let engine = server.engine
    reply.fail(
      RPCError(
        .notQuiescent, "The clock stands at \(Timestamp(nanoseconds: engine.date)): \(why).",
        ["pending": .int(engine.timerCount)], hint: hint))
  }
}
