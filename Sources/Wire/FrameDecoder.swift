/// Cuts a stream of bytes into frames: one JSON text per line. Bytes may arrive in any pieces; what comes out depends
/// on the bytes only.
///
///             ┌────────── LF: a frame ──────────┐
///     ──▶ reading ── over the limit ──▶ draining ── LF: .tooLarge once ──▶ reading
///
/// LF ends a line, a CR before it belongs to the line end, blank lines are skipped.
public struct FrameDecoder: ~Copyable {
  private var buffer = ByteBuffer(capacity: 4096)
  private let frameBytesMax: Int
  /// How many of the readable bytes hold no LF; they are not looked at twice.
  private var scanned = 0
  /// What of the current line has been thrown away already, while it is too long.
  private var drained: Drained?

  private struct Drained {
    var count: Int
    var endsWithCarriageReturn: Bool
  }
  private var isFirstLine = true

  public init(frameBytesMax: Int = WireLimits.frameBytesMax) {
    precondition(frameBytesMax > 0)
    self.frameBytesMax = frameBytesMax
  }

  /// Bytes that have been taken in and not yet given out.
  public var pendingCount: Int { buffer.count }

  /// Gives memory back after a burst; does nothing while bytes are waiting.
  public mutating func shrink() { buffer.shrink(to: 4096) }

  // MARK: In

  public mutating func append(_ bytes: UnsafeRawBufferPointer) { buffer.append(bytes) }
  public mutating func append(_ bytes: [UInt8]) { buffer.append(bytes) }

  /// Lets `body` read from its source straight into free space; it returns how many bytes it wrote.
  public mutating func withSpace(
    atLeast minimum: Int, _ body: (UnsafeMutableRawBufferPointer) throws -> Int
  ) rethrows {
    try buffer.withSpace(atLeast: minimum, body)
  }

  // MARK: Out

  /// Gives the next frame to `body`, whose bytes are valid within it only; `nil` when more bytes are needed.
  ///
  /// Call it until it gives `nil` after each piece, which also bounds what is kept to one frame.
  public mutating func next<R>(_ body: (Result<UnsafeRawBufferPointer, FrameError>) -> R) -> R? {
    while let lineEnd = findLineEnd() {
      let result = line(endingAt: lineEnd, body)
      buffer.consume(lineEnd + 1)
      if let result { return result }
    }
    drainIfTooLong()
    return nil
  }

  /// Takes the next line if `body` makes something of it; else it stays where it is.
  mutating func take<R>(if body: (UnsafeRawBufferPointer) -> R?) -> R? {
    guard drained == nil, let lineEnd = findLineEnd(), lineEnd <= frameBytesMax else { return nil }
    let result = buffer.withReadable { bytes in
      let end = lineEnd > 0 && bytes[lineEnd - 1] == 0x0d ? lineEnd - 1 : lineEnd
      return body(UnsafeRawBufferPointer(rebasing: bytes[..<end]))
    }
    if result != nil { buffer.consume(lineEnd + 1) }
    return result
  }

  /// The stream has ended. What is left without a line end is a frame too: a JSON object that was cut off cannot be
  /// mistaken for a whole one, and a line end is easily forgotten by hand.
  public mutating func finish<R>(_ body: (Result<UnsafeRawBufferPointer, FrameError>) -> R) -> R? {
    let result = line(endingAt: buffer.count, body)
    buffer.removeAll()
    scanned = 0
    return result
  }

  // MARK: Lines

  /// Where the first LF of the readable bytes is.
  private mutating func findLineEnd() -> Int? {
    let from = scanned
    let found = buffer.withReadable { bytes in bytes.firstIndex(ofLineFeedFrom: from) }
    scanned = found == nil ? buffer.count : 0
    return found
  }

  /// Passes on the line whose end is there, or that it is too long.
  private mutating func line<R>(endingAt lineEnd: Int, _ body: (Result<UnsafeRawBufferPointer, FrameError>) -> R) -> R?
  {
    var end = lineEnd
    if lineEnd > 0 {
      if buffer.withReadable({ $0[lineEnd - 1] == 0x0d }) { end -= 1 }
    } else if drained?.endsWithCarriageReturn == true {
      end -= 1
    }
    let size = end + (drained?.count ?? 0)
    drained = nil
    guard size > frameBytesMax else { return give(end, body) }
    isFirstLine = false
    return body(.failure(.tooLarge(size: size, limit: frameBytesMax)))
  }

  /// Passes on a line of which the first `count` bytes count; `nil` for a blank one.
  private mutating func give<R>(_ count: Int, _ body: (Result<UnsafeRawBufferPointer, FrameError>) -> R) -> R? {
    let wasFirst = isFirstLine
    let (result, isBlank) = buffer.withReadable { bytes -> (R?, Bool) in
      let line = UnsafeRawBufferPointer(rebasing: bytes[..<count])
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }) { return (nil, true) }
      if line.starts(with: [0xef, 0xbb, 0xbf]) { return (body(.failure(.byteOrderMark)), false) }
      if wasFirst, let greeting = Greeting(line) { return (body(.failure(.greeting(greeting))), false) }
      return (body(.success(line)), false)
    }
    if !isBlank { isFirstLine = false }
    return result
  }

  /// Throws away a line that is too long already, so that no client decides how much memory it takes here.
  private mutating func drainIfTooLong() {
    // One byte more than the limit may be a CR that belongs to the line end.
    guard drained != nil || buffer.count > frameBytesMax + 1 else { return }
    guard !buffer.isEmpty else { return }
    drained = Drained(
      count: (drained?.count ?? 0) + buffer.count,
      endsWithCarriageReturn: buffer.withReadable { $0.last == 0x0d })
    buffer.removeAll()
    scanned = 0
    buffer.shrink(to: 4096)
  }
}

/// Why a line is no frame.
public enum FrameError: Error, Hashable, Sendable {
  /// A line is longer than frames may be. It has been read to its end, and the next one is read as usual.
  case tooLarge(size: Int, limit: Int)
  /// The line begins with U+FEFF, which JSON does not allow.
  case byteOrderMark
  /// The connection began with another protocol's first words. Nothing that follows can be understood: close it.
  case greeting(Greeting)

  /// The message of the error that the client gets.
  public var rpcError: RPCError {
    switch self {
    case .tooLarge(let size, let limit):
      return .tooLarge(
        size: size, limit: limit, "A line of \(size) bytes is over the limit of \(limit); it was skipped.")
    case .byteOrderMark:
      return RPCError(
        .parse, "The line begins with a byte order mark.", ["at": 0], hint: "Send UTF-8 without a byte order mark.")
    case .greeting(let greeting):
      return RPCError(
        .parse, "This looks like \(greeting.rawValue), and this socket speaks JSON-RPC 2.0 with one message per line.",
        ["at": 0], hint: #"Send {"jsonrpc":"2.0","id":1,"method":"session.ping"} and a line feed."#)
    }
  }
}

/// Another protocol's first words.
public enum Greeting: String, Sendable {
  case contentLength = "Content-Length framing (LSP)"
  case http = "HTTP"

  init?(_ line: UnsafeRawBufferPointer) {
    let lowercase = line.prefix(16).map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }
    if lowercase.starts(with: "content-length:".utf8) || lowercase.starts(with: "content-type:".utf8) {
      self = .contentLength
    } else if ["GET ", "POST ", "PUT ", "HEAD ", "OPTIONS "].contains(where: { line.starts(with: $0.utf8) }) {
      self = .http
    } else {
      return nil
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Looks at eight bytes at a time: the trick that finds a zero byte, on bytes that are zero where an LF was.
  fileprivate func firstIndex(ofLineFeedFrom start: Int) -> Int? {
    var position = start
    while position + 8 <= count {
      let word = loadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian ^ 0x0a0a_0a0a_0a0a_0a0a
      let zeros = (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
      if zeros != 0 { return position + zeros.trailingZeroBitCount / 8 }
      position += 8
    }
    while position < count {
      if self[position] == 0x0a { return position }
      position += 1
    }
    return nil
  }
}
