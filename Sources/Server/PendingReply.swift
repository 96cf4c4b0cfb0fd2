// Replies that come later than the turn in which they were asked for: what waits for a state, a time, a disk.

internal import Wire

/// A request that has not been answered yet. Answered once: by its result, an error, or its client's `$/cancel`.
final class PendingReply {
  let id: RequestID?
  /// Until it is done. (A weak reference would make every other one to the connection dearer.)
  private var connection: Connection?
  fileprivate weak var batch: PendingBatch?
  /// Gives up what is being done for it.
  private(set) var onCancel: (() -> Void)?
  private(set) var isDone = false
  /// It was answered while what is done for it was running.
  private var isGivenUp = false

  init(_ id: RequestID?, on connection: Connection) {
    self.id = id
    self.connection = connection
  }

  func reply(_ result: some WireEncodable) {
    guard let connection = finish() else { return }
    guard let batch else {
      // What it caused is among what its client has still to be told.
      if connection.isBehind { return connection.sync { [id] in connection.reply(id, result) } }
      return connection.reply(id, result)
    }
    batch.add(connection) { if let id { $0.respond(id, result) } }
  }

  func fail(_ error: RPCError) {
    guard let connection = finish() else { return }
    guard let id else {
      connection.server.log(.info, "a notification was refused session=\(connection.session.id) \(error.message)")
      return
    }
    guard let batch else { return connection.fail(id, error) }
    batch.add(connection) { $0.fail(id, connection.told(error)) }
  }

  /// Its client has no use for it any more.
  func cancel() {
    guard !isDone else { return }
    onCancel?()
    fail(.cancelled)
  }

  /// The same while what is done for it is running: it is answered now, and that is given up `later`.
  func cancel(_ later: (@escaping () -> Void) -> Void) {
    guard !isDone else { return }
    let giveUp = onCancel
    isGivenUp = true
    fail(.cancelled)
    if let giveUp { later(giveUp) }
  }

  /// - Parameter body: gives up what is being done for it; called at once where that has been wanted before it had come so far.
  fileprivate func onCancel(_ body: @escaping () -> Void) {
    if isGivenUp { body() } else { onCancel = body }
  }

  /// The connection is gone.
  func abandon() {
    guard !isDone else { return }
    isDone = true
    connection = nil
    onCancel?()
    onCancel = nil
  }

  private func finish() -> Connection? {
    guard !isDone else { return nil }
    isDone = true
    onCancel = nil
    defer { connection = nil }
    connection?.noteAnswer(self)
    return connection
  }

  /// Its batch has run to its end, and waits for it.
  func join(_ batch: PendingBatch) { self.batch = batch }
}

extension RPCError {
  static let cancelled = RPCError(.cancelled, "The request was cancelled.")
}

/// A pending reply of a certain type.
struct Reply<Result: WireEncodable> {
  let pending: PendingReply

  func callAsFunction(_ result: Result) { pending.reply(result) }
  func fail(_ error: RPCError) { pending.fail(error) }
  func onCancel(_ body: @escaping () -> Void) { pending.onCancel(body) }
}

/// A batch with members that are answered later: its reply is one array, and waits for all of them.
final class PendingBatch {
  /// The array as far as it has been written.
  private var encoder: FrameEncoder
  private var waiting: Int
  /// Opened by members: they speak after the reply.
  var feeds: [Feed] = []

  init(_ encoder: consuming FrameEncoder, waiting: Int) {
    self.encoder = encoder
    self.waiting = waiting
  }

  fileprivate func add(_ connection: Connection, _ write: (inout FrameEncoder) -> Void) {
    write(&encoder)
    waiting -= 1
    guard waiting == 0 else { return }
    encoder.endBatch()
    connection.send(self, encoder.isEmpty ? nil : encoder.withReadable { SharedBytes($0) })
  }
}
