internal import EventLoop

/// Bytes that come in pieces, as lines. A line ends with "\n" or "\r\n"; what is not UTF-8 in it is replaced.
struct LineBuffer {
  /// What is longer comes in parts.
  static let lineMax = 1 << 20

  private var bytes: [UInt8] = []
  /// Where what has not been given out begins.
  private var start = 0
  /// Before it there is no line end after `start`.
  private var searched = 0

  mutating func append(_ more: [UInt8]) {
    if start == bytes.count {
      bytes = more
      start = 0
      searched = 0
      return
    }
    if start > 0 {
      bytes.removeFirst(start)
      searched -= start
      start = 0
    }
    bytes.append(contentsOf: more)
  }

  /// The next whole line.
  mutating func next() -> String? {
    if let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
      return take(to: end, andSkip: 1)
    }
    searched = bytes.count
    guard bytes.count - start >= Self.lineMax else { return nil }
    return take(to: start + Self.lineMax, andSkip: 0)
  }

  /// What is left at the end of the input, if anything.
  mutating func rest() -> String? {
    start < bytes.count ? take(to: bytes.count, andSkip: 0) : nil
  }

  /// What is left is a whole line, without an end of its own.
  mutating func endLine() { if !isEmpty { bytes.append(UInt8(ascii: "\n")) } }

  /// Whether `next` would give a line.
  var hasLine: Bool {
    bytes.count - start >= Self.lineMax || bytes[searched...].contains(UInt8(ascii: "\n"))
  }

  var isEmpty: Bool { start == bytes.count }

  mutating func removeAll() { self = LineBuffer() }

  private mutating func take(to end: Int, andSkip skipped: Int) -> String {
    var line = bytes[start..<end]
    if skipped > 0, line.last == UInt8(ascii: "\r") { line.removeLast() }
    start = end + skipped
    searched = start
    return String(decoding: line, as: UTF8.self)
  }
}

/// How many lines were asked for and not given yet.
struct LineDemand {
  /// `nil` for all there will ever be.
  private var count: Int? = 0

  mutating func add(_ lines: Int?) {
    guard let present = count, let lines else {
      count = nil
      return
    }
    count = present.addingReportingOverflow(lines).overflow ? nil : present + lines
  }

  var isSome: Bool { count != 0 }

  mutating func use() { if let present = count { count = present - 1 } }
}

/// How many lines a source gives out in one turn of the loop. One that never pauses would otherwise keep everybody else
/// waiting for as long as a program takes over all that one read of it brought.
struct TurnShare {
  static let linesMax = 500
  static let time = Duration.milliseconds(2)

  private var lines = 0
  private let end = MonotonicTime.now + Self.time

  /// Whether another line may be given out now; the first always may.
  mutating func take() -> Bool {
    guard lines == 0 || (lines < Self.linesMax && MonotonicTime.now < end) else { return false }
    lines += 1
    return true
  }
}
