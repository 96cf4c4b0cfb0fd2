/// A `change` as the daemon writes it, read in place: where its parts are in the line, and nothing copied or decoded.
///
/// Who shows every commit there is reads a hundred thousand lines a second, all alike. A line that has the daemon's own order
/// and plain values is walked through once, a tenth of what decoding it costs. Whatever is in doubt (an escape, a
/// text beyond ASCII, a value with parts, a patch, another order, space) is left to be decoded.
///
/// - Precondition: used only while the bytes of its line are valid.
public struct ChangeLine {
  /// One path of it.
  public struct Part {
    /// Without its quotes.
    public let path: Range<Int>
    /// As they are written; of `old` nothing where there was none.
    public let value: Range<Int>
    public let old: Range<Int>?
  }

  public let line: UnsafeRawBufferPointer
  /// The number within the subscription.
  public let n: Int
  public let rev: Int
  public let merged: Int
  /// Of these and the texts below what is between the quotes.
  public let at: Range<Int>
  /// Never empty.
  public let parts: [Part]
  public let cause: Cause?
  /// The members of the event, from `type` on.
  public let members: Range<Int>

  public struct Cause {
    public let by: Range<Int>
    public let request: Int?
    public let of: Int?
    public let via: [Range<Int>]
  }

  public subscript(_ place: Range<Int>) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: line[place]) }

  /// - Parameter prefix: with which the lines of the subscription begin.
  init?(_ line: UnsafeRawBufferPointer, _ prefix: EventPrefix) {
    var scan = Scan(line: line)
    guard prefix.bytes.withUnsafeBytes({ scan.take($0) }), let n = scan.number(), scan.take(",") else { return nil }
    let begin = scan.position
    guard scan.take("\"type\":\"change\",\"rev\":"), let rev = scan.number() else { return nil }
    var merged = 1
    if scan.take(",\"merged\":") {
      guard let number = scan.number() else { return nil }
      merged = number
    }
    guard scan.take(",\"at\":"), let at = scan.text(), at.count >= 20, scan.take(",\"changes\":[") else { return nil }
    var parts: [Part] = []
    repeat {
      guard let part = scan.part() else { return nil }
      parts.append(part)
    } while scan.take(",")
    guard scan.take("]") else { return nil }
    var cause: Cause?
    if scan.take(",\"cause\":{") {
      guard let read = scan.cause() else { return nil }
      cause = read
    }
    let end = scan.position
    guard scan.take("}}"), scan.position == line.count else { return nil }
    (self.line, self.n, self.rev, self.merged, self.at) = (line, n, rev, merged, at)
    (self.parts, self.cause, members) = (parts, cause, begin..<end)
  }

  /// Walks through a line. What is not there is not taken.
  private struct Scan {
    let line: UnsafeRawBufferPointer
    var position = 0

    @inline(__always)
    mutating func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
      guard position + bytes.count <= line.count else { return false }
      for index in 0..<bytes.count where line[position + index] != bytes[index] { return false }
      position += bytes.count
      return true
    }

    @inline(__always)
    mutating func take(_ text: StaticString) -> Bool {
      take(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// A number as the daemon counts: whole, not negative, without zeros before it.
    @inline(__always)
    mutating func number() -> Int? {
      let begin = position
      var number = 0
      while position < line.count, line[position] &- UInt8(ascii: "0") < 10 {
        number = number &* 10 &+ Int(line[position] &- UInt8(ascii: "0"))
        position += 1
      }
      let count = position - begin
      guard count > 0, count <= 18, line[begin] != UInt8(ascii: "0") || count == 1 else { return nil }
      return number
    }

    /// A string of ASCII that means what is written.
    @inline(__always)
    mutating func text() -> Range<Int>? {
      guard position < line.count, line[position] == UInt8(ascii: "\"") else { return nil }
      let begin = position + 1
      guard let end = line.firstIndexToEscape(from: begin), line[end] == UInt8(ascii: "\""),
        UnsafeRawBufferPointer(rebasing: line[begin..<end]).isASCII
      else { return nil }
      position = end + 1
      return begin..<end
    }

    /// A value without parts that would be written as it stands here.
    @inline(__always)
    mutating func value() -> Range<Int>? {
      let begin = position
      guard begin < line.count else { return nil }
      switch line[begin] {
      case UInt8(ascii: "\""): guard text() != nil else { return nil }
      case UInt8(ascii: "t"): guard take("true") else { return nil }
      case UInt8(ascii: "f"): guard take("false") else { return nil }
      case UInt8(ascii: "n"): guard take("null") else { return nil }
      case UInt8(ascii: "-"):
        position += 1
        guard let number = number(), number != 0 else { return nil }
      default: guard number() != nil else { return nil }
      }
      // What else follows, a fraction say, is no comma, which stands behind every value.
      return begin..<position
    }

    @inline(__always)
    mutating func part() -> Part? {
      guard take("{\"path\":"), let path = text(), take(",\"op\":\"set\",\"value\":"), let value = value() else {
        return nil
      }
      var old: Range<Int>?
      if take(",\"old\":") {
        guard let read = self.value() else { return nil }
        old = read
      }
      guard take(",\"v\":"), number() != nil, take("}") else { return nil }
      return Part(path: path, value: value, old: old)
    }

    @inline(__always)
    mutating func cause() -> Cause? {
      guard take("\"by\":"), let by = text() else { return nil }
      var (request, of, via): (Int?, Int?, [Range<Int>]) = (nil, nil, [])
      if take(",\"req\":") {
        guard let number = number() else { return nil }
        request = number
      }
      if take(",\"of\":") {
        guard let number = number() else { return nil }
        of = number
      }
      if take(",\"via\":[") {
        repeat {
          guard let name = text() else { return nil }
          via.append(name)
        } while take(",")
        guard take("]") else { return nil }
      }
      return take("}") ? Cause(by: by, request: request, of: of, via: via) : nil
    }
  }
}
