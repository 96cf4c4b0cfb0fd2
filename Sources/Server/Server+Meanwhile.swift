// Others are served while a program runs. There is one thread: every few milliseconds the program that runs calls back, and
// the sockets that are ready are read. What needs no program (`Method.needs`) is answered there and then from what is
// committed; the rest waits in its connection until the program is done, in the order in which it came.
//
//   turn: a request ─► program runs ─► Engine.didRun ─► EventLoop.serveMeanwhile ─► Connection.ready
//                      ◄────────────── replies leave, once what they tell is kept ◄──┘
//
// If somebody waits for it and it has changed nothing yet, it is paused: it leaves its stack, the turn ends, those who wait
// have theirs, and it goes on in the next (`Pause`). What has changed something is one transaction that others wait for, but
// not longer than `limits.transactionMs`.

internal import Engine
internal import EventLoop
internal import Wire

/// A request that runs.
struct RunningRequest {
  let connection: Connection
  let id: RequestID?
}

/// What the server knows of what runs and of those who wait for it.
struct Meanwhile {
  /// How often others are served.
  static let interval = Duration.milliseconds(8)

  /// Others are being served.
  var isServing = false
  /// What runs has changed nothing, and could be paused there.
  var isUntouched = false
  /// Whose request has come, and what was due before it runs.
  var before: Connection?
  /// That request, until it is answered in the middle of what was due.
  var ahead: Request?
  /// A turn has come so far that nobody can be served within it.
  var isEndingTurn = false
  var servedAt = MonotonicTime(nanoseconds: 0)
  var running: RunningRequest?
  /// Connections whose requests wait, and since when one does that is not the running one's.
  var waiting: [Connection] = []
  var waitingSince: MonotonicTime?
  /// What is paused.
  var paused: [() -> Void] = []
  /// What could not be done in the middle of a program.
  var postponed: [() -> Void] = []
}

extension Server {
  /// Serves who can be served in the middle of something else that takes long, if it is time to.
  public func lookAfterOthers() { _ = didRun(canPause: false) }

  /// A program runs.
  /// - Returns: whether it is to be paused.
  func didRun(canPause: Bool) -> Bool {
    guard !meanwhile.isServing, !meanwhile.isEndingTurn, engine.poison == nil else { return false }
    let now = loop.presentTime
    guard now.nanoseconds - max(loop.now, meanwhile.servedAt).nanoseconds >= Meanwhile.interval.wholeNanoseconds else {
      // Somebody was seen to wait where it could not be paused.
      return meanwhile.waitingSince != nil && isToBePaused(canPause)
    }
    // What became due after it was told to stop: nobody is left to end that otherwise.
    if shutdown != nil {
      engine.giveUpRunning("stopped: the daemon is stopping")
      return false
    }
    (meanwhile.isServing, meanwhile.isUntouched) = (true, canPause)
    let workNumber = loop.pulse.workNumber
    // What they were told is not kept yet.
    let held = engine.isRecording ? connections.values.filter(\.hasAnswered) : []
    renewDeliveries()
    engine.meanwhile {
      meanwhile.running?.connection.goOnMeanwhile()
      answerAhead()
      loop.serveMeanwhile()
      doNextPart()
      if keepCommitted() { flushMeanwhile(except: held) }
    }
    loop.pulse.begin(workNumber: workNumber)
    meanwhile.isServing = false
    meanwhile.servedAt = loop.presentTime
    guard somebodyWaits else {
      meanwhile.waitingSince = nil
      // What has changed something is not ended for what is only late.
      return isSomethingDue && isToBePaused(canPause)
    }
    if isToBePaused(canPause) { return true }
    endIfItHoldsTooLong()
    return false
  }

  private func isToBePaused(_ canPause: Bool) -> Bool {
    canPause && meanwhile.running?.connection.isInBatch != true
  }

  private var somebodyWaits: Bool {
    let running = meanwhile.running?.connection
    return meanwhile.before != nil || !meanwhile.paused.isEmpty || meanwhile.waiting.contains { $0 !== running }
  }

  /// Does what is due before a request.
  /// - Returns: whether it took so long that the request has been answered in the middle of it.
  func advance(before request: Request, on connection: Connection) -> Bool {
    guard !isAdvanced else { return false }
    meanwhile.before = connection
    if connection.isInBatch {
      advance()
      meanwhile.before = nil
      return false
    }
    meanwhile.ahead = request
    advance()
    meanwhile.before = nil
    return meanwhile.ahead.take() == nil
  }

  private func answerAhead() {
    guard let connection = meanwhile.before, let request = meanwhile.ahead, canAnswerMeanwhile(request) else { return }
    (meanwhile.before, meanwhile.ahead) = (nil, nil)
    connection.handle(.request(request))
  }

  /// Timers and tasks of the programs: they wait as clients do.
  private var isSomethingDue: Bool { nextDeadline.map { $0 <= loop.presentTime } ?? false }

  private func endIfItHoldsTooLong() {
    guard let since = meanwhile.waitingSince else {
      meanwhile.waitingSince = meanwhile.servedAt
      return
    }
    let waited = meanwhile.servedAt.nanoseconds - since.nanoseconds
    guard !engine.isRebuilding, waited > settings.transactionTime.wholeNanoseconds else { return }
    engine.stopRunning(reasonToStop(afterNanoseconds: settings.transactionTime.wholeNanoseconds))
  }

  private func reasonToStop(afterNanoseconds waited: Int64) -> String {
    (engine.hasChangedNothing
      ? "stopped: what it does cannot be left in the middle" : "stopped: it has changed something")
      + ", and others have waited for it for \(waited / 1_000_000) ms ('limits.transactionMs')"
  }

  /// What is done in many parts and runs no program is to be over when others may not be kept waiting any longer.
  func reasonToEnd() -> String? {
    guard let since = meanwhile.waitingSince, somebodyWaits, !engine.isRebuilding else { return nil }
    let waited = loop.presentTime.nanoseconds - since.nanoseconds
    return waited > settings.transactionTime.wholeNanoseconds ? reasonToStop(afterNanoseconds: waited) : nil
  }

  /// What ran is paused. It goes on when everybody has had a turn; what its own client asks next waits for it.
  func didPause(_ pause: Pause) {
    let (running, workNumber) = (meanwhile.running, loop.pulse.workNumber)
    if let running, let hold = pause.hold {
      running.connection.hasPaused = true
      hold.onFree = { [weak connection = running.connection] in connection?.free() }
    }
    meanwhile.paused.append { [self] in
      advance()
      meanwhile.running = running
      loop.pulse.begin(workNumber: workNumber)
      pause.resume()
      loop.pulse.begin(workNumber: 0)
      meanwhile.running = nil
    }
  }

  private func keepCommitted() -> Bool {
    do throws(EngineError) {
      try engine.flushCommitted()
      return true
    } catch {
      // The turn that is interrupted finds the journal failed, and takes back what it said.
      return false
    }
  }

  /// Sends what has come of it. What was answered before in this turn is kept by now.
  private func flushMeanwhile(except held: [Connection]) {
    let connections = dirty
    for connection in connections where connection.isDirty && !held.contains(where: { $0 === connection }) {
      connection.flush()
    }
  }

  /// Whether a request can be answered in the middle of a program.
  func canAnswerMeanwhile(_ request: Request) -> Bool {
    guard let method = MethodTable[request.method] else { return true }
    switch method.needs {
    case .nothing: return true
    case .commits:
      return request.method != StoreGet.method.name
        || request.params?["path"]?.string.map { engine.isCommitted($0) } ?? true
    case .program: return false
    }
  }

  /// Does it now, or when the program that runs is done.
  func afterRunning(_ body: @escaping () -> Void) {
    if meanwhile.isServing { meanwhile.postponed.append(body) } else { body() }
  }

  /// Ends the program that runs if it does so for this connection, and for this request if one is given.
  /// - Returns: whether it does.
  @discardableResult
  func stopRunning(for connection: Connection, _ id: RequestID?, _ reason: String) -> Bool {
    guard meanwhile.isServing, let running = meanwhile.running, running.connection === connection,
      id == nil || id == running.id
    else { return false }
    engine.giveUpRunning("stopped: \(reason)")
    return true
  }

  /// The turn is over: those who wait go on in the next, and behind them what was paused for them.
  func releaseWaiting() {
    meanwhile.waitingSince = nil
    guard !meanwhile.waiting.isEmpty || !meanwhile.postponed.isEmpty || !meanwhile.paused.isEmpty else { return }
    loop.post { [self] in
      let postponed = meanwhile.postponed
      meanwhile.postponed = []
      for body in postponed { body() }
      // What goes on first may take long: those behind it wait still, and it is paused for them.
      for _ in meanwhile.waiting.indices where !meanwhile.waiting.isEmpty { meanwhile.waiting.removeFirst().goOn() }
      // One a turn, and that one to its end if nobody waits any more.
      if !meanwhile.paused.isEmpty { meanwhile.paused.removeFirst()() }
    }
  }
}
