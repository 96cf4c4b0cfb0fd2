/// JSON text → `JSONDocument`, strictly as RFC 8259 has it, plus these promises:
///
/// - Text is valid UTF-8 or refused; so is an escaped lone surrogate. What was read can always be written again.
/// - An integer that fits `Int` is kept exactly; a longer one becomes the nearest double, as in JavaScript. A number
///   that no double can hold (1e400) is refused.
/// - `WireLimits.depthMax` levels of nesting are accepted, one more is refused. Nothing here recurses.
/// - Duplicate names are accepted; who reads sees the last one.
///
/// Written by hand because simdjson's DOM parser was no faster on messages of our size, once its result has an owner
/// that outlives the next parse; and because it can say what is wrong and where.
public struct JSONParser: ~Copyable {
  private var spare: JSONDocument
  /// The open containers' node indices, outermost first.
  private let open: UnsafeMutablePointer<UInt32>
  private let depthMax: Int
  private let marksMax: Int

  /// Documents larger than this are not kept for the next text.
  private static let keptBytesMax = 64 << 10

  /// - Parameter marksMax: combining marks in a row that are taken where they are not in order. What makes a normal form of more of
  ///   them, to compare or to hash a text, takes minutes.
  public init(depthMax: Int = WireLimits.depthMax, marksMax: Int = .max) {
    precondition(depthMax > 0)
    spare = JSONDocument()
    self.depthMax = depthMax
    self.marksMax = marksMax
    open = .allocate(capacity: depthMax)
  }

  deinit { open.deallocate() }

  /// Parses one text. The bytes are copied; the document is independent of them and of the parser.
  ///
  /// Allocates nothing when the document of the call before is no longer held. O(bytes).
  /// - Precondition: fewer than 2³² bytes.
  public mutating func parse(_ text: UnsafeRawBufferPointer) throws(JSONError) -> JSONDocument {
    precondition(text.count < Int(UInt32.max))
    if !isKnownUniquelyReferenced(&spare) || spare.bytesCapacity > Self.keptBytesMax
      || spare.nodesCapacity * MemoryLayout<JSONNodes.Node>.stride > Self.keptBytesMax
    {
      spare = JSONDocument()
    }
    spare.load(text, depthMax: depthMax)
    let pass = Pass(
      start: spare.bytes, end: spare.bytes + text.count, open: open, depthMax: depthMax, marksMax: marksMax)
    try pass.run(writing: spare.nodes)
    return spare
  }

  public mutating func parse(_ text: String) throws(JSONError) -> JSONDocument {
    var text = text
    let result: Result<JSONDocument, JSONError> = text.withUTF8 { bytes in
      do throws(JSONError) { return .success(try parse(UnsafeRawBufferPointer(bytes))) } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}

/// Why a text is not JSON, and where.
public struct JSONError: Error, Hashable, Sendable {
  /// A sentence part such as "expected ':' after a name".
  public var reason: String
  /// The byte at which it stopped being JSON, from 0.
  public var offset: Int

  public init(reason: String, offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}

/// One pass over one text. The bytes end in zeros, and a zero is never part of JSON, so that looking at the next byte
/// needs no bounds check.
///
/// Where it stands and where it writes are local variables of `run`, and everything that happens in most messages is
/// inlined there; what is rare takes a position and returns one. That keeps them in registers: a third of the time.
private struct Pass {
  typealias Byte = UnsafeMutablePointer<UInt8>
  typealias Node = JSONNodes.Node

  let start: Byte
  let end: Byte
  /// The open containers' node indices, outermost first.
  let open: UnsafeMutablePointer<UInt32>
  let depthMax: Int
  let marksMax: Int

  @inline(never)
  func failure(_ reason: String, _ at: Byte) -> JSONError {
    JSONError(reason: at >= end ? "the text ends here: \(reason)" : reason, offset: min(at, end) - start)
  }

  @inline(__always)
  func skipSpace(_ at: inout Byte) {
    while at.pointee <= 0x20 {
      guard at.pointee == 0x20 || at.pointee == 0x0a || at.pointee == 0x0d || at.pointee == 0x09 else { return }
      at += 1
    }
  }

  func run(writing nodes: UnsafeMutablePointer<Node>) throws(JSONError) {
    var at = start
    var count = 0
    var depth = 0
    var container = 0
    var isObject = false

    @inline(__always)
    func append(_ kind: JSONNodes.Kind, _ payload: UInt64) {
      nodes[count] = Node(kind: kind, end: UInt32(truncatingIfNeeded: count &+ 1), payload: payload)
      count &+= 1
    }

    skipSpace(&at)
    // Each turn reads one value, then closes what it completes.
    reading: while true {
      if isObject {
        guard at.pointee == UInt8(ascii: "\"") else { throw failure("expected a name in double quotes", at) }
        append(.string, try string(&at))
        skipSpace(&at)
        guard at.pointee == UInt8(ascii: ":") else { throw failure("expected ':' after a name", at) }
        at += 1
        skipSpace(&at)
      }
      switch at.pointee {
      case UInt8(ascii: "\""): append(.string, try string(&at))
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard depth < depthMax else { throw failure("nested deeper than \(depthMax) levels", at) }
        isObject = at.pointee == UInt8(ascii: "{")
        container = count
        open[depth] = UInt32(truncatingIfNeeded: count)
        depth &+= 1
        append(isObject ? .object : .array, 0)
        at += 1
        skipSpace(&at)
        if at.pointee != (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) { continue reading }
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        let (kind, payload) = try number(&at)
        append(kind, payload)
      case UInt8(ascii: "t"):
        at = try word("true", at)
        append(.bool, 1)
      case UInt8(ascii: "f"):
        at = try word("false", at)
        append(.bool, 0)
      case UInt8(ascii: "n"):
        at = try word("null", at)
        append(.null, 0)
      default: throw failure("expected a value", at)
      }
      skipSpace(&at)
      while depth > 0 {
        if at.pointee == UInt8(ascii: ",") {
          nodes[container].payload &+= 1
          at += 1
          skipSpace(&at)
          continue reading
        }
        guard at.pointee == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
          throw failure(isObject ? "expected ',' or '}'" : "expected ',' or ']'", at)
        }
        at += 1
        if count > container &+ 1 { nodes[container].payload &+= 1 }
        nodes[container].end = UInt32(truncatingIfNeeded: count)
        depth &-= 1
        if depth > 0 {
          container = Int(open[depth &- 1])
          isObject = nodes[container].kind == .object
        }
        skipSpace(&at)
      }
      break
    }
    if at != end { throw failure("expected the end: one frame holds one value", at) }
  }

  @inline(never)
  private func word(_ word: StaticString, _ at: Byte) throws(JSONError) -> Byte {
    for index in 0..<word.utf8CodeUnitCount where at[index] != word.utf8Start[index] {
      throw failure("expected a value", at)
    }
    return at + word.utf8CodeUnitCount
  }

  // MARK: Strings

  /// A string from its opening quote on; the result is its node's payload.
  @inline(__always)
  private func string(_ at: inout Byte) throws(JSONError) -> UInt64 {
    at += 1
    let begin = at
    while true {
      // Eight bytes at a time while they are plain: no quote, no backslash, no control character, nothing beyond ASCII.
      // (t | word) has its high bit set in the first byte that is special; bytes after that one may be marked wrongly.
      let word = UnsafeRawPointer(at).loadUnaligned(as: UInt64.self).littleEndian
      let t =
        (word &- 0x2020_2020_2020_2020) | ((word ^ 0x2222_2222_2222_2222) &- 0x0101_0101_0101_0101)
        | ((word ^ 0x5c5c_5c5c_5c5c_5c5c) &- 0x0101_0101_0101_0101)
      let marks = (t | word) & 0x8080_8080_8080_8080
      at += marks.trailingZeroBitCount >> 3
      if marks == 0 { continue }
      if at.pointee == UInt8(ascii: "\"") {
        if at - begin > marksMax { try checkMarks(begin, at) }
        at += 1
        return payload(from: begin, to: at - 1)
      }
      if at.pointee >= 0x80 {
        at = try multibyte(at)
      } else {
        return try escapedString(from: begin, &at)
      }
    }
  }

  @inline(__always)
  private func payload(from begin: Byte, to finish: Byte) -> UInt64 {
    UInt64(UInt(bitPattern: begin - start)) &<< 32 | UInt64(UInt(bitPattern: finish - begin))
  }

  /// The rest of a string from its first escape on, unescaped where it stands: that never makes it longer.
  @inline(never)
  private func escapedString(from begin: Byte, _ at: inout Byte) throws(JSONError) -> UInt64 {
    var to = at
    while true {
      let byte = at.pointee
      switch byte {
      case UInt8(ascii: "\""):
        if to - begin > marksMax { try checkMarks(begin, to) }
        at += 1
        return payload(from: begin, to: to)
      case UInt8(ascii: "\\"): try escape(&at, &to)
      case 0x80...:
        let next = try multibyte(at)
        UnsafeMutableRawPointer(to).copyMemory(from: at, byteCount: next - at)
        to += next - at
        at = next
      case 0..<0x20:
        let reason = at >= end ? "a string is not closed" : "a control character in a string; write it as an escape"
        throw failure(reason, at)
      default:
        to.pointee = byte
        to += 1
        at += 1
      }
    }
  }

  /// Nobody writes more of them: a text that does is refused as a whole.
  @inline(never)
  private func checkMarks(_ begin: Byte, _ finish: Byte) throws(JSONError) {
    var (at, count, last, isInDisorder) = (begin, 0, UInt8(0), false)
    while at < finish {
      let lead = at.pointee
      at += 1
      var value = UInt32(lead < 0xe0 ? lead & 0x1f : lead < 0xf0 ? lead & 0x0f : lead & 0x07)
      while at < finish, at.pointee & 0xc0 == 0x80 {
        value = value << 6 | UInt32(at.pointee & 0x3f)
        at += 1
      }
      // All marks begin with such a byte.
      let order = lead < 0xcc ? 0 : Unicode.Scalar(value)?.properties.canonicalCombiningClass.rawValue ?? 0
      guard order > 0 else {
        (count, last, isInDisorder) = (0, 0, false)
        continue
      }
      count += 1
      isInDisorder = isInDisorder || order < last
      last = order
      if isInDisorder, count > marksMax {
        throw failure("more than \(marksMax) combining marks in a row, which are not in their order", at)
      }
    }
  }

  private func escape(_ at: inout Byte, _ to: inout Byte) throws(JSONError) {
    let plain: UInt8
    switch at[1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): plain = at[1]
    case UInt8(ascii: "n"): plain = 0x0a
    case UInt8(ascii: "t"): plain = 0x09
    case UInt8(ascii: "r"): plain = 0x0d
    case UInt8(ascii: "b"): plain = 0x08
    case UInt8(ascii: "f"): plain = 0x0c
    case UInt8(ascii: "u"): return try unicodeEscape(&at, &to)
    default: throw failure("an escape that JSON does not have", at)
    }
    to.pointee = plain
    to += 1
    at += 2
  }

  private func unicodeEscape(_ at: inout Byte, _ to: inout Byte) throws(JSONError) {
    var value = try fourDigits(at + 2)
    var length = 6
    if value & 0xfc00 == 0xd800 {
      guard at[6] == UInt8(ascii: "\\"), at[7] == UInt8(ascii: "u") else { throw failure("a lone surrogate", at) }
      let low = try fourDigits(at + 8)
      guard low & 0xfc00 == 0xdc00 else { throw failure("a lone surrogate", at) }
      value = 0x1_0000 + (value - 0xd800) << 10 + (low - 0xdc00)
      length = 12
    }
    // A low surrogate by itself is no scalar.
    guard let scalar = Unicode.Scalar(value) else { throw failure("a lone surrogate", at) }
    for unit in UTF8.encode(scalar)! {
      to.pointee = unit
      to += 1
    }
    at += length
  }

  private func fourDigits(_ digits: Byte) throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for index in 0..<4 {
      let digit = digits[index]
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(digit - 0x30)
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt32(digit - 0x57)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): value = value << 4 | UInt32(digit - 0x37)
      default: throw failure("\\u needs four hexadecimal digits", digits)
      }
    }
    return value
  }

  /// The position after one character of two to four bytes, exactly as Unicode's table 3-7 allows: nothing overlong, no
  /// surrogates, nothing beyond U+10FFFF.
  @inline(never)
  private func multibyte(_ at: Byte) throws(JSONError) -> Byte {
    let lead = at[0]
    var second: ClosedRange<UInt8> = 0x80...0xbf
    let length: Int
    switch lead {
    case 0xc2...0xdf: length = 2
    case 0xe0: (length, second) = (3, 0xa0...0xbf)
    case 0xed: (length, second) = (3, 0x80...0x9f)
    case 0xe1...0xef: length = 3
    case 0xf0: (length, second) = (4, 0x90...0xbf)
    case 0xf4: (length, second) = (4, 0x80...0x8f)
    case 0xf1...0xf3: length = 4
    default: throw failure("invalid UTF-8", at)
    }
    guard second.contains(at[1]) else { throw failure("invalid UTF-8", at) }
    for index in 2..<length where at[index] & 0xc0 != 0x80 { throw failure("invalid UTF-8", at) }
    return at + length
  }

  // MARK: Numbers

  /// Short integers here, which is nearly all; the rest in `longNumber`.
  @inline(__always)
  private func number(_ at: inout Byte) throws(JSONError) -> (JSONNodes.Kind, UInt64) {
    let begin = at
    let isNegative = at.pointee == UInt8(ascii: "-")
    var next = isNegative ? at + 1 : at
    let digits = next
    var mantissa: UInt64 = 0
    while isDigit(next.pointee) {
      mantissa = mantissa &* 10 &+ UInt64(next.pointee &- 0x30)
      next += 1
    }
    let length = next - digits
    // What stands directly after it must not belong to it, and 007 must not pass.
    if length < 19, length > 0, next.pointee != UInt8(ascii: "."), next.pointee | 0x20 != UInt8(ascii: "e"),
      digits.pointee != UInt8(ascii: "0") || length == 1
    {
      at = next
      return (.int, isNegative ? 0 &- mantissa : mantissa)
    }
    return try longNumber(from: begin, &at)
  }

  @inline(__always)
  private func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  @inline(never)
  private func longNumber(from begin: Byte, _ at: inout Byte) throws(JSONError) -> (JSONNodes.Kind, UInt64) {
    let isNegative = at.pointee == UInt8(ascii: "-")
    if isNegative { at += 1 }
    guard isDigit(at.pointee) else { throw failure("expected a digit", at) }
    if at.pointee == UInt8(ascii: "0"), isDigit(at[1]) { throw failure("a number cannot begin with 0", at) }
    // 19 digits always fit; what is longer is left to the exact conversion.
    var mantissa: UInt64 = 0
    var significant = readDigits(&at, into: &mantissa)
    var exponent = 0
    if at.pointee == UInt8(ascii: ".") {
      at += 1
      guard isDigit(at.pointee) else { throw failure("expected a digit after the point", at) }
      let places = readDigits(&at, into: &mantissa)
      significant += places
      exponent = -places
    } else if at.pointee | 0x20 != UInt8(ascii: "e"), significant <= 19 {
      if !isNegative, mantissa <= UInt64(Int.max) { return (.int, mantissa) }
      if isNegative, mantissa <= UInt64(Int.max) + 1 { return (.int, 0 &- mantissa) }
    }
    if at.pointee | 0x20 == UInt8(ascii: "e") {
      at += 1
      let isNegativeExponent = at.pointee == UInt8(ascii: "-")
      if isNegativeExponent || at.pointee == UInt8(ascii: "+") { at += 1 }
      guard isDigit(at.pointee) else { throw failure("expected a digit in the exponent", at) }
      var written = 0
      while isDigit(at.pointee) {
        if written < 10_000 { written = written * 10 + Int(at.pointee - 0x30) }
        at += 1
      }
      exponent += isNegativeExponent ? -written : written
    }
    // Both parts are exact as doubles, so that one operation rounds once: the nearest double (Clinger's fast path).
    if significant <= 19, mantissa <= 1 << 53, (-22...22).contains(exponent) {
      let whole = Double(mantissa)
      let magnitude = exponent < 0 ? whole / powersOfTen[-exponent] : whole * powersOfTen[exponent]
      return (.double, (isNegative ? -magnitude : magnitude).bitPattern)
    }
    // The slow way, correctly rounded whatever the length.
    let text = String(decoding: UnsafeBufferPointer(start: begin, count: at - begin), as: UTF8.self)
    guard let value = Double(text), value.isFinite else { throw failure("a number beyond what a double holds", begin) }
    return (.double, value.bitPattern)
  }

  /// Returns how many there were.
  private func readDigits(_ at: inout Byte, into mantissa: inout UInt64) -> Int {
    let begin = at
    while isDigit(at.pointee) {
      mantissa = mantissa &* 10 &+ UInt64(at.pointee &- 0x30)
      at += 1
    }
    return at - begin
  }
}

private let powersOfTen: [Double] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
  1e21, 1e22,
]
