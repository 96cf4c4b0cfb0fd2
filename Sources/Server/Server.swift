// The daemon without its process: an engine, a loop and whoever is connected, wired together.
//
// One turn of the loop:
//
//   sockets are read ─► requests run, one by one ─► due timers run ─► once: engine.flush() hands the turn's commits to the
//   journal ─► replies, notices and events are written ─► the loop sleeps
//
// Nothing is written before the flush has returned. If it fails, what was answered in the turn is taken back and everybody
// who asked is answered with the reason; the engine accepts nothing from then on.

public import Engine
public import EventLoop
public import Journal
public import Language

internal import Wire

/// Serves an engine to clients. Loop thread only, made in `main` and never moved.
public final class Server {
  /// What `server.status` and `server.stats` count.
  struct Counters {
    var requests = 0
    var refused = 0
    var strayResponses = 0
    /// That of connections that are gone.
    var traffic = Traffic()
  }

  public static let version = "0.1.0"

  let engine: Engine
  let loop: EventLoop
  let log: Log
  var settings: ServerSettings
  /// What the start before this one did not survive.
  public var lastCrash: Problem?
  /// How others are served while a program runs.
  var meanwhile = Meanwhile()
  /// What is done in parts.
  var parts: [() -> Bool] = []
  private(set) var startedAt: Int
  /// The same by the loop's clock, which nobody sets.
  let startedTurning: MonotonicTime
  /// The revision that it began with.
  private(set) var startedAtRevision: Int
  var counters = Counters()
  let journal: Journal
  private let dispatcher: Dispatcher
  private var clock: EngineClock
  /// The connection that moves the clock, while it is a virtual one.
  private(set) var clockOwner: String?
  /// Where the last turn has left a virtual clock.
  private var dateMoved = 0
  /// Somebody was promised that this turn's commits are on the disk itself.

  private var listeners: [Listener] = []
  private(set) var connections: [ObjectIdentifier: Connection] = [:]
  private var byName: [String: Connection] = [:]
  private var departed = DepartedClients()
  /// Whether anybody wants to know of requests that change nothing.
  var hearsIdleRequests = false
  private(set) var sessionCount = 0
  /// How many sessions those before this daemon have had, as far as history names them.
  private(set) var earlierSessions = 0
  /// How many connections the system did not let it take.
  private var connectionsLost = 0
  var dirty: [Connection] = []
  private(set) var isAdvanced = false
  /// What named pipelines have said since the start while nobody was there to hear; `nil` once somebody was.
  private var beforeAnybody: [SessionNotice]? = []
  var syncing: Syncing
  /// Runs what waits for the disk, on another thread.
  var waitsForDisk: ((@escaping @Sendable () -> Void) -> Void)?
  /// The turn in which the journal failed has been taken back.
  private var isTakenBack = false
  private(set) var shutdown: Shutdown?
  var backup: BackupRun?

  // Lent to connections, one at a time: they are used within a call and never across.
  let readBuffer: UnsafeMutableRawBufferPointer
  let vector = WriteVector()
  var parser = JSONParser(marksMax: WireLimits.marksMax)
  /// Replies to the members of the batch that is running.
  var batchReplies = FrameEncoder()
  let coder = EventCoder()
  let memory: MemorySweep
  /// How much may still be delivered in this turn, see `Connection.deliver`.
  var deliveriesLeft = Connection.deliveriesPerTurn
  /// What waits to be sent, of all connections.
  var bufferedBytes = 0
  /// Readers get more only when they have taken what they had.
  var isShortOfMemory: Bool { bufferedBytes > settings.bufferBytesMax / 4 * 3 }

  /// A server on `loop`, which it takes over: its turns end with ours.
  ///
  /// - Parameters:
  ///   - engine: uses `journal` as its storage; `recover()` recovers it.
  ///   - wallClock: nanoseconds since 1970; `nil` where the loop's time is moved by hand.
  public init(
    engine: Engine, journal: Journal, loop: EventLoop, settings: ServerSettings = ServerSettings(), log: Log = .silent,
    wallClock: (() -> Int64)? = { WallClock.nanosecondsSince1970 }
  ) {
    self.engine = engine
    self.journal = journal
    self.loop = loop
    self.settings = settings
    self.log = log
    startedAt = engine.date
    startedTurning = loop.now
    startedAtRevision = engine.revision
    syncing = Syncing(upTo: engine.durableRevision)
    dispatcher = Dispatcher.standard()
    memory = MemorySweep(loop, every: settings.memoryRest)
    clock = EngineClock(startingAt: engine.now, loop.now, following: wallClock)
    readBuffer = .allocate(byteCount: settings.readBytesPerTurn, alignment: 16)
    loop.deadlines = Deadlines(link: link)
    link.server = self
    loop.endOfTurn = { [link] in link.server?.endTurn() }
    engine.didRun = { [link] canPause in link.server?.didRun(canPause: canPause) ?? false }
    engine.reasonToEnd = { [link] in link.server?.reasonToEnd() }
    engine.didPause = { [link] pause in link.server?.didPause(pause) }
  }

  /// The way back for what may outlive it. Not a weak reference, whose side table would make every retain of the server slow,
  /// and there are several for each request; the server takes itself out.
  final class Link {
    fileprivate(set) unowned var server: Server?
  }

  let link = Link()

  /// The engine's timers, for the loop, which may outlive the server.
  private struct Deadlines: DeadlineSource {
    let link: Link
    var nextDeadline: MonotonicTime? { link.server?.nextDeadline }
    func runDue(at now: MonotonicTime) { link.server?.runDue(at: now) }
  }

  deinit {
    link.server = nil
    for connection in connections.values { connection.abandon() }
    readBuffer.deallocate()
  }

  /// Brings back what the journal holds, within the limits that are set by now. Once, before the first client.
  /// - Returns: what the checker says of it.
  public func recover() throws -> [Diagnostic] {
    let diagnostics = try engine.recover()
    clock = clock.beginning(leading: engine.lead)
    startedAt = engine.date
    syncing.revision = engine.durableRevision
    startedAtRevision = engine.revision
    earlierSessions = try journal.sessionsNamed()
    sessionCount = earlierSessions
    return diagnostics
  }

  // MARK: Connections

  /// Accepts clients of `listener` from now on, and closes it at the end.
  public func listen(on listener: Listener) throws(SystemError) {
    listeners.append(listener)
    listener.onFailure = { [link] error in link.server?.noteLost(error) }
    try listener.start(on: loop) { [link] stream in link.server?.accept(stream) }
  }

  /// Whoever knocks again and again does not fill the log.
  private func noteLost(_ error: SystemError) {
    connectionsLost += 1
    guard connectionsLost & (connectionsLost - 1) == 0 else { return }
    log(.warning, "a connection could not be taken error=\(error) sofar=\(connectionsLost)")
  }

  /// Takes a new connection, or tells it why not.
  public func accept(_ transport: any Transport) {
    sessionCount += 1
    let role = Role(transport.peer, own: .own, grants: settings.grants)
    let connection = Connection(
      transport, number: sessionCount,
      session: ClientSession(id: "c\(sessionCount)", peer: transport.peer, role: role ?? .viewer, since: engine.date),
      server: self)
    if role == .writer {
      connection.session.writable = Role.writable(transport.peer, grants: settings.grants)
    }
    do { try connection.start() } catch {
      log(.warning, "a connection could not be watched error=\(error)")
      transport.close()
      return
    }
    connections[ObjectIdentifier(connection)] = connection
    byName[connection.session.id] = connection
    engine.openSession(connection.session.id)
    if let refusal = refusal(of: transport.peer) {
      log(.info, "refused a client uid=\(transport.peer.uid) kind=\(refusal.kind)")
      connection.fail(nil, refusal)
      connection.finish()
    } else {
      let peer = transport.peer
      log(.info, "a client connected session=\(connection.session.id) uid=\(peer.uid) pid=\(peer.pid)")
    }
  }

  private func refusal(of peer: PeerCredentials) -> RPCError? {
    if shutdown != nil { return .shuttingDown(resume: bookmark) }
    guard Role(peer, own: .own, grants: settings.grants) != nil else {
      return RPCError(
        .denied, "This daemon serves user \(PeerCredentials.own.uid) only.",
        ["need": "owner", "have": .string("uid \(peer.uid)")], hint: "Start a combined of your own.")
    }
    guard connections.count <= settings.connectionsMax else {
      return RPCError(
        .limit, "There are \(settings.connectionsMax) connections already, and no more are allowed.",
        ["limit": .int(settings.connectionsMax), "setting": "limits.clients"])
    }
    return nil
  }

  /// A connection has ended; everything it owned ends.
  func forget(_ connection: Connection) {
    guard connections.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
    byName[connection.session.id] = nil
    if let client = connection.session.client { departed.add(client, session: connection.session.id) }
    if connection.session.features.contains(.requests) { noteListeners() }
    counters.traffic += connection.traffic
    advance()
    engine.closeSession(connection.session.id)
    if clockOwner == connection.session.id { useRealClock() }
    // Ending what it owned may have changed something, and this may be the end of a turn: the next takes care of it.
    loop.post {}
    log(.info, "a client left session=\(connection.session.id)")
    shutdown?.noteEnd()
  }

  /// In the order in which they came.
  var connectionsByAge: [Connection] {
    connections.values.sorted { ($0.session.id.count, $0.session.id) < ($1.session.id.count, $1.session.id) }
  }

  /// What causes and notices call a connection.
  func connection(named session: String) -> Connection? { byName[session] }

  /// The program that asked for a commit; it may have left. Sessions of an older daemon may be called the same.
  func client(named session: String, of revision: Int) -> Agent? {
    revision > startedAtRevision ? byName[session]?.session.client ?? departed[session] : nil
  }

  /// The connection has something to send, or should look whether it has.
  func markDirty(_ connection: Connection) {
    guard !connection.isDirty else { return }
    connection.isDirty = true
    dirty.append(connection)
  }

  // MARK: Requests

  func dispatch(_ method: String, _ params: JSONView?, _ id: RequestID?, on connection: Connection) {
    serve(id, on: connection, needsEngine: !Self.isAboutConnection(method)) {
      dispatcher.dispatch(method, params, id, on: connection)
    }
  }

  /// What there is around each request: the time it is, whether it can be served, and that it is the one that runs.
  @inline(__always)
  func serve(
    _ id: RequestID?, on connection: Connection, needsEngine: @autoclosure () -> Bool, _ request: () -> Void
  ) {
    if !isAdvanced {
      meanwhile.before = connection
      advance()
      meanwhile.before = nil
    }
    // What the engine holds has not all been kept, and nobody can say which part of it: none is served.
    if let reason = engine.poison, needsEngine() {
      Dispatcher.refuse(id, RPCError(EngineError.poisoned(reason)), connection)
    } else {
      if !meanwhile.isServing { meanwhile.running = RunningRequest(connection: connection, id: id) }
      request()
      if !meanwhile.isServing { meanwhile.running = nil }
      loop.pulse.begin(workNumber: 0)
    }
    tellOfProblems(connection)
  }

  /// Whether a method tells nothing of what the engine holds.
  private static func isAboutConnection(_ method: String) -> Bool {
    method.hasPrefix("session.") || method.hasPrefix("server.") || method == "rpc.discover"
  }

  /// What is not there and should be, and what ended the last start, where it is not known which declaration it was.
  var problems: [Problem] {
    engine.problems + (lastCrash.map { $0.names.isEmpty ? [$0] : [] } ?? [])
  }

  /// Who has just connected is notified of them, after the first reply.
  private func tellOfProblems(_ connection: Connection) {
    guard !connection.session.hasHeardOfProblems else { return }
    connection.session.hasHeardOfProblems = true
    for problem in problems {
      connection.notify(SessionNotice(Engine.Notice(problem, revision: engine.revision)))
    }
  }

  /// For what reaches the engine from elsewhere than a client: brings its time up to the turn's first.
  public func perform(_ body: () -> Void) {
    advance()
    body()
  }

  /// The revision of the last commit.
  public var revision: Int { engine.revision }

  /// Everything up to here is known to whoever has heard everything so far.
  var bookmark: Bookmark { Bookmark(epoch: engine.epoch, rev: engine.revision) }

  // MARK: Time

  /// Brings the engine's time to the turn's, once a turn and before its first command.
  func advance() {
    guard !isAdvanced else { return }
    isAdvanced = true
    guard clockOwner == nil else { return }
    let (instant, date) = clock.reading(loop.now)
    // Whoever asks for something has all timers before it, but not those without end: the rest has the turns that follow.
    let end = loop.presentTime + Meanwhile.interval
    engine.pass(to: instant, date: date) { loop.presentTime < end }
  }

  public var nextDeadline: MonotonicTime? {
    clockOwner == nil ? engine.nextDeadline.map { clock.loopTime($0) } : nil
  }

  /// From now on only `session` moves the clock.
  func useVirtualClock(_ session: String) {
    clockOwner = session
    engine.outside.usesVirtualTime = true
  }

  /// Time passes by itself again, from where it stands.
  func useRealClock() {
    guard clockOwner != nil else { return }
    clockOwner = nil
    engine.outside.usesVirtualTime = false
    engine.keep(lead: clock.lead(of: engine.date))
    clock = clock.starting(at: engine.now, date: engine.date, loop.now)
    loop.post {}
  }

  public func runDue(at now: MonotonicTime) { advance() }

  // MARK: The end of a turn

  private func endTurn() {
    engine.recordHeld()
    meanwhile.isEndingTurn = true
    defer { meanwhile.isEndingTurn = false }
    isAdvanced = false
    while case let completions = engine.takeCompletions(), !completions.isEmpty {
      for completion in completions { completion() }
    }
    if clockOwner != nil, engine.date != dateMoved {
      dateMoved = engine.date
      engine.keep(lead: clock.lead(of: dateMoved))
    }
    commit()
    for notice in engine.takeNotices() { tell(notice) }
    // Those who only listen come first: each send wakes somebody up, and between a write and the news of it there should
    // be no wake-up but the one of its reader.
    flush { !$0.hasAnswered }
    flush { _ in true }
    dirty.removeAll(keepingCapacity: true)
    if bufferedBytes > settings.bufferBytesMax { relieve() }
    coder.endTurn()
    renewDeliveries()
    shutdown?.endTurn()
    releaseWaiting()
  }

  /// From here on as much may be delivered and looked through again as in a turn.
  func renewDeliveries() {
    engine.delivery.renewLooks()
    deliveriesLeft = Connection.deliveriesPerTurn
  }

  /// All connections together have too much waiting: those that have most are cut, until a quarter is free again.
  private func relieve() {
    let greediest = connections.values.filter(\.isOpen).sorted { $0.waitingBytes > $1.waitingBytes }
    var rest = bufferedBytes
    for connection in greediest where rest > settings.bufferBytesMax / 4 * 3 {
      rest -= connection.waitingBytes
      log(.warning, "a client has too much waiting session=\(connection.session.id) waiting=\(connection.waitingBytes)")
      connection.cut(.memory(settings.bufferBytesMax))
    }
    loop.post {}
  }

  private func flush(where condition: (Connection) -> Bool) {
    // A connection that is closed on the way can make further ones dirty: the list grows while it is walked.
    var next = 0
    while next < dirty.count {
      let connection = dirty[next]
      next += 1
      guard connection.isDirty, condition(connection) else { continue }
      connection.isDirty = false
      connection.flush()
    }
  }

  /// Hands the turn's commits to the journal. If that fails, the turn did not happen: what was answered in it is taken back,
  /// and what the engine says it committed is delivered to nobody.
  func commit() {
    // It may have failed in the middle of this turn, when what was committed was to be kept for others.
    guard !isTakenBack else { return }
    let before = engine.durableRevision
    let hasKept: Bool
    do throws(EngineError) {
      if let failure = syncing.failure { throw engine.fail(failure, keptUpTo: syncing.revision) }
      hasKept = try engine.flush()
      try syncIfPromised()
    } catch {
      isTakenBack = true
      log(.error, "nothing is accepted any more: \(RPCError(error).message)")
      let resume = Bookmark(epoch: engine.epoch, rev: before)
      for connection in connections.values { connection.takeBack(RPCError(error), resume: resume) }
      return
    }
    if hasKept { restJournal() }
  }

  private func tell(_ notice: Engine.Notice) {
    let event = SessionNotice(notice)
    var isHeard = notice.knownTo != nil
    for connection in connections.values where Self.hears(connection.session, notice) {
      connection.notify(event)
      isHeard = true
    }
    guard !isHeard, !notice.isForTail else { return }
    log(.info, "nobody is connected to hear: \(event.json)")
    if notice.isUnowned, let count = beforeAnybody?.count, count < Self.beforeAnybodyMax {
      beforeAnybody?.append(event)
    }
  }

  /// So much of what named pipelines say when they begin again is kept for who comes back after a restart.
  private static let beforeAnybodyMax = 100

  /// Gives the first that hears of named pipelines what these have said before anybody was there.
  func tellBeginning(to connection: Connection) {
    guard !connection.session.features.isDisjoint(with: [.output, .tail]), let notices = beforeAnybody else { return }
    beforeAnybody = nil
    // Its greeting is answered first.
    if !notices.isEmpty { loop.post { [weak connection] in notices.forEach { connection?.notify($0) } } }
  }

  private static func hears(_ session: ClientSession, _ notice: Engine.Notice) -> Bool {
    if session.id == notice.knownTo { return false }
    switch notice.kind {
    // Nobody asked for it; who is in the middle of something else has no use for a word about it.
    case .problem, .provider: return session.hasHeardOfProblems
    default: break
    }
    if session.features.contains(.tail) { return true }
    if notice.isForTail { return false }
    return session.id == notice.session || notice.isUnowned && session.features.contains(.output)
  }

  /// Ends a subscription and says so to its client.
  func close(_ feed: Feed, _ reason: WireEvent.EndReason) {
    let resume = engine.delivery.resumePoint(of: feed.subscription).map { Bookmark(epoch: engine.epoch, rev: $0) }
    try? engine.delivery.close(name: feed.subscription.name, session: feed.subscription.session)
    feed.connection.end(feed, reason, resume: resume)
  }

  // MARK: Stopping

  /// Begins to stop: everybody is notified, subscriptions end with where to resume, connections close when they have taken
  /// what is theirs or `grace` is over, the journal is closed, and the loop stops. Idempotent.
  public func stop(grace: Duration? = nil) {
    guard shutdown == nil else { return }
    if meanwhile.isServing {
      engine.giveUpRunning("stopped: the daemon is stopping")
      return afterRunning { [link] in link.server?.stop(grace: grace) }
    }
    log(.notice, "stopping clients=\(connections.count)")
    shutdown = Shutdown(of: self, grace: grace ?? settings.shutdownGrace)
  }

  /// The last step of stopping.
  func finishStopping() {
    stopSyncing()
    backup?.giveUp()
    for connection in connections.values { connection.close() }
    commit()
    do { try journal.close() } catch { log(.error, "\(error)") }
    for listener in listeners { listener.close() }
    listeners = []
    log(.notice, "stopped rev=\(engine.revision)")
    loop.stop()
  }
}
