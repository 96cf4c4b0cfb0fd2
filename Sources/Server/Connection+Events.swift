// What a connection's subscriptions say, and when: after the reply that opened them, each in its turn. See `Connection`.

internal import Engine
internal import Wire

extension Connection {
  /// Opens a feed of a subscription that the engine has just opened.
  func open(_ subscription: Subscription, form: ValueForm = .full) {
    let feed = Feed(subscription, form: form, on: self)
    subscription.attachment = feed
    session.feeds[subscription.name] = feed
    unannounced.append(feed)
    if feed.isEvery { session.everyFeeds += 1 }
  }

  /// The replies to what opened feeds are written: from here on they may speak.
  func announce() {
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
  func deliverOwn() {
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
  func pullEvents() {
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
}
