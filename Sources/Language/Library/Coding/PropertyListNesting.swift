/// How deep a property list is nested, found without a call inside a call: Foundation's reader calls itself for each level
/// and asks for nothing.
internal import Foundation

struct PropertyListNesting {
  /// JSON's reader has the same.
  static let depthMax = 512

  private let bytes: [UInt8]

  /// Whether lists and dictionaries are nested deeper than they may be, or a binary one contains itself.
  static func isTooDeep(_ data: Data) -> Bool {
    // A level takes two bytes at least.
    guard data.count > depthMax * 2 || data.starts(with: Array("bplist".utf8)) else { return false }
    let nesting = PropertyListNesting(bytes: Array(data))
    return data.starts(with: Array("bplist".utf8)) ? nesting.isBinaryTooDeep : nesting.isTextTooDeep
  }

  // MARK: Text

  /// Of XML, or of the old form with brackets; whichever it is, what stands in the way of the other does not count.
  private var isTextTooDeep: Bool {
    var text = bytes[...]
    // UTF-16 and UTF-32: the zeros say nothing.
    if text.prefix(64).contains(0) || text.starts(with: [0xFE, 0xFF]) || text.starts(with: [0xFF, 0xFE]) {
      text = text.filter { $0 != 0 && $0 < 0x80 }[...]
    }
    let first = text.first { $0 > UInt8(ascii: " ") && $0 < 0x80 }
    return first == UInt8(ascii: "<") && text.contains(UInt8(ascii: ">")) && isMarkup(text)
      ? isTooDeepXML(text) : isTooDeepOldStyle(text)
  }

  /// `<` begins data in the old form: `<0fbd77>`.
  private func isMarkup(_ text: ArraySlice<UInt8>) -> Bool {
    guard let open = text.firstIndex(of: UInt8(ascii: "<")) else { return false }
    return text[open...].dropFirst().first.map { next in
      next == UInt8(ascii: "?") || next == UInt8(ascii: "!") || next == UInt8(ascii: "p")
    } ?? false
  }

  private func isTooDeepXML(_ text: ArraySlice<UInt8>) -> Bool {
    var depth = 0
    var index = text.startIndex
    while let open = text[index...].firstIndex(of: UInt8(ascii: "<")) {
      index = text.index(after: open)
      var name = text[index...]
      let isClosing = name.first == UInt8(ascii: "/")
      if isClosing { name = name.dropFirst() }
      guard name.starts(with: Array("array".utf8)) || name.starts(with: Array("dict".utf8)) else { continue }
      depth += isClosing ? -1 : 1
      if depth > Self.depthMax { return true }
    }
    return false
  }

  private func isTooDeepOldStyle(_ text: ArraySlice<UInt8>) -> Bool {
    var depth = 0
    var quote: UInt8?
    var isEscaped = false
    for byte in text {
      if isEscaped {
        isEscaped = false
      } else if let open = quote {
        if byte == UInt8(ascii: "\\") { isEscaped = true } else if byte == open { quote = nil }
      } else {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
        case UInt8(ascii: "("), UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: ")"), UInt8(ascii: "}"): depth -= 1
        default: break
        }
        if depth > Self.depthMax { return true }
      }
    }
    return false
  }

  // MARK: Binary

  /// A binary list is a table of objects that name each other by number.
  private var isBinaryTooDeep: Bool {
    guard let table = BinaryTable(bytes) else { return false }
    // The greatest depth at which each object has been met. Those that contain themselves get ever deeper.
    var depths = [Int](repeating: 0, count: table.count)
    var pending = [(object: table.top, depth: 1)]
    // Objects that share their parts over and over are as bad: each is read again wherever it is named.
    var left = 16 * bytes.count
    while let (object, depth) = pending.popLast() {
      guard object < table.count, depth > depths[object] else { continue }
      if depth > Self.depthMax { return true }
      depths[object] = depth
      let parts = table.parts(of: object)
      left -= parts.count
      if left < 0 { return true }
      for part in parts { pending.append((part, depth + 1)) }
    }
    return false
  }

  private struct BinaryTable {
    let bytes: [UInt8]
    let count: Int
    let top: Int
    private let offsetSize: Int
    private let referenceSize: Int
    private let offsets: Int

    /// The last 32 bytes say where the rest is. What does not make sense is left to the reader to refuse.
    init?(_ bytes: [UInt8]) {
      guard bytes.count >= 40 else { return nil }
      self.bytes = bytes
      let trailer = bytes.count - 32
      offsetSize = Int(bytes[trailer + 6])
      referenceSize = Int(bytes[trailer + 7])
      guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
        let count = Self.number(bytes, trailer + 8, 8), let top = Self.number(bytes, trailer + 16, 8),
        let offsets = Self.number(bytes, trailer + 24, 8), count <= bytes.count / offsetSize, offsets < bytes.count
      else { return nil }
      self.count = count
      self.top = top
      self.offsets = offsets
    }

    private static func number(_ bytes: [UInt8], _ start: Int, _ size: Int) -> Int? {
      guard start >= 0, start <= bytes.count - size else { return nil }
      let value = bytes[start..<(start + size)].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
      return value < 1 << 48 ? Int(value) : nil
    }

    /// The objects that a list, a set or a dictionary names.
    func parts(of object: Int) -> [Int] {
      guard var start = Self.number(bytes, offsets + object * offsetSize, offsetSize), start < bytes.count else {
        return []
      }
      let marker = bytes[start]
      start += 1
      guard [0xA, 0xB, 0xC, 0xD].contains(marker >> 4) else { return [] }
      var length = Int(marker & 0xF)
      if length == 0xF {
        guard start < bytes.count, bytes[start] >> 4 == 1 else { return [] }
        let size = 1 << Int(bytes[start] & 0xF)
        guard size <= 8, let given = Self.number(bytes, start + 1, size) else { return [] }
        length = given
        start += 1 + size
      }
      if marker >> 4 == 0xD { length *= 2 }
      guard length <= (bytes.count - start) / referenceSize else { return [] }
      return (0..<length).compactMap { Self.number(bytes, start + $0 * referenceSize, referenceSize) }
    }
  }
}
