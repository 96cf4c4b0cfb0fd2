// One client's socket: bytes in, frames, requests; replies and events, bytes out.
//
//   open ── end of input ──▶ half ── nothing owed any more ──▶ closing ── all sent ──▶ closed
//     └──────── bye, greeting of another protocol ─────────────▲
//   any ── the peer is gone, or takes nothing for too long ──▶ closed
//
// Requests run when they are read. What they answer waits in the outbox until the turn ends: it leaves only after the
// journal has the turn's commits.

internal import Engine
internal import EventLoop
internal import Wire

final class Connection: ReadyHandler {
  private enum Phase {
    /// Reads and writes.
    case open
    /// The client will ask nothing more; it still hears of what it subscribed to.
    case half
    /// Nothing more is read; it ends when everything is sent.
    case closing
    case closed
  }

  /// Not reached once the connection is closed, which a server does with all of its own before it goes. Unchecked, because
  /// it is read several times a request.
  unowned(unsafe) let server: Server
  /// The server's, at hand for each event.
  let delivery: Delivery
  let coder: EventCoder
  var session: ClientSession
  /// That of its session.
  let number: Int
  private let transport: any Transport
  private var decoder = MessageDecoder()
  /// What was read while a program ran and needs it, in order.
  private var deferred: [Incoming] = []
  /// A request of its has left in the middle of its work: those behind it wait.
  var hasPaused = false
  var outbox = Outbox()
  /// Feeds that have events.
  var queue = FeedQueue()
  private var phase = Phase.open
  /// The other end is closed: what is still there to read is read, what would be sent is dropped.
  private var peerIsGone = false
  /// Requests wait because the client does not take its replies, or for others to have their turn.
  private var isHeld = false
  /// Requests that were read go on in the next turn.
  private var isToGoOn = false
  /// The last commit before the request that runs, or ran last.
  var revisionAsked = 0
  /// The socket took less than it was offered.
  private var isBlocked = false
  private var stall: LoopTimer?
  /// In the server's list of connections to be flushed at the end of the turn.
  var isDirty = false
  /// What has gone through it.
  var traffic = Traffic()
  /// What was answered in this turn, should it have to be taken back.
  var turn: Turn?

  struct Turn {
    let mark: Outbox.Mark
    var answered: [RequestID] = []
    /// The feeds of the events that were delivered already, each with how many were before.
    var events: [(feed: Feed, sentBefore: Int)] = []
  }
  var isInBatch = false
  /// Requests that have not been answered, and notifications that are still at work.
  var inflight: [RequestID: PendingReply] = [:]
  var silent: [PendingReply] = []
  /// Members of the batch that is running which are answered later, and batches that wait for such.
  var batchPending: [PendingReply] = []
  var batches: [PendingBatch] = []
  var syncs: [() -> Void] = []
  /// Opened by requests whose replies are not written yet.
  var unannounced: [Feed] = []
  var openedInTurn: [Feed] = []

  init(_ transport: any Transport, number: Int, session: ClientSession, server: Server) {
    self.transport = transport
    self.number = number
    self.session = session
    self.server = server
    delivery = server.engine.delivery
    coder = server.coder
  }

  func start() throws(SystemError) {
    try transport.attach(to: server.loop, interest: .readable, handler: self)
  }

  var isOpen: Bool { phase == .open || phase == .half }
  var isClosed: Bool { phase == .closed }

  /// Whether it was answered in this turn.
  var hasAnswered: Bool { turn != nil }

  /// What waits to be sent to it.
  var waitingBytes: Int { outbox.count }

  // MARK: In

  var isServedMeanwhile: Bool { phase == .open }

  func ready(_ readiness: Readiness) {
    guard phase != .closed else { return }
    server.markDirty(self)  // a writable socket is written to at the end of the turn, and never before
    if readiness.contains(.hangup) { peerIsGone = true }
    if readiness.contains(.readable) || peerIsGone { read() }
  }

  private func read() {
    var budget = server.settings.readBytesPerTurn
    while budget > 0, phase == .open, !isHeld, deferred.count < server.settings.inflightMax {
      let room = UnsafeMutableRawBufferPointer(rebasing: server.readBuffer.prefix(budget))
      switch transport.read(into: room) {
      case .bytes(let count):
        if count > 4096 { server.memory.noteUse(by: self) }
        traffic.received += count
        decoder.append(UnsafeRawBufferPointer(rebasing: room.prefix(count)))
        run()
        // A short read has emptied the socket; asking again would cost a call to hear so.
        if count < room.count { return }
        budget -= count
      case .wouldBlock:
        if peerIsGone { close() }
        return
      case .end:
        // What waits is done first, and it is read again then.
        guard deferred.isEmpty, !isToGoOn else { return }
        if !isBusy { endInput() } else if peerIsGone { giveUpUnchanged() }
        return
      case .failed(let error):
        // So is what it had written before it broke, which closing it without having read everything does.
        peerIsGone = true
        guard deferred.isEmpty, !isToGoOn else { return }
        server.log(.info, "a client's connection broke session=\(session.id) error=\(error)")
        close()
        return
      }
    }
    if peerIsGone, phase != .open { close() }
  }

  /// Nobody takes the reply any more: what has changed nothing yet ends. What has changed something is done, and so is a
  /// notification, whose client never meant to wait.
  private func giveUpUnchanged() {
    if server.meanwhile.isServing, let running = server.meanwhile.running, running.connection === self {
      if running.id != nil, server.meanwhile.isUntouched { server.stopRunning(for: self, nil, "its client has gone") }
    } else if silent.isEmpty {
      close()
    }
  }

  /// Runs the whole frames that have been read.
  private func run() {
    var shift = Shift()
    while phase == .open {
      if shift.isOver(server.loop) {
        isHeld = true
        server.markDirty(self)
        return
      }
      let room = server.isShortOfMemory ? server.settings.eventBytesQueued : server.settings.outboxBytesMax
      guard outbox.count < room && !isBehind || peerIsGone else {
        isHeld = true
        server.markDirty(self)
        return
      }
      revisionAsked = server.engine.revision
      if canTakeSets, let set = decoder.nextSet() {
        server.set(set, on: self)
        shift.sets += 1
        continue
      }
      guard let incoming = next() else { return }
      if isBusy, !answerMeanwhile(incoming) {
        if deferred.isEmpty, !hasPaused { server.meanwhile.waiting.append(self) }
        deferred.append(incoming)
        continue
      }
      handle(incoming)
      shift.others += 1
      // Nobody takes what it answered.
      if peerIsGone { outbox = Outbox() }
    }
  }

  /// Whoever may do everything, and nothing that came before is still to be done.
  private var canTakeSets: Bool {
    deferred.isEmpty && !isBusy && !peerIsGone && session.role == .owner && server.shutdown == nil
  }

  private func next() -> Incoming? {
    if deferred.isEmpty || isBusy { return decoder.next(&server.parser) }
    return deferred.removeFirst()
  }

  /// A program runs, or waits for its turn in the middle of one of this connection's requests.
  private var isBusy: Bool { server.meanwhile.isServing || hasPaused }

  /// Its request is done that was paused, or waits by itself.
  func free() {
    hasPaused = false
    server.loop.post { [self] in goOn() }
  }

  /// The program is done for which requests of this connection have waited.
  func goOn() {
    guard phase == .open, !hasPaused else { return }
    server.markDirty(self)
    run()
  }

  /// In the middle of its own request: what has come with that, such as its being given up, is in no socket any more.
  func goOnMeanwhile() {
    guard phase == .open, !isHeld else { return }
    server.markDirty(self)
    run()
  }

  /// Whether it is dealt with in the middle of a program, or need not be dealt with any more.
  private func answerMeanwhile(_ incoming: Incoming) -> Bool {
    guard case .single(let message) = incoming else { return false }
    switch message {
    case .request(let request):
      // Whatever else came first is answered first.
      guard deferred.isEmpty && server.meanwhile.before !== self || request.method == SessionPing.method.name else {
        return false
      }
      return server.canAnswerMeanwhile(request)
    case .notification(let notification):
      guard notification.method == CancelParams.name,
        let params = try? CancelParams(params: notification.params, strict: false)
      else { return false }
      return cancelMeanwhile(params.id)
    case .response: return true
    case .invalid: return deferred.isEmpty
    }
  }

  /// A request is given up that runs, or that waits for what runs.
  private func cancelMeanwhile(_ id: RequestID) -> Bool {
    if server.stopRunning(for: self, id, "its request was cancelled") {
      pending(id)?.cancel { server.afterRunning($0) }
      return true
    }
    let index = deferred.firstIndex { incoming in
      if case .single(.request(let request)) = incoming { request.id == id } else { false }
    }
    if let index {
      deferred.remove(at: index)
      fail(id, .cancelled)
      return true
    }
    guard hasPaused, let paused = pending(id) else { return false }
    server.afterRunning { paused.cancel() }
    return true
  }

  private func endInput() {
    if let incoming = decoder.finish(&server.parser) { handle(incoming) }
    guard phase == .open else { return }
    phase = .half
    if peerIsGone { close() }
  }

  private func handle(_ incoming: Incoming) {
    switch incoming {
    case .single(let message): handle(message)
    case .batch(let messages): handle(batch: messages)
    case .unreadable(let error, let closing):
      fail(nil, error)
      if closing {
        server.log(.info, "a client speaks another protocol session=\(session.id)")
        phase = .closing
      }
    }
  }

  func handle(_ message: Message) {
    switch message {
    // Who is gone may still have written; what it wanted to know is of no use to anybody.
    case .request(let request) where peerIsGone && MethodTable[request.method]?.access == .read: return
    case .request(let request):
      if !inflight.isEmpty, inflight[request.id] != nil { return fail(request.id, .duplicateID(request.id)) }
      if server.advance(before: request, on: self) { return }
      server.dispatch(request.method, request.params, request.id, on: self)
    case .notification(let notification): server.dispatch(notification.method, notification.params, nil, on: self)
    // We have asked nothing, so there is nothing it could answer.
    case .response: server.counters.strayResponses += 1
    case .invalid(let id, let error): fail(id, error)
    }
  }

  // MARK: Out

  /// Sends what the turn has brought, and delivers events into the room that makes. At the end of the turn only.
  func flush() {
    defer { count() }
    turn = nil
    if !openedInTurn.isEmpty { openedInTurn = [] }
    guard phase != .closed else { return }
    if peerIsGone { outbox = Outbox() }
    if outbox.count > 4096 || !queue.isEmpty { server.memory.noteUse(by: self) }
    var budget = server.settings.outboxBytesMax
    let deliveries = max(server.deliveriesLeft, Self.deliveriesMin)
    var deliveriesLeft = deliveries
    defer { server.deliveriesLeft -= deliveries - deliveriesLeft }
    while !peerIsGone {
      deliver(&deliveriesLeft)
      if !syncs.isEmpty, queue.isEmpty {
        let answers = syncs
        syncs = []
        for answer in answers { answer() }
        turn = nil
      }
      guard !outbox.isEmpty else { break }
      let waiting = outbox.count
      let outcome = outbox.send(to: transport, using: server.vector)
      switch outcome {
      case .written(let count):
        noteProgress()
        traffic.sent += count
        budget -= count
        if count < min(waiting, server.vector.byteCount) { return block() }
        // A long replay: others want their turn as well.
        if budget <= 0 { return goOnInNextTurn() }
      case .wouldBlock: return block()
      case .failed(let error):
        server.log(.info, "a client stopped reading session=\(session.id) error=\(error)")
        return close()
      }
    }
    if deliveriesLeft <= 0, !queue.isEmpty { goOnInNextTurn() }
    unblock()
    if phase == .closing || (phase == .half && session.feeds.isEmpty && inflight.isEmpty) {
      close()
    } else {
      updateInterest()
    }
  }

  /// The socket is full: the rest goes when it has room.
  private func block() {
    isBlocked = true
    if stall == nil, isHeld || phase == .closing {
      stall = server.loop.after(server.settings.writeStall) { [self] in
        guard phase != .closed else { return }
        stall = nil
        server.log(.warning, "a client does not read and is closed session=\(session.id) waiting=\(outbox.count)")
        if phase == .closing { return close() }
        cut(.stalled(server.settings.writeStall))
      }
    }
    updateInterest()
  }

  private func noteProgress() {
    if let stall { server.loop.cancel(stall) }
    stall = nil
  }

  private func unblock() {
    isBlocked = false
    guard isHeld else { return }
    isHeld = false
    isToGoOn = true
    // Requests that were read already go on; without them the socket would have to say something first.
    server.loop.post { [self] in
      isToGoOn = false
      guard phase == .open else { return }
      server.markDirty(self)
      run()
    }
  }

  private func updateInterest() {
    var interest: Readiness = []
    if phase == .open, !isHeld { interest.insert(.readable) }
    if isBlocked { interest.insert(.writable) }
    do { try transport.setInterest(interest) } catch { close() }
  }

  /// When it used large buffers last, as `MemorySweep` counts; `nil` when it has none.
  var lastLargeUse: Int?

  /// Gives memory back: nothing big has come or gone for a while.
  func shrink() {
    if outbox.isEmpty { outbox.shrink() }
    decoder.shrink()
  }

  /// Its part of what the server keeps for readers, as the server knows it.
  private var counted = 0

  private func count() {
    let waiting = phase == .closed ? 0 : outbox.count
    server.bufferedBytes += waiting - counted
    counted = waiting
  }

  // MARK: The end

  /// It does not read. What waits for it is dropped but for a line that has begun; its last words are the ends of its
  /// subscriptions, with where to resume, and why. They go into room that the system makes for them; if that is not
  /// enough, they wait as long as the rest has waited.
  func cut(_ reason: CutReason) {
    guard isOpen else { return }
    let dropped = outbox.cut()
    turn = nil
    queue = FeedQueue()
    for feed in session.feedsByName where feed.isAnnounced {
      // Events that were dropped have not been delivered: their numbers go to others, and the client's own place counts.
      let unsent = dropped.filter { $0.starts(with: feed.prefix.bytes) }
      feed.sent -= unsent.count
      let resume = unsent.isEmpty ? delivery.resumePoint(of: feed.subscription) : nil
      try? delivery.close(name: feed.subscription.name, session: session.id)
      end(feed, .slow, resume: resume.map { Bookmark(epoch: server.engine.epoch, rev: $0) })
    }
    notify(.closing(text: reason.text, setting: reason.setting))
    transport.makeRoom(for: outbox.count)
    finish()
  }

  /// Ends it when everything is sent.
  func finish() {
    if isOpen { phase = .closing }
    server.markDirty(self)
  }

  /// Ends it now, and with it everything the client owns.
  func close() {
    guard phase != .closed else { return }
    if server.meanwhile.isServing { return server.afterRunning { [self] in close() } }
    phase = .closed
    noteProgress()
    count()
    letGo()
    server.forget(self)
  }

  /// The server is going: nothing more is said to anybody.
  func abandon() {
    phase = .closed
    letGo()
  }

  private func letGo() {
    for pending in Array(inflight.values) + silent { pending.abandon() }
    inflight = [:]
    silent = []
    syncs = []
    deferred = []
    // Feeds know their connection.
    queue = FeedQueue()
    (unannounced, openedInTurn, turn) = ([], [], nil)
    session.feeds = [:]
    transport.close()
  }
}
