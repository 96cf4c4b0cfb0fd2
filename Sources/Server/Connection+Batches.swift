// Requests that one client sends as an array, and the one array that answers them: see `Connection`.

internal import Wire

extension Connection {
  /// Runs the members in order and answers them together. Events of subscriptions that were open before come first, as
  /// they would before a single reply; those of subscriptions opened in the batch follow.
  func handle(batch messages: [Message]) {
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
    isInBatch = false
    if !batchPending.isEmpty { return wait(for: batchPending) }
    server.batchReplies.endBatch()
    deliverOwn()
    guard !server.batchReplies.isEmpty else { return }
    outbox.append(server.batchReplies.withReadable { SharedBytes($0) })
    server.batchReplies.consume(server.batchReplies.count)
    server.batchReplies.shrink(to: 1024)
    announce()
  }

  /// Some members of a batch are answered later, and so the batch is.
  private func wait(for pending: [PendingReply]) {
    var replies = FrameEncoder()
    swap(&replies, &server.batchReplies)
    let batch = PendingBatch(replies, waiting: pending.count)
    for reply in pending { reply.join(batch) }
    batches.append(batch)
    batchPending = []
    batch.feeds = unannounced
    unannounced = []
  }

  /// A batch has all its replies.
  /// - Parameter line: nil where it had notifications alone.
  func send(_ batch: PendingBatch, _ line: SharedBytes?) {
    guard isOpen else { return }
    server.markDirty(self)
    noteTurn()
    deliverOwn()
    if let line { outbox.append(line) }
    unannounced += batch.feeds
    announce()
    for feed in batch.feeds where feed.isOpen { enqueue(feed) }
  }
}
