internal import Glibc

/// Compares and hashes long texts as `String` does, but in pieces, each of which takes microseconds.
///
/// Two texts are the same if their normal forms are. Swift makes those of a whole text in one call, and puts the combining
/// marks behind a letter in order by moving each past those before it: half a million behind one letter take minutes. Here a
/// text is cut where nothing depends on what stands before, and many marks in a row are put in order first, in linear time.
struct LongText {
  /// Shorter ones are left to Swift: what marks in disorder cost grows with the square of their number.
  static let leastBytes = 512

  /// A piece of more bytes, which no text has that anybody reads, is not compared: those thousands of marks take long.
  private static let pieceBytesMax = 1 << 16
  /// As many steps are what such a piece costs.
  static let endless = Int.max

  private let bytes: UnsafeBufferPointer<UInt8>

  /// What the bytes alone say; `nil` if it depends on the normal forms.
  static func areSameAtOnce(_ left: String, _ right: String) -> Bool? {
    with(left, right) { left, right in
      let same = left.commonBytes(right, 0, 0) { _ in true } ?? 0
      if same == left.bytes.count, same == right.bytes.count { return true }
      return left.isPlain(at: same) && right.isPlain(at: same) ? false : nil
    }
  }

  static func isLessAtOnce(_ left: String, than right: String) -> Bool? {
    with(left, right) { left, right in
      let same = left.commonBytes(right, 0, 0) { _ in true } ?? 0
      if same == left.bytes.count, same == right.bytes.count { return false }
      guard left.isPlain(at: same), right.isPlain(at: same), left.isPlain(at: same + 1), right.isPlain(at: same + 1)
      else { return nil }
      return same == left.bytes.count || same < right.bytes.count && left.bytes[same] < right.bytes[same]
    }
  }

  /// - Parameter spend: counts steps, and says whether there are any left. If there are none, the answer means nothing.
  static func areSame(_ left: String, _ right: String, _ spend: (Int) -> Bool) -> Bool {
    with(left, right) { left, right in firstDifference(left, right, spend) == nil }
  }

  static func isLess(_ left: String, than right: String, _ spend: (Int) -> Bool) -> Bool {
    with(left, right) { left, right in
      guard let (first, second) = firstDifference(left, right, spend) else { return false }
      // The piece of one may be the beginning of the other's: then what follows decides.
      return left.text(first.lowerBound..<left.end(after: first.upperBound))
        < right.text(second.lowerBound..<right.end(after: second.upperBound))
    }
  }

  /// Texts that are the same have the same pieces, however many bytes those have.
  static func hash(_ text: String, into hasher: inout Hasher, _ spend: (Int) -> Bool) {
    with(text) { text in
      var start = 0
      repeat {
        var (end, count) = (start, 0)
        while end < text.bytes.count, count < piecesAtOnce {
          let start = end
          end = text.end(after: end)
          guard end - start <= pieceBytesMax || spend(endless) else { return }
          count += 1
        }
        hasher.combine(text.text(start..<end))
        guard spend((end - start) / bytesPerStep) else { return }
        start = end
      } while start < text.bytes.count
    }
  }

  static func haveSameBytes(_ left: String, _ right: String) -> Bool {
    left.utf8.count == right.utf8.count
      && with(left, right) { $0.commonBytes($1, 0, 0) { _ in true } == $0.bytes.count }
  }

  /// The same text without so many marks in disorder that Swift's own operations would take long.
  static func inOrder(_ text: String) -> String {
    guard text.utf8.count >= leastBytes else { return text }
    return with(text) { $0.hasDisorder(0..<$0.bytes.count) ? $0.ordered(0..<$0.bytes.count) : nil } ?? text
  }

  static func hasPrefix(_ text: String, _ prefix: String) -> Bool {
    let isInDisorder = isInDisorder(text, near: prefix) { near, _ in 0..<near }
    return isInDisorder ? inOrder(text).hasPrefix(inOrder(prefix)) : text.hasPrefix(prefix)
  }

  static func hasSuffix(_ text: String, _ suffix: String) -> Bool {
    let isInDisorder = isInDisorder(text, near: suffix) { near, all in all - near..<all }
    return isInDisorder ? inOrder(text).hasSuffix(inOrder(suffix)) : text.hasSuffix(suffix)
  }

  /// Whether there are such marks in another text, or in as much of a text as is compared with it.
  private static func isInDisorder(
    _ text: String, near other: String, _ range: (_ near: Int, _ all: Int) -> Range<Int>
  ) -> Bool {
    guard text.utf8.count >= leastBytes || other.utf8.count >= leastBytes else { return false }
    // A scalar has at most three times as many bytes in another form.
    let near = min(text.utf8.count, 4 * other.utf8.count + (1 << 12))
    return with(text) { $0.hasDisorder(range(near, $0.bytes.count)) }
      || with(other) { $0.hasDisorder(0..<$0.bytes.count) }
  }

  // MARK: Pieces

  private static let piecesAtOnce = 4096
  private static let bytesPerStep = 16
  private static let (sameAtOnce, sameBytesPerStep) = (1 << 16, 1 << 10)

  private static func with<Result>(_ text: String, _ body: (LongText) -> Result) -> Result {
    var text = text
    return text.withUTF8 { body(LongText(bytes: $0)) }
  }

  private static func with<Result>(_ left: String, _ right: String, _ body: (LongText, LongText) -> Result) -> Result {
    with(left) { left in with(right) { right in body(left, right) } }
  }

  /// The first pieces that differ.
  private static func firstDifference(
    _ left: LongText, _ right: LongText, _ spend: (Int) -> Bool
  ) -> (Range<Int>, Range<Int>)? {
    var (first, second, looked) = (0, 0, 0)
    if left.bytes.baseAddress == right.bytes.baseAddress, left.bytes.count == right.bytes.count { return nil }
    while true {
      guard var same = left.commonBytes(right, first, second, spend) else { return nil }
      if first + same == left.bytes.count, second + same == right.bytes.count { return nil }
      while same > 0, !left.canBeCut(at: first + same) || !right.canBeCut(at: second + same) { same -= 1 }
      (first, second) = (first + same, second + same)
      let (firstEnd, secondEnd) = (left.end(after: first), right.end(after: second))
      guard max(firstEnd - first, secondEnd - second) <= pieceBytesMax || spend(endless) else { return nil }
      if left.text(first..<firstEnd) != right.text(second..<secondEnd) {
        return (first..<firstEnd, second..<secondEnd)
      }
      looked += firstEnd - first + secondEnd - second
      (first, second) = (firstEnd, secondEnd)
      guard looked >= piecesAtOnce else { continue }
      guard spend(looked / bytesPerStep) else { return nil }
      looked = 0
    }
  }

  /// How many bytes are the same from two places on; `nil` if there are no steps left.
  private func commonBytes(_ other: LongText, _ start: Int, _ otherStart: Int, _ spend: (Int) -> Bool) -> Int? {
    let count = min(bytes.count - start, other.bytes.count - otherStart)
    guard count > 0, let left = bytes.baseAddress, let right = other.bytes.baseAddress else { return 0 }
    var index = 0
    // Little is looked at first: texts in two forms differ again soon.
    var portion = 64
    while index < count {
      portion = min(portion, count - index)
      guard memcmp(left + start + index, right + otherStart + index, portion) == 0 else { break }
      index += portion
      guard portion < count - index || portion < Self.sameAtOnce else {
        guard spend(portion / Self.sameBytesPerStep) else { return nil }
        continue
      }
      portion = min(portion * 4, Self.sameAtOnce)
    }
    let end = min(index + portion, count)
    while index < end, left[start + index] == right[otherStart + index] { index += 1 }
    return index
  }

  /// ASCII, or the end.
  private func isPlain(at index: Int) -> Bool { index >= bytes.count || bytes[index] < 0x80 }

  /// The end of the piece that begins there.
  private func end(after start: Int) -> Int {
    guard start < bytes.count else { return start }
    var index = start + 1
    while !canBeCut(at: index) { index += 1 }
    return index
  }

  /// Whether nothing before this place has an influence on the normal form of what stands behind it, nor the other way round.
  @inline(__always)
  private func canBeCut(at index: Int) -> Bool {
    guard index < bytes.count else { return true }
    let byte = bytes[index]
    // Scalars below U+0300 are letters and signs that stand for themselves.
    return byte < 0x80 ? true : byte < 0xC0 ? false : byte < 0xCC || Self.beginsPiece(scalar(at: index).0)
  }

  /// Scalars that nothing before them is combined with. Some of them are left out: all in the ranges of scripts whose vowels
  /// and consonants are.
  static func beginsPiece(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x300: true
    case 0x900..<0x1100, 0x1160..<0x1C50, 0x1_1000..<0x1_7000: false
    case 0x3400..<0xA000, 0xAC00..<0xD7A4: true
    default: scalar.properties.canonicalCombiningClass == .notReordered
    }
  }

  private func scalar(at index: Int) -> (Unicode.Scalar, end: Int) {
    let first = UInt32(bytes[index])
    guard first >= 0x80 else { return (Unicode.Scalar(UInt8(first)), index + 1) }
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    var value = first & (0x7F >> UInt32(length))
    for offset in 1..<length where index + offset < bytes.count {
      value = value << 6 | UInt32(bytes[index + offset] & 0x3F)
    }
    return (Unicode.Scalar(value) ?? "\u{FFFD}", index + length)
  }

  // MARK: Marks

  /// Marks in a row that are put in order here.
  private static let manyMarks = 32

  private func text(_ range: Range<Int>) -> String {
    if range.count >= Self.leastBytes, hasDisorder(range) { return ordered(range) }
    return String(decoding: bytes[range], as: UTF8.self)
  }

  /// Whether many marks stand in a row, and not in order.
  private func hasDisorder(_ range: Range<Int>) -> Bool {
    var (index, count, last, isInDisorder) = (range.lowerBound, 0, 0, false)
    // The first may be in the middle of a scalar.
    while index < range.upperBound, bytes[index] & 0xC0 == 0x80 { index += 1 }
    while index < range.upperBound {
      // Not behind a mark, most often.
      guard bytes[index] >= 0xCC else {
        (count, last, isInDisorder) = (0, 0, false)
        index += 1
        while index < range.upperBound, bytes[index] & 0xC0 == 0x80 { index += 1 }
        continue
      }
      let (scalar, end) = scalar(at: index)
      index = end
      Self.eachPart(of: scalar) { _, order in
        if order == 0 { (count, isInDisorder) = (0, false) } else { count += 1 }
        if order < last { isInDisorder = count > 1 || isInDisorder }
        last = order
      }
      if isInDisorder, count > Self.manyMarks { return true }
    }
    return false
  }

  private func ordered(_ range: Range<Int>) -> String {
    var result = String.UnicodeScalarView()
    var marks: [(order: Int, scalar: Unicode.Scalar)] = []
    func endOfMarks() {
      if marks.count > Self.manyMarks {
        var byOrder = [[Unicode.Scalar]](repeating: [], count: 256)
        for mark in marks { byOrder[mark.order].append(mark.scalar) }
        for scalars in byOrder { result.append(contentsOf: scalars) }
      } else {
        result.append(contentsOf: marks.lazy.map(\.scalar))
      }
      marks.removeAll(keepingCapacity: true)
    }
    var index = range.lowerBound
    while index < range.upperBound {
      let (scalar, end) = scalar(at: index)
      index = end
      Self.eachPart(of: scalar) { part, order in
        if order == 0 {
          endOfMarks()
          result.append(part)
        } else {
          marks.append((order, part))
        }
      }
    }
    endOfMarks()
    return String(result)
  }

  /// The scalar and its place among marks, 0 for what is none. The three scalars that are no marks themselves, but two of them
  /// in a normal form, in parts.
  @inline(__always)
  private static func eachPart(of scalar: Unicode.Scalar, _ body: (Unicode.Scalar, _ order: Int) -> Void) {
    let second: Unicode.Scalar
    switch scalar.value {
    case ..<0x300: return body(scalar, 0)
    case 0xF73: second = "\u{F72}"
    case 0xF75: second = "\u{F74}"
    case 0xF81: second = "\u{F80}"
    default: return body(scalar, order(of: scalar))
    }
    body("\u{F71}", order(of: "\u{F71}"))
    body(second, order(of: second))
  }

  private static func order(of scalar: Unicode.Scalar) -> Int {
    Int(scalar.properties.canonicalCombiningClass.rawValue)
  }
}
