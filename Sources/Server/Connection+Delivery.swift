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

  /// Events of all connections in a turn. Who hears of what this turn has brought has a few; who is far behind has as many as
  /// there are, and takes the rest in the next turns, so that the others have theirs.
  static let deliveriesPerTurn = 1024
  /// Of these, what each connection has at least.
  static let deliveriesMin = 64
  /// Of a run, whose events are made once for all, so many count as one.
  private static let eventsOfRunPerDelivery = 16

  /// Delivers what fits into the outbox now, one event of each feed in turn.
  /// - Parameter left: how many events at most; what is left of them.
  func deliver(_ left: inout Int) {
    // When all readers together have too much, a reader gets more only when it has taken what it had.
    let room = server.isShortOfMemory ? 1 : server.settings.eventBytesQueued
    let waiting = server.meanwhile.isServing ? queue.take(where: mustWait) : []
    var searching: [Feed] = []
    defer {
      for feed in waiting + searching { queue.append(feed) }
      if !searching.isEmpty { goOnInNextTurn() }
    }
    while outbox.count < room, left > 0, let feed = queue.first {
      // One that is not announced was opened by a batch that is not complete yet, and is queued again when it is.
      if queue.isOfOne, let count = deliverRun(feed, room: room - outbox.count) {
        left -= 1 + count / Self.eventsOfRunPerDelivery
        continue
      }
      guard feed.isAnnounced, feed.isOpen, let event = delivery.next(of: feed.subscription) else {
        queue.removeFirst()
        if feed.isOpen, feed.subscription.isSearching { searching.append(feed) }
        continue
      }
      left -= event.deliveries
      write(event, feed)
      // That may have ended it, and then the queue has forgotten it already.
      if feed.isOpen { queue.rotate() }
    }
  }

  /// What takes long is delivered in parts, and looked for in history in parts.
  func goOnInNextTurn() {
    server.loop.post { [weak self] in
      guard let self, !isClosed else { return }
      server.markDirty(self)
    }
  }

  /// Delivers many commits in one step, to one who takes all of them.
  /// - Returns: how many; nil if there were none.
  private func deliverRun(_ feed: Feed, room: Int) -> Int? {
    guard feed.isAnnounced, feed.isOpen, feed.shape.form != .patch,
      let run = delivery.nextRun(of: feed.subscription)
    else { return nil }
    let sentBefore = feed.sent
    coder.withBodies(of: run, feed.shape, of: delivery, room: room) { bodies, bytes in
      outbox.encoder.events(feed.prefix, from: feed.sent + 1, bodies, in: bytes)
      feed.sent += bodies.count
    }
    let count = feed.sent - sentBefore
    guard count > 0 else { return nil }
    traffic.events += count
    if turn != nil { turn!.events.append((feed, sentBefore)) }
    delivery.take(run, through: run.first + count - 1, of: feed.subscription)
    return count
  }

  private func mustWait(_ feed: Feed) -> Bool { server.meanwhile.isServing && feed.subscription.waitsForProgram }

  /// Delivers to the client's own `every` subscriptions what its request has caused, so that the reply comes after it. What
  /// waited before was not much (`isBehind`), or was let go by this very request, and then the rest of it comes later.
  func deliverOwn() {
    guard session.everyFeeds > 0 else { return }
    let made = max(0, server.engine.revision - revisionAsked)
    for feed in queue.take(where: { $0.isEvery && $0.isAnnounced && !mustWait($0) }) {
      var (events, looks) = (Self.ownEventsMax + made, Self.ownLooksMax + made)
      while isOpen {
        guard events > 0, looks > 0 else {
          requeue(feed)
          break
        }
        if let event = delivery.next(of: feed.subscription) {
          events -= 1
          write(event, feed)
          continue
        }
        guard feed.isOpen, feed.subscription.isSearching else { break }
        // Until it is `ready`, nothing is promised of its order.
        guard feed.subscription.isLive else {
          requeue(feed)
          break
        }
        looks -= Delivery.looksMax
        delivery.renewLooks()
      }
    }
  }

  /// A feed goes on where it has got to.
  private func requeue(_ feed: Feed) {
    guard feed.isOpen else { return }
    queue.append(feed)
    server.markDirty(self)
  }

  /// So many events may wait for each of the client's own `every` subscriptions when its next request begins, and so many commits
  /// be looked at for them.
  private static let (ownEventsMax, ownLooksMax) = (256, 1024)

  /// Whether the client's own `every` subscriptions are so far behind that its next request waits until they have got on: the
  /// reply comes after all of that.
  var isBehind: Bool {
    session.everyFeeds > 0
      && queue.contains { feed in
        guard feed.isEvery, feed.isAnnounced, !mustWait(feed) else { return false }
        let backlog = feed.subscription.backlog
        return backlog.events > Self.ownEventsMax || backlog.commits > Self.ownLooksMax
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

extension EngineEvent {
  /// As how many it counts among the deliveries of a turn: one of thousands of values takes as long as many.
  fileprivate var deliveries: Int {
    switch self {
    case .commit(let commit): 1 + commit.redacted.changes.count / Self.valuesPerDelivery
    case .snapshot(let entries, _): 1 + entries.count / Self.valuesPerDelivery
    default: 1
    }
  }

  private static let valuesPerDelivery = 8
}
