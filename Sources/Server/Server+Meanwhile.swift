// Others are served while a program runs. There is one thread: every few milliseconds the program that runs calls back, and
// the sockets that are ready are read. What needs no program (`Method.needs`) is answered there and then from what is
// committed; the rest waits in its connection until the program is done, in the order in which it came.
//
//   turn: a request ─► program runs ─► Engine.didRun ─► EventLoop.serveMeanwhile ─► Connection.ready
//                      ◄────────────── replies leave, once what they tell is kept ◄──┘

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
  /// A turn has come so far that nobody can be served within it.
  var isEndingTurn = false
  var servedAt = MonotonicTime(nanoseconds: 0)
  var running: RunningRequest?
  /// The transaction for which other writes wait, and since when.
  var holding: (number: Int, since: MonotonicTime)?
  /// Connections whose requests wait.
  var waiting: [Connection] = []
  /// What could not be done in the middle of a program.
  var postponed: [() -> Void] = []
}

extension Server {
  /// A program runs.
  func didRun() {
    guard !meanwhile.isServing, !meanwhile.isEndingTurn, engine.poison == nil else { return }
    let now = loop.presentTime
    guard now.nanoseconds - max(loop.now, meanwhile.servedAt).nanoseconds >= Meanwhile.interval.wholeNanoseconds else {
      return
    }
    endIfItHoldsTooLong(now)
    meanwhile.isServing = true
    engine.meanwhile {
      loop.serveMeanwhile()
      if keepCommitted() { flushMeanwhile() }
    }
    meanwhile.isServing = false
    meanwhile.servedAt = loop.presentTime
  }

  /// A transaction that has changed a store holds everybody who wants to write.
  private func endIfItHoldsTooLong(_ now: MonotonicTime) {
    guard let number = engine.holdingTransaction else { return }
    guard let holding = meanwhile.holding, holding.number == number else {
      meanwhile.holding = (number, now)
      return
    }
    let limit = settings.transactionTime
    guard now.nanoseconds - holding.since.nanoseconds > limit.wholeNanoseconds else { return }
    engine.stopRunning(
      "stopped after \(limit.wholeNanoseconds / 1_000_000) ms: it has changed a store, and others wait to write "
        + "('limits.transactionMs')")
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
  private func flushMeanwhile() {
    let connections = dirty
    for connection in connections where connection.isDirty { connection.flush() }
  }

  /// Whether a request can be answered in the middle of a program.
  func canAnswerMeanwhile(_ request: Request) -> Bool {
    guard let method = MethodTable[request.method] else { return true }
    switch method.needs {
    case .nothing: return true
    case .commits:
      guard engine.hasCommittedState else { return false }
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
    engine.stopRunning("stopped: \(reason)")
    return true
  }

  /// The turn is over: those who wait go on in the next.
  func releaseWaiting() {
    guard !meanwhile.waiting.isEmpty || !meanwhile.postponed.isEmpty else { return }
    let (connections, postponed) = (meanwhile.waiting, meanwhile.postponed)
    (meanwhile.waiting, meanwhile.postponed) = ([], [])
    loop.post {
      for body in postponed { body() }
      for connection in connections { connection.goOn() }
    }
  }
}
