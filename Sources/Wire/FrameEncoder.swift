/// Messages → the bytes of one connection. Each call writes one whole frame, or one member of a batch reply.
///
/// Results write themselves through `JSONWriter`; nothing is built first. Frames over the limit are taken back: a result
/// becomes the error `tooLarge`, anything else is refused.
public struct FrameEncoder: ~Copyable {
  private var writer: JSONWriter
  private let frameBytesMax: Int
  /// Where the current batch began.
  private var batch: Int?

  public init(frameBytesMax: Int = WireLimits.frameBytesMax, capacity: Int = 1024) {
    writer = JSONWriter(capacity: capacity)
    self.frameBytesMax = frameBytesMax
  }

  // MARK: Taking the bytes out

  public var count: Int { writer.buffer.count }
  public var isEmpty: Bool { writer.buffer.isEmpty }
  public func withReadable<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try writer.buffer.withReadable(body)
  }
  public func bytes() -> [UInt8] { writer.buffer.bytes() }
  /// Forgets the first `count` bytes: they have been sent.
  public mutating func consume(_ count: Int) {
    precondition(batch == nil, "a batch is being written")
    writer.buffer.consume(count)
  }
  /// Gives memory back after a burst; does nothing while bytes are waiting.
  public mutating func shrink(to capacity: Int) { writer.buffer.shrink(to: capacity) }

  // MARK: Messages

  /// The reply to a request that succeeded.
  public mutating func respond(_ id: RequestID, _ result: some WireEncodable) {
    respond(id) { result.encode(to: &$0) }
  }

  /// The same, for a result that is written by hand: exactly one value.
  public mutating func respond(_ id: RequestID, writing result: (inout JSONWriter) -> Void) {
    let size = frame(keepingReserve: true) { writer in
      writer.field("id", id)
      writer.key("result")
      result(&writer)
    }
    guard let size else { return }
    var error = RPCError.tooLarge(
      size: size, limit: frameBytesMax,
      batch == nil
        ? "The result has \(size) bytes, over the frame limit of \(frameBytesMax)."
        : "The result has \(size) bytes and does not fit into the reply of its batch.")
    if batch == nil {
      error.hint =
        "Ask for a part of it; a value comes in parts with store.get's offset and length, and whole with "
        + "combinectl get PATH"
    }
    fail(id, error)
  }

  /// The reply to a `store.set` that is no member of a batch: the bytes that its result would write, at one go.
  public mutating func respond(_ id: Int, rev: Int, v: Int, changed: Bool) {
    precondition(batch == nil, "a batch is being written")
    writer.buffer.withSpace(atLeast: 192) { space in
      var end = 0
      func put(_ text: StaticString) {
        UnsafeMutableRawBufferPointer(rebasing: space[end...]).copyMemory(
          from: UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
        end += text.utf8CodeUnitCount
      }
      put("{\"jsonrpc\":\"2.0\",\"id\":")
      end += id.writeDigits(to: space, at: end)
      put(",\"result\":{\"rev\":")
      end += rev.writeDigits(to: space, at: end)
      put(",\"v\":")
      end += v.writeDigits(to: space, at: end)
      put(changed ? ",\"changed\":true}}\n" : ",\"changed\":false}}\n")
      return end
    }
    writer.endText()
  }

  /// Enough for a brief error of each member of a batch, whatever its id is made of: a byte of it is written as up to six,
  /// and all that stands around it has fewer than 384.
  private static let batchReserve = WireLimits.batchMax * (6 * WireLimits.requestIDBytesMax + 384)

  /// The reply to a request that failed; without an id when none could be made out. What an error quotes may be too long for
  /// a frame, or for what the frame of its batch has left: then it is given without that.
  public mutating func fail(_ id: RequestID?, _ error: RPCError) {
    guard let oversize = write(error, id), write(error.abridged, id) != nil else { return }
    let what = "The error '\(error.kind)' has more data than fits in"
    let brief = RPCError(
      .tooLarge, batch == nil ? "\(what) a frame." : "\(what)to the reply of its batch.",
      ["size": .int(oversize), "limit": .int(frameBytesMax)])
    _ = write(brief, id, keepingReserve: false)
  }

  /// - Returns: how long it would be, if it is too long.
  private mutating func write(_ error: RPCError, _ id: RequestID?, keepingReserve: Bool = true) -> Int? {
    frame(keepingReserve: keepingReserve) { writer in
      if let id { writer.field("id", id) } else { writer.field("id", JSONValue.null) }
      writer.field("error", error)
    }
  }

  /// A request, or without an id a notification.
  public mutating func send(_ method: String, id: RequestID? = nil, _ params: (some WireEncodable)?) throws(FrameError)
  {
    let oversize = frame { writer in
      writer.field("id", ifPresent: id)
      writer.field("method", method)
      writer.field("params", ifPresent: params)
    }
    if let oversize { throw .tooLarge(size: oversize, limit: frameBytesMax) }
  }

  /// An event whose body is shared by all subscriptions that hear of it.
  public mutating func event(_ prefix: EventPrefix, number: Int, _ body: EventBody) {
    body.bytes.withUnsafeBytes { event(prefix, number: number, body: $0) }
  }

  /// The same, for bytes that are kept elsewhere.
  public mutating func event(_ prefix: EventPrefix, number: Int, body: UnsafeRawBufferPointer) {
    writer.buffer.reserve(prefix.bytes.count + 20 + body.count)
    eventHead(prefix, number: number)
    writer.buffer.append(body)
  }

  /// The same event up to its body, which the caller sends behind it from where it is.
  public mutating func eventHead(_ prefix: EventPrefix, number: Int) {
    precondition(batch == nil, "an event is no member of a batch")
    writer.buffer.append(prefix.bytes)
    writer.value(number)
    writer.endText()
  }

  /// Whether replies that are written now are members of a batch's.
  var isInBatch: Bool { batch != nil }

  /// Lets `body` write whole frames; it returns how many bytes they have.
  mutating func withSpace(atLeast count: Int, _ body: (UnsafeMutableRawBufferPointer) -> Int) {
    writer.buffer.withSpace(atLeast: count, body)
    writer.endText()
  }

  // MARK: Batches

  /// Replies written until `endBatch` are members of one array.
  public mutating func beginBatch() {
    precondition(batch == nil)
    batch = count
    writer.beginArray()
  }

  /// Ends the array; when it has no members, nothing of it is sent.
  public mutating func endBatch() {
    guard let start = batch else { preconditionFailure("no batch has begun") }
    batch = nil
    guard count > start + 1 else { return writer.truncate(to: start, needsComma: false) }
    writer.endArray()
    endFrame()
  }

  // MARK: Frames

  /// Writes one message. When it is too long, it is taken back and its length returned. The members of a batch reply
  /// share one frame; a reserve of it is kept for the brief errors of those that find it full.
  private mutating func frame(keepingReserve: Bool = false, _ members: (inout JSONWriter) -> Void) -> Int? {
    let start = count
    let wasAfterValue = writer.isAfterValue
    writer.beginObject()
    writer.field("jsonrpc", "2.0")
    members(&writer)
    writer.endObject()
    let size = count - start
    let reserve = keepingReserve ? min(Self.batchReserve, frameBytesMax / 2) : 0
    guard size <= frameBytesMax, batch.map({ count + 1 - $0 + reserve <= frameBytesMax }) ?? true else {
      writer.truncate(to: start, needsComma: wasAfterValue)
      return size
    }
    if batch == nil { endFrame() }
    return nil
  }

  private mutating func endFrame() {
    writer.buffer.append(0x0a)
    writer.endText()
  }
}

extension JSONValue {
  public init(_ id: RequestID) {
    switch id {
    case .number(let number): self = .int(number)
    case .string(let string): self = .string(string)
    }
  }
}
