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

  /// Outlives its connections: it closes them, and the loop that calls them ends with it. Unchecked, because it is read
  /// several times a request.
  unowned(unsafe) let server: Server
  var session: ClientSession
  private let transport: any Transport
  private var decoder = MessageDecoder()
  private var outbox = Outbox()
  private var lane = FeedLane()
  private var phase = Phase.open
  /// The other end is closed: what is still there to read is read, what would be sent is dropped.
  private var peerIsGone = false
  /// Requests wait because the client does not take its replies.
  private var isHeld = false
  /// The socket took less than it was offered.
  private var isBlocked = false
  private var stall: LoopTimer?
  /// In the server's list of connections to be flushed at the end of the turn.
  var isDirty = false
  /// What was answered in this turn, should it have to be taken back.
  private var turn: Turn?

  private struct Turn {
    let mark: Outbox.Mark
    var answered: [RequestID] = []
    /// Feeds that have spoken in this turn already, with how much they had said before.
    var spoken: [(feed: Feed, sentBefore: Int)] = []
  }
  private var isInBatch = false
  /// Requests that have not been answered, and notifications that are still at work.
  private var inflight: [RequestID: PendingReply] = [:]
  private var silent: [PendingReply] = []
  /// Members of the batch that is running which are answered later, and batches that wait for such.
  private var batchPending: [PendingReply] = []
  private var batches: [PendingBatch] = []
  private var syncs: [() -> Void] = []
  /// Opened by requests whose replies are not written yet.
  private var unannounced: [Feed] = []
  private var openedInTurn: [Feed] = []

  init(_ transport: any Transport, session: ClientSession, server: Server) {
    self.transport = transport
    self.session = session
    self.server = server
  }

  func start() throws(SystemError) {
    try transport.attach(to: server.loop, interest: .readable, handler: self)
  }

  var isOpen: Bool { phase == .open || phase == .half }

  /// Whether it was answered in this turn.
  var hasAnswered: Bool { turn != nil }

  /// What waits to be sent to it.
  var waitingBytes: Int { outbox.count }

  // MARK: In

  func ready(_ readiness: Readiness) {
    server.markDirty(self)  // a writable socket is written to at the end of the turn, and never before
    if readiness.contains(.hangup) { peerIsGone = true }
    if readiness.contains(.readable) || peerIsGone { read() }
  }

  private func read() {
    var budget = server.settings.readBytesPerTurn
    while budget > 0, phase == .open, !isHeld {
      let room = UnsafeMutableRawBufferPointer(rebasing: server.readBuffer.prefix(budget))
      switch transport.read(into: room) {
      case .bytes(let count):
        if count > 4096 { server.memory.noteUse(by: self) }
        decoder.append(UnsafeRawBufferPointer(rebasing: room.prefix(count)))
        run()
        // A short read has emptied the socket; asking again would cost a call to hear so.
        if count < room.count { return }
        budget -= count
      case .wouldBlock:
        if peerIsGone { close() }
        return
      case .end:
        endInput()
        return
      case .failed(let error):
        server.log(.info, "a client's connection broke session=\(session.id) error=\(error)")
        close()
        return
      }
    }
    if peerIsGone, phase != .open { close() }
  }

  /// Runs the whole frames that have been read.
  private func run() {
    while phase == .open {
      let room = server.isShortOfMemory ? server.settings.eventBytesQueued : server.settings.outboxBytesMax
      guard outbox.count < room || peerIsGone else {
        isHeld = true
        return
      }
      guard let incoming = decoder.next(&server.parser) else { return }
      handle(incoming)
    }
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

  private func handle(_ message: Message) {
    switch message {
    case .request(let request):
      if !inflight.isEmpty, inflight[request.id] != nil { return fail(request.id, .duplicateID(request.id)) }
      server.dispatch(request.method, request.params, request.id, on: self)
    case .notification(let notification): server.dispatch(notification.method, notification.params, nil, on: self)
    // We have asked nothing, so there is nothing it could answer.
    case .response: server.counters.strayResponses += 1
    case .invalid(let id, let error): fail(id, error)
    }
  }

  /// Runs the members in order and answers them together. Events of subscriptions that were open before come first, as
  /// they would before a single reply; those of subscriptions opened in the batch follow.
  private func handle(batch messages: [Message]) {
    isInBatch = true
    noteTurn()
    server.batchReplies.beginBatch()
    var ids: Set<RequestID> = []
    for message in messages {
      if case .request(let request) = message, !ids.insert(request.id).inserted {
        fail(request.id, .duplicateID(request.id))
      } else {
        handle(message)
      }
    }
    server.batchReplies.endBatch()
    isInBatch = false
    if !batchPending.isEmpty { return wait(for: batchPending) }
    deliverOwn()
    guard !server.batchReplies.isEmpty else { return }
    outbox.append(server.batchReplies.withReadable { SharedBytes($0) })
    server.batchReplies.consume(server.batchReplies.count)
    server.batchReplies.shrink(to: 1024)
    announce()
  }

  /// Some members of a batch are answered later, and so the batch is.
  private func wait(for pending: [PendingReply]) {
    let batch = PendingBatch(server.batchReplies.bytes(), waiting: pending.count)
    for reply in pending { reply.join(batch) }
    batches.append(batch)
    batchPending = []
    server.batchReplies.consume(server.batchReplies.count)
    batch.feeds = unannounced
    unannounced = []
  }

  /// A batch has all its replies.
  func send(_ batch: PendingBatch, _ line: [UInt8]) {
    guard isOpen else { return }
    server.markDirty(self)
    noteTurn()
    deliverOwn()
    outbox.append(line.withUnsafeBytes { SharedBytes($0) })
    unannounced += batch.feeds
    announce()
    for feed in batch.feeds where feed.isOpen { enqueue(feed) }
  }

  // MARK: Pending replies

  /// A request that is answered later.
  func promise(_ id: RequestID?) throws(RPCError) -> PendingReply {
    let limit = server.settings.inflightMax
    guard inflight.count + silent.count < limit else {
      throw RPCError(
        .overloaded, "\(limit) requests of this connection wait for their replies, and no more are taken.",
        ["limit": .int(limit), "setting": "limits.inflight", "retryAfterMs": 100])
    }
    let pending = PendingReply(id, on: self)
    if let id {
      inflight[id] = pending
      if isInBatch { batchPending.append(pending) }
    } else {
      silent.append(pending)
    }
    return pending
  }

  func pending(_ id: RequestID) -> PendingReply? { inflight[id] }
  var inflightCount: Int { inflight.count }

  func noteAnswer(_ pending: PendingReply) {
    server.markDirty(self)
    if let id = pending.id { inflight[id] = nil } else { silent.removeAll { $0 === pending } }
    if isInBatch { batchPending.removeAll { $0 === pending } }
    // Its batch is on its way once the last has answered.
    guard !batches.isEmpty else { return }
    server.loop.post { [self] in
      if inflight.isEmpty { batches = [] }
    }
  }

  /// The daemon stops, or its journal has failed: what waits is told.
  func failPending(_ error: RPCError) {
    for pending in inflight.values.sorted(by: { "\($0.id!)" < "\($1.id!)" }) {
      pending.onCancel?()
      pending.fail(error)
    }
  }

  /// `sub.sync`: to be answered when nothing waits any more.
  func sync(_ answer: @escaping () -> Void) {
    syncs.append(answer)
    server.markDirty(self)
  }

  // MARK: Replies

  /// Answers a request; a notification (no id) is never answered.
  func reply(_ id: RequestID?, _ result: some WireEncodable) {
    server.counters.requests += 1
    guard let id else { return }
    noteTurn(id)
    if isInBatch {
      server.batchReplies.respond(id, result)
    } else {
      deliverOwn()
      outbox.encoder.respond(id, result)
      announce()
    }
  }

  /// Answers a request with an error. Without an id it must be one that no message could be made out for.
  func fail(_ id: RequestID?, _ error: RPCError) {
    server.counters.requests += 1
    server.counters.refused += 1
    noteTurn(id)
    if isInBatch {
      server.batchReplies.fail(id, error)
    } else {
      deliverOwn()
      outbox.encoder.fail(id, error)
    }
  }

  /// Tells something that was not asked for.
  func notify(_ notice: SessionNotice) {
    server.markDirty(self)
    // A notice is a few hundred bytes and a printed line at most as long as the program may make it.
    do { try outbox.encoder.send(SessionNotice.name, notice) } catch {
      server.log(.warning, "a notice did not fit into a frame session=\(session.id)")
    }
  }

  private func noteTurn(_ id: RequestID? = nil) {
    if turn == nil { turn = Turn(mark: outbox.mark) }
    if let id { turn!.answered.append(id) }
  }

  /// The turn's commits did not reach the journal: nothing that was said in it is true. Who asked is told why, and
  /// subscriptions end where the journal does.
  func takeBack(_ error: RPCError, resume: Bookmark) {
    if let turn {
      outbox.rollBack(to: turn.mark)
      for (feed, sentBefore) in turn.spoken.reversed() { feed.subscription.sent = sentBefore }
      for id in turn.answered { outbox.encoder.fail(id, error) }
    }
    turn = nil
    failPending(error)
    for feed in session.feedsByName {
      // One whose opening was taken back has never been there.
      if feed.isAnnounced, !openedInTurn.contains(where: { $0 === feed }) { end(feed, .error, resume: resume) }
    }
  }

  // MARK: Events

  /// Opens a feed of a subscription that the engine has just opened.
  func open(_ subscription: Subscription, form: ValueForm = .full) {
    let feed = Feed(subscription, form: form, on: self)
    subscription.attachment = feed
    session.feeds[subscription.name] = feed
    unannounced.append(feed)
    if feed.isEvery { session.everyFeeds += 1 }
  }

  /// The replies to what opened feeds are written: from here on they may speak.
  private func announce() {
    guard !unannounced.isEmpty else { return }
    for feed in unannounced { feed.isAnnounced = true }
    openedInTurn += unannounced
    unannounced = []
  }

  /// The last event of a feed, which the engine has closed or is about to forget.
  func end(_ feed: Feed, _ reason: WireEvent.EndReason, resume: Bookmark?) {
    server.markDirty(self)
    session.feeds[feed.subscription.name] = nil
    feed.isOpen = false
    if feed.isEvery { session.everyFeeds -= 1 }
    _ = lane.take { $0 === feed }
    say(.end(reason: reason, resume: resume), feed)
  }

  /// A feed has something to say.
  func enqueue(_ feed: Feed) {
    lane.append(feed)
    server.markDirty(self)
  }

  /// Tells the client's own `every` subscriptions what its request has caused, so that the reply comes after it.
  private func deliverOwn() {
    guard session.everyFeeds > 0 else { return }
    server.distribute()
    for feed in lane.take(where: { $0.isEvery && $0.isAnnounced }) {
      while isOpen, let event = server.engine.nextEvent(of: feed.subscription) { tell(event, feed) }
    }
  }

  /// What a subscription says of itself comes before the reply that caused it.
  func hurry(_ name: String) {
    guard let feed = session.feeds[name], feed.isAnnounced else { return }
    while let event = server.engine.nextUrgent(of: feed.subscription) { tell(event, feed) }
  }

  /// Pulls events while there is room, from each feed in turn.
  private func pullEvents() {
    // When all readers together have too much, a reader gets more only when it has taken what it had.
    let room = server.isShortOfMemory ? 1 : server.settings.eventBytesQueued
    while outbox.count < room, let feed = lane.first {
      // Its opening is answered in a batch that is not complete yet.
      if !feed.isAnnounced {
        lane.removeFirst()
        continue
      }
      if feed.isOpen, let event = server.engine.nextEvent(of: feed.subscription) {
        tell(event, feed)
        // Telling may have ended it, and then the lane has forgotten it already.
        if feed.isOpen { lane.rotate() }
      } else {
        lane.removeFirst()
      }
    }
  }

  private func tell(_ event: EngineEvent, _ feed: Feed) {
    switch event {
    case .change(let change):
      sayIfItFits(
        feed.shape.form == .patch ? server.events.patch(change, feed) : server.events.change(change, feed.shape), feed)
    case .value(let value): sayIfItFits(server.events.value(value, feed.shape), feed)
    case .snapshot(let entries, let revision):
      feed.learn(entries)
      for part in server.events.snapshot(entries[...], revision: revision) { sayIfItFits(part, feed) }
    case .end(let reason, let revision):
      let resume = revision.map { Bookmark(epoch: server.engine.epoch, rev: $0) }
      end(feed, WireEvent.EndReason(rawValue: reason.rawValue) ?? .error, resume: resume)
      try? server.engine.closeSubscription(name: feed.subscription.name, session: session.id)
    default: say(WireEvent(event, oldest: server.engine.oldestRevision), feed)
    }
  }

  private func say(_ event: WireEvent, _ feed: Feed) { say(server.events.event(event), feed) }

  private func say(_ body: SharedBytes, _ feed: Feed) {
    if turn != nil { turn!.spoken.append((feed, feed.subscription.sent)) }
    feed.subscription.sent += 1
    if body.count >= Outbox.sharedBytesMin {
      outbox.encoder.eventHead(feed.prefix, number: feed.subscription.sent)
      outbox.append(body)
    } else {
      outbox.encoder.event(feed.prefix, number: feed.subscription.sent, body: body.bytes)
    }
  }

  /// An event that is too long for a frame would break the client, and leaving it out would be a silent loss: the
  /// subscription fails and says why.
  private func sayIfItFits(_ body: SharedBytes, _ feed: Feed) {
    if body.fitIntoAFrame { return say(body, feed) }
    // Parts of one snapshot: the first that was too long has ended it.
    guard feed.isOpen else { return }
    if session.features.contains(.parts) { return sayInParts(body, feed) }
    let error = RPCError.tooLarge(
      size: body.count, limit: WireLimits.frameBytesMax,
      "An event has \(body.count) bytes, over the frame limit of \(WireLimits.frameBytesMax); watch smaller parts, or "
        + "ask for the feature 'parts'.")
    say(.failed(error), feed)
    server.close(feed, .error)
  }

  /// The body begins with a comma and ends the params and the message; what is in between is the event.
  private func sayInParts(_ body: SharedBytes, _ feed: Feed) {
    let text = [UInt8(ascii: "{")] + Array(UnsafeRawBufferPointer(rebasing: body.bytes.dropFirst().dropLast(2)))
    let pieces = text.cutBetweenCharacters(every: 128 << 10)
    for (index, piece) in pieces.enumerated() {
      say(.part(number: index + 1, of: pieces.count, text: String(decoding: piece, as: UTF8.self)), feed)
    }
  }

  // MARK: Out

  /// Sends what the turn has brought, and pulls events into the room that makes. At the end of the turn only.
  func flush() {
    defer { count() }
    turn = nil
    if !openedInTurn.isEmpty { openedInTurn = [] }
    guard phase != .closed else { return }
    if peerIsGone { outbox = Outbox() }
    if outbox.count > 4096 || !lane.isEmpty { server.memory.noteUse(by: self) }
    var budget = server.settings.outboxBytesMax
    while !peerIsGone {
      pullEvents()
      if !syncs.isEmpty, lane.isEmpty {
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
        budget -= count
        if count < min(waiting, server.vector.byteCount) { return block() }
        if budget <= 0 {
          // A long replay: others want their turn as well.
          return server.loop.post { [self] in
            if phase != .closed { server.markDirty(self) }
          }
        }
      case .wouldBlock: return block()
      case .failed(let error):
        server.log(.info, "a client stopped reading session=\(session.id) error=\(error)")
        return close()
      }
    }
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
      stall = server.loop.after(server.settings.writeStall) { [unowned self] in
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
    // Requests that were read already go on; without them the socket would have to say something first.
    server.loop.post { [self] in
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
    lane = FeedLane()
    for feed in session.feedsByName where feed.isAnnounced {
      // Events that were dropped have not been told: their numbers go to others, and the client's own place counts.
      let unsent = dropped.filter { $0.starts(with: feed.prefix.bytes) }
      feed.subscription.sent -= unsent.count
      let resume = unsent.isEmpty ? server.engine.resumePoint(of: feed.subscription) : nil
      try? server.engine.closeSubscription(name: feed.subscription.name, session: session.id)
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
    phase = .closed
    noteProgress()
    count()
    for pending in Array(inflight.values) + silent { pending.abandon() }
    inflight = [:]
    silent = []
    syncs = []
    transport.close()
    server.forget(self)
  }
}
