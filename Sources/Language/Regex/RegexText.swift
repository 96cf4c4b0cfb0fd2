/// For words: the standard library finds them for its own regular expressions, and says so to nobody else.
@_spi(_Unicode) internal import Swift

/// A text that is searched. Positions count the bytes of UTF-8, and are always between characters.
struct RegexText {
  let string: String
  let bytes: [UInt8]
  private var wordBoundaries = WordBoundaries()

  init(_ text: String) {
    var text = text
    text.makeContiguousUTF8()
    string = text
    bytes = Array(text.utf8)
  }

  var end: Int { bytes.count }

  private func index(_ position: Int) -> String.Index { string.utf8.index(string.startIndex, offsetBy: position) }

  // MARK: Characters

  /// Where the character ends that begins here.
  @inline(__always)
  func end(after position: Int) -> Int {
    isASCII(at: position) ? position + 1 : endOfOther(after: position)
  }

  /// Whether a byte is a character. What begins with less than 0xCC never joins what stands before it.
  @inline(__always)
  func isASCII(at position: Int) -> Bool {
    let byte = bytes[position]
    guard byte < 0x80, position + 1 < bytes.count else { return byte < 0x80 }
    return bytes[position + 1] < 0xCC && (byte != carriageReturn || bytes[position + 1] != lineFeed)
  }

  private func endOfOther(after position: Int) -> Int {
    string.utf8.distance(from: string.startIndex, to: string.index(after: index(position)))
  }

  /// Where the character begins that ends here.
  @inline(__always)
  func start(before position: Int) -> Int {
    if position == 1 { return 0 }
    let (byte, other) = (bytes[position - 1], bytes[position - 2])
    if byte < 0x80, other < 0x80, byte != lineFeed || other != carriageReturn { return position - 1 }
    return string.utf8.distance(from: string.startIndex, to: string.index(before: index(position)))
  }

  func character(from start: Int, to end: Int) -> Character { string[index(start)] }

  func isNewline(from start: Int, to end: Int) -> Bool {
    let byte = bytes[start]
    if byte < 0x80 { return (lineFeed...carriageReturn).contains(byte) }
    return byte == 0xC2 || byte == 0xE2 ? character(from: start, to: end).isNewline : false
  }

  // MARK: Words

  mutating func isWordBoundary(_ position: Int) -> Bool {
    position == 0 || position == end || wordBoundaries.contains(position, in: string)
  }
}

private let lineFeed = UInt8(ascii: "\n")
private let carriageReturn = UInt8(ascii: "\r")

/// Where words begin and end, found as far as they have been asked for.
private struct WordBoundaries {
  /// Of each position that is known.
  private var known: [Bool] = [true]
  private var last: String.Index?

  mutating func contains(_ position: Int, in text: String) -> Bool {
    while known.count <= position {
      let start = last ?? text.startIndex
      let next = text._wordIndex(after: start)
      // It has been seen to stay where it is; then every position is as good as another.
      guard next > start else { return true }
      known.append(contentsOf: repeatElement(false, count: text.utf8.distance(from: start, to: next) - 1))
      known.append(true)
      last = next
    }
    return known[position]
  }
}
