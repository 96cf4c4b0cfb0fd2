// What a connection answers, at once or later, and how it is taken back: see `Connection`.

internal import Engine
internal import EventLoop
internal import Wire

extension Connection {
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

  /// Answers every request that still waits with an error: the daemon stops, or its journal has failed.
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
    traffic.requests += 1
    guard let id else { return }
    noteTurn(id)
    if !session.writing.isEmpty { server.noteAnswered(id, failed: false, on: self) }
    if isInBatch {
      server.batchReplies.respond(id, result)
    } else {
      deliverOwn()
      outbox.encoder.respond(id, result)
      announce()
    }
  }

  /// The same, with what may be long. It is written apart: whoever is looked after meanwhile may be answered here, too.
  func reply(_ id: RequestID?, inParts result: some WireEncodable) {
    var writer = JSONWriter { [server] in server.lookAfterOthers() }
    if id != nil { result.encode(to: &writer) }
    reply(id, WrittenResult(bytes: writer.buffer.withReadable { [UInt8]($0) }))
  }

  private struct WrittenResult: WireEncodable {
    let bytes: [UInt8]

    func encode(to writer: inout JSONWriter) { writer.raw(bytes) }
  }

  /// Answers a `store.set` that was no member of a batch.
  func reply(_ id: Int, to set: Engine.WriteReceipt) {
    server.counters.requests += 1
    traffic.requests += 1
    noteTurn(.number(id))
    if !session.writing.isEmpty { server.noteAnswered(.number(id), failed: false, on: self) }
    deliverOwn()
    outbox.encoder.respond(id, rev: set.revision, v: set.version, changed: set.changed)
    announce()
  }

  /// Answers a request with an error. Without an id it must be one that no message could be made out for.
  func fail(_ id: RequestID?, _ error: RPCError) {
    server.counters.requests += 1
    traffic.requests += 1
    server.counters.refused += 1
    noteTurn(id)
    if let id, !session.writing.isEmpty { server.noteAnswered(id, failed: true, on: self) }
    let error = told(error)
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
    do { try outbox.encoder.send(SessionNotice.name, told(notice)) } catch {
      server.log(.warning, "a notice did not fit into a frame session=\(session.id)")
    }
  }

  /// Asks a provider of the connection.
  func ask(_ request: ProvideRequest) {
    server.markDirty(self)
    do { try outbox.encoder.send(ProvideRequest.name, request) } catch {
      server.log(.warning, "a request did not fit into a frame session=\(session.id) request=\(request.request)")
    }
  }

  func noteTurn(_ id: RequestID? = nil) {
    if turn == nil { turn = Turn(mark: outbox.mark) }
    if let id { turn!.answered.append(id) }
  }

  /// The turn's commits did not reach the journal: nothing that was said in it is true. Who asked is answered with the reason, and
  /// subscriptions end where the journal does.
  func takeBack(_ error: RPCError, resume: Bookmark) {
    if let turn {
      outbox.rollBack(to: turn.mark)
      for (feed, sentBefore) in turn.events.reversed() { feed.sent = sentBefore }
      for id in turn.answered { outbox.encoder.fail(id, error) }
    }
    turn = nil
    failPending(error)
    for feed in session.feedsByName {
      if feed.isAnnounced, !openedInTurn.contains(where: { $0 === feed }) {
        end(feed, .error, resume: resume)
      } else {
        // Its opening was taken back: it has never been there.
        forget(feed)
      }
    }
  }
}
