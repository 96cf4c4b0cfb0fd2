// From a connection's subscriptions to its outbox: after the reply that opened them, each in its turn. See `Connection`.
//
//   Delivery.next(of:) ─► EventCoder: the bytes, shared by all who hear of the same commit ─► Outbox

internal import Engine
internal import EventLoop
internal import Wire

extension Connection {
  /// Opens a feed of a subscription that the engine has just opened.
  func open(_ subscription: Subscription, form: ValueForm = .full) {
    let feed = Feed(subscription, form: form, on: self)
    session.feeds[subscription.name] = feed
    unannounced.append(feed)
    if feed.isEvery { session.everyFeeds += 1 }
    subscription.deliver(to: feed)
  }

  /// The replies to what opened feeds are written: from here on events of them may follow.
  func announce() {
    guard !unannounced.isEmpty else { return }
    for feed in unannounced { feed.isAnnounced = true }
    openedInTurn += unannounced
    unannounced = []
  }

  /// The last event of a feed, which the engine has closed or is about to forget.
  func end(_ feed: Feed, _ reason: WireEvent.EndReason, resume: Bookmark?) {
    server.markDirty(self)
    forget(feed)
    append(.end(reason: reason, resume: resume), feed)
  }

  /// Nothing more is told of a feed.
  func forget(_ feed: Feed) {
    session.feeds[feed.subscription.name] = nil
    feed.isOpen = false
    traffic.lost += feed.subscription.lost
    if feed.isEvery { session.everyFeeds -= 1 }
    _ = queue.take { $0 === feed }
  }

  /// A feed has events.
  func enqueue(_ feed: Feed) {
    guard !isClosed else { return }
    queue.append(feed)
    server.markDirty(self)
  }

  /// Delivers what fits into the outbox now, one event of each feed in turn.
  func deliver() {
    // When all readers together have too much, a reader gets more only when it has taken what it had.
    let room = server.isShortOfMemory ? 1 : server.settings.eventBytesQueued
    let waiting = server.meanwhile.isServing ? queue.take(where: mustWait) : []
    var searching: [Feed] = []
    defer {
      for feed in waiting + searching { queue.append(feed) }
      if !searching.isEmpty { goOnInNextTurn() }
    }
    while outbox.count < room, let feed = queue.first {
      // One that is not announced was opened by a batch that is not complete yet, and is queued again when it is.
      if queue.isOfOne, deliverRun(feed, room: room - outbox.count) { continue }
      guard feed.isAnnounced, feed.isOpen, let event = delivery.next(of: feed.subscription) else {
        queue.removeFirst()
        if feed.isOpen, feed.subscription.isSearching { searching.append(feed) }
        continue
      }
      write(event, feed)
      // That may have ended it, and then the queue has forgotten it already.
      if feed.isOpen { queue.rotate() }
    }
  }

  /// What is looked for in history is looked for in parts.
  private func goOnInNextTurn() {
    server.loop.post { [weak self] in self.map { $0.server.markDirty($0) } }
  }

  /// Delivers many commits in one step, to one who takes all of them.
  /// - Returns: whether there were any.
  private func deliverRun(_ feed: Feed, room: Int) -> Bool {
    guard feed.isAnnounced, feed.isOpen, feed.shape.form != .patch,
      let run = delivery.nextRun(of: feed.subscription)
    else { return false }
    let sentBefore = feed.sent
    coder.withBodies(of: run, feed.shape, of: delivery, room: room) { bodies, bytes in
      outbox.encoder.events(feed.prefix, from: feed.sent + 1, bodies, in: bytes)
      feed.sent += bodies.count
    }
    let count = feed.sent - sentBefore
    guard count > 0 else { return false }
    traffic.events += count
    if turn != nil { turn!.events.append((feed, sentBefore)) }
    delivery.take(run, through: run.first + count - 1, of: feed.subscription)
    return true
  }

  /// A condition is code of a program, and one runs.
  private func mustWait(_ feed: Feed) -> Bool { server.meanwhile.isServing && feed.subscription.needsProgram }

  /// Delivers to the client's own `every` subscriptions what its request has caused, so that the reply comes after it.
  func deliverOwn() {
    guard session.everyFeeds > 0 else { return }
    for feed in queue.take(where: { $0.isEvery && $0.isAnnounced && !mustWait($0) }) {
      while isOpen {
        if let event = delivery.next(of: feed.subscription) { write(event, feed); continue }
        guard feed.isOpen, feed.subscription.isSearching else { break }
        guard feed.subscription.isLive else {
          // It goes on where it has got to: until it is `ready`, nothing is promised of its order.
          queue.append(feed)
          server.markDirty(self)
          break
        }
        delivery.renewLooks()
      }
    }
  }

  /// Delivers what a subscription says of itself before the reply to the request that caused it.
  func deliverUrgent(_ name: String) {
    guard let feed = session.feeds[name], feed.isAnnounced else { return }
    while let event = delivery.nextUrgent(of: feed.subscription) { write(event, feed) }
  }

  private func write(_ event: EngineEvent, _ feed: Feed) {
    switch event {
    case .commit(let commit):
      appendIfItFits(
        feed.shape.form == .patch
          ? coder.patch(commit, nil, feed) : coder.body(of: commit, feed.shape), feed)
    case .change(let change): appendIfItFits(coder.body(of: change, feed), feed)
    case .value(let value): appendIfItFits(coder.body(of: value, feed.shape), feed)
    case .snapshot(let entries, let revision):
      feed.learn(entries)
      for part in coder.snapshot(entries[...], revision: revision) { appendIfItFits(part, feed) }
    case .end(let reason, let revision):
      let resume = revision.map { Bookmark(epoch: server.engine.epoch, rev: $0) }
      end(feed, WireEvent.EndReason(rawValue: reason.rawValue) ?? .error, resume: resume)
      try? delivery.close(name: feed.subscription.name, session: session.id)
    default: append(WireEvent(event, oldest: delivery.oldestRevision), feed)
    }
  }

  // MARK: Into the outbox

  private func append(_ event: WireEvent, _ feed: Feed) { append(coder.body(of: event), feed) }

  private func append(_ body: SharedBytes, _ feed: Feed) {
    if turn != nil { turn!.events.append((feed, feed.sent)) }
    feed.sent += 1
    traffic.events += 1
    outbox.append(feed.prefix, number: feed.sent, body)
  }

  /// An event that is too long for a frame would break the client, and leaving it out would be a silent loss: the
  /// subscription fails and says why.
  private func appendIfItFits(_ body: SharedBytes, _ feed: Feed) {
    if body.fitIntoAFrame { return append(body, feed) }
    // Parts of one snapshot: the first that was too long has ended it.
    guard feed.isOpen else { return }
    if session.features.contains(.parts) { return appendInParts(body, feed) }
    let error = RPCError.tooLarge(
      size: body.count, limit: WireLimits.frameBytesMax,
      "An event has \(body.count) bytes, over the frame limit of \(WireLimits.frameBytesMax); watch smaller parts, or "
        + "ask for the feature 'parts'.")
    append(.failed(error), feed)
    server.close(feed, .error)
  }

  /// The body begins with a comma and ends the params and the message; what is in between is the event.
  private func appendInParts(_ body: SharedBytes, _ feed: Feed) {
    let text = [UInt8(ascii: "{")] + Array(UnsafeRawBufferPointer(rebasing: body.bytes.dropFirst().dropLast(2)))
    let pieces = text.cutBetweenCharacters(every: 128 << 10)
    for (index, piece) in pieces.enumerated() {
      append(.part(number: index + 1, of: pieces.count, text: String(decoding: piece, as: UTF8.self)), feed)
    }
  }
}
