// What waits to be sent to one connection, in order: bytes of its own, and bytes it shares with others.
//
// Most of what is sent is small and goes through one contiguous buffer, which one send empties. A body larger than
// `sharedBytesMin` is not copied: the outbox remembers that it comes at this place, and the send gathers.

internal import EventLoop
internal import Wire

/// The bytes on their way to one connection. Filled during a turn, sent at its end, never before.
struct Outbox: ~Copyable {
  private enum Piece {
    /// So many bytes of the encoder.
    case own(Int)
    /// What is left of shared bytes.
    case shared(SharedBytes, sent: Int)
  }

  /// Where messages are written.
  var encoder: FrameEncoder
  /// The order of what waits, as far as it is not simply the rest of the encoder's bytes. Empty most of the time.
  private var pieces: [Piece] = []
  private var next = 0
  /// The encoder's bytes that `pieces` accounts for.
  private var ownInPieces = 0
  private var sharedCount = 0
  /// What was sent last ended within a line.
  private var isWithinLine = false

  /// Below this a copy costs less than an entry in the gathered write.
  static let sharedBytesMin = 4096
  /// What an idle connection keeps.
  private static let idleCapacity = 1024

  init() { encoder = FrameEncoder(capacity: Self.idleCapacity) }

  /// Bytes that wait.
  var count: Int { encoder.count + sharedCount }
  var isEmpty: Bool { encoder.isEmpty && sharedCount == 0 }

  /// Adds an event of a subscription.
  mutating func append(_ prefix: EventPrefix, number: Int, _ body: SharedBytes) {
    if body.count < Self.sharedBytesMin { return encoder.event(prefix, number: number, body: body.bytes) }
    encoder.eventHead(prefix, number: number)
    append(body)
  }

  /// Adds bytes without copying them, behind everything that was written so far.
  mutating func append(_ bytes: SharedBytes) {
    settleOwn()
    pieces.append(.shared(bytes, sent: 0))
    sharedCount += bytes.count
  }

  /// Makes a piece of what the encoder has got since the last one.
  private mutating func settleOwn() {
    let own = encoder.count - ownInPieces
    guard own > 0 else { return }
    pieces.append(.own(own))
    ownInPieces += own
  }

  // MARK: Sending

  /// Sends as much as the transport takes in one call. `vector` is the caller's to lend.
  mutating func send(to transport: any Transport, using vector: WriteVector) -> WriteOutcome {
    precondition(!isEmpty, "there is nothing to send")
    let (pieces, next, ownInPieces) = (pieces, next, ownInPieces)
    let outcome = encoder.withReadable { own in
      vector.removeAll()
      var position = 0
      for piece in pieces[next...] where !vector.isFull {
        switch piece {
        case .own(let count):
          vector.append(UnsafeRawBufferPointer(rebasing: own[position..<position + count]))
          position += count
        case .shared(let bytes, let sent): vector.append(bytes.bytes(after: sent))
        }
      }
      if !vector.isFull, position == ownInPieces {
        vector.append(UnsafeRawBufferPointer(rebasing: own[ownInPieces...]))
      }
      return transport.write(vector)
    }
    if case .written(let count) = outcome {
      isWithinLine = count < vector.byteCount && vector.byte(at: count - 1) != UInt8(ascii: "\n")
      consume(count)
    }
    return outcome
  }

  // MARK: Cutting

  /// Forgets everything that waits but the rest of a line whose beginning is sent already. Slow, and needed when a client
  /// has stopped reading for too long.
  /// - Returns: the lines that are forgotten.
  mutating func cut() -> [ArraySlice<UInt8>] {
    let waiting = waitingBytes()
    var begin = 0
    let lineFeed = UInt8(ascii: "\n")
    if isWithinLine { begin = waiting.firstIndex(of: lineFeed).map { $0 + 1 } ?? waiting.count }
    self = Outbox()
    if begin > 0 {
      isWithinLine = true
      append(waiting[..<begin].withUnsafeBytes { SharedBytes($0) })
    }
    return waiting[begin...].split(separator: lineFeed)
  }

  private func waitingBytes() -> [UInt8] {
    encoder.withReadable { own in
      var bytes: [UInt8] = []
      var position = 0
      for piece in pieces[next...] {
        switch piece {
        case .own(let count):
          bytes += own[position..<position + count]
          position += count
        case .shared(let shared, let sent): bytes += shared.bytes(after: sent)
        }
      }
      return bytes + own[position...]
    }
  }

  private mutating func consume(_ count: Int) {
    var rest = count
    var own = 0
    while rest > 0, next < pieces.count {
      switch pieces[next] {
      case .own(let count):
        let taken = min(rest, count)
        own += taken
        ownInPieces -= taken
        rest -= taken
        if taken == count { next += 1 } else { pieces[next] = .own(count - taken) }
      case .shared(let bytes, let sent):
        let taken = min(rest, bytes.count - sent)
        sharedCount -= taken
        rest -= taken
        if taken == bytes.count - sent { next += 1 } else { pieces[next] = .shared(bytes, sent: sent + taken) }
      }
    }
    if next == pieces.count, next > 0 {
      pieces.removeAll()
      next = 0
    } else if next > 64 {
      pieces.removeFirst(next)
      next = 0
    }
    encoder.consume(own + rest)
  }

  /// Gives memory back after a burst.
  mutating func shrink() { encoder.shrink(to: Self.idleCapacity) }

  // MARK: Taking back

  /// What there is now; `rollBack` returns to it. Only as long as nothing has been sent since.
  struct Mark {
    fileprivate let own: Int
    fileprivate let pieces: Int
    fileprivate let ownInPieces: Int
    fileprivate let shared: Int
  }

  var mark: Mark {
    Mark(own: encoder.count, pieces: pieces.count, ownInPieces: ownInPieces, shared: sharedCount)
  }

  /// Forgets everything that was added since `mark`. Slow, and needed once in a daemon's life: when its disk fails.
  mutating func rollBack(to mark: Mark) {
    pieces.removeSubrange(mark.pieces...)
    ownInPieces = mark.ownInPieces
    sharedCount = mark.shared
    let kept = encoder.bytes().prefix(mark.own)
    var position = kept.startIndex
    for index in next..<pieces.count {
      guard case .own(let count) = pieces[index] else { continue }
      pieces[index] = .shared(Array(kept[position..<position + count]).withUnsafeBytes { SharedBytes($0) }, sent: 0)
      position += count
    }
    let rest = Array(kept[position...])
    if !rest.isEmpty { pieces.append(.shared(rest.withUnsafeBytes { SharedBytes($0) }, sent: 0)) }
    sharedCount += kept.count
    ownInPieces = 0
    encoder = FrameEncoder(capacity: Self.idleCapacity)
  }
}
