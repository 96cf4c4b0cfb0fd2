/// Bytes of one connection → messages: frames, JSON and JSON-RPC in one step, with the rules about bad input.
///
/// The parser is lent by the caller, since one serves all connections of a thread.
public struct MessageDecoder: ~Copyable {
  private var frames: FrameDecoder
  private let batchMax: Int
  private var hadValidFrame = false
  private var sets = RecurringSets()
  private var errorsInARow = 0

  public init(frameBytesMax: Int = WireLimits.frameBytesMax, batchMax: Int = WireLimits.batchMax) {
    frames = FrameDecoder(frameBytesMax: frameBytesMax)
    self.batchMax = batchMax
  }

  /// Bytes that have been taken in and not yet given out.
  public var pendingCount: Int { frames.pendingCount }

  /// Gives memory back after a burst; does nothing while bytes are waiting.
  public mutating func shrink() { frames.shrink() }

  public mutating func append(_ bytes: UnsafeRawBufferPointer) { frames.append(bytes) }
  public mutating func append(_ bytes: [UInt8]) { frames.append(bytes) }

  /// Lets `body` read from its source straight into free space; it returns how many bytes it wrote.
  public mutating func withSpace(
    atLeast minimum: Int, _ body: (UnsafeMutableRawBufferPointer) throws -> Int
  ) rethrows {
    try frames.withSpace(atLeast: minimum, body)
  }

  /// The next frame's content, or `nil` when more bytes are needed. Call it until then after each piece.
  public mutating func next(_ parser: inout JSONParser) -> Incoming? {
    let batchMax = batchMax
    var pattern: RecurringSet?
    let read = frames.next { frame in
      let reading = Self.read(frame, &parser, batchMax)
      if case .messages(.single(.request(let request))) = reading, case .success(let line) = frame,
        let document = request.params?.document
      {
        pattern = RecurringSet(line, document)
      }
      return reading
    }
    if let pattern { sets.add(pattern) }
    return read.map { count($0) }
  }

  /// The next frame, if it is a `store.set` like one before it; else it stays for `next`.
  public mutating func nextSet() -> RecognizedSet? {
    guard !sets.isEmpty else { return nil }
    let sets = sets
    return frames.take { line in sets.match(line) }
  }

  /// The next frame, if it is a change of a subscription as the daemon usually writes it, and `body` takes it; else it stays
  /// for `next`.
  public mutating func nextChange(_ prefix: EventPrefix, _ body: (ChangeLine) -> Bool) -> Bool {
    let taken: Void? = frames.take { line in
      guard let change = ChangeLine(line, prefix) else { return nil }
      return body(change) ? () : nil
    }
    guard taken != nil else { return false }
    errorsInARow = 0
    hadValidFrame = true
    return true
  }

  /// What a last line without a line end holds, once the stream has ended.
  public mutating func finish(_ parser: inout JSONParser) -> Incoming? {
    let batchMax = batchMax
    let read = frames.finish { frame in Self.read(frame, &parser, batchMax) }
    return read.map { count($0) }
  }

  /// What a frame holds, or the error about a frame that holds no message.
  private enum Reading {
    case messages(Incoming)
    case fault(id: RequestID?, RPCError)
    case unreadable(RPCError, closing: Bool)
  }

  private static func read(
    _ frame: Result<UnsafeRawBufferPointer, FrameError>, _ parser: inout JSONParser, _ batchMax: Int
  ) -> Reading {
    let document: JSONDocument
    switch frame {
    case .failure(let error):
      if case .greeting = error { return .unreadable(error.rpcError, closing: true) }
      return .unreadable(error.rpcError, closing: false)
    case .success(let line):
      do { document = try parser.parse(line) } catch { return .unreadable(.parse(error), closing: false) }
    }
    let root = document.root
    guard root.kind == .array else {
      let message = Message(root)
      if case .invalid(let id, let error) = message { return .fault(id: id, error) }
      return .messages(.single(message))
    }
    guard root.count > 0 else { return .fault(id: nil, .invalidRequest("The batch is empty.")) }
    guard root.count <= batchMax else {
      return .fault(
        id: nil,
        .invalidRequest(
          "The batch has \(root.count) members, over the limit of \(batchMax).",
          hint: "Send requests one after another without waiting; replies come in order."))
    }
    return .messages(.batch(root.elements.map { Message($0) }))
  }

  private mutating func count(_ reading: Reading) -> Incoming {
    switch reading {
    case .messages(let incoming):
      hadValidFrame = true
      errorsInARow = 0
      return incoming
    case .fault(let id, let error):
      return isTooStrange() ? .unreadable(error, closing: true) : .single(.invalid(id: id, error))
    case .unreadable(let error, let closing):
      let isTooStrange = isTooStrange()
      return .unreadable(error, closing: closing || isTooStrange)
    }
  }

  /// Whether a connection that never said anything sensible has said enough.
  private mutating func isTooStrange() -> Bool {
    errorsInARow += 1
    return !hadValidFrame && errorsInARow >= WireLimits.strangerErrorsMax
  }
}

/// What one frame held.
public enum Incoming: Sendable {
  case single(Message)
  /// The members of a batch in order. Their replies go out as one array; when all are notifications, nothing does.
  case batch([Message])
  /// No message at all: answered with `id: null`. When `closing`, the connection ends after that.
  case unreadable(RPCError, closing: Bool)
}
