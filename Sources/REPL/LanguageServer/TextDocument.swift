// A text that an editor has open: its changes, and the places in it as the editor, the daemon and we count them.
import Wire

/// How the editor counts within a line.
enum PositionEncoding: String, CaseIterable, Sendable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case utf32 = "utf-32"

  func units(_ scalar: Unicode.Scalar) -> Int {
    switch self {
    case .utf8: UTF8.width(scalar)
    case .utf16: UTF16.width(scalar)
    case .utf32: 1
    }
  }
}

/// A place as an editor says it: line and character from 0.
struct EditorPosition: Equatable, Comparable, Sendable {
  var line: Int
  var character: Int

  init(line: Int, character: Int) {
    self.line = line
    self.character = character
  }

  init?(_ json: JSONValue?) {
    guard let line = json?["line"]?.int, let character = json?["character"]?.int else { return nil }
    self.init(line: line, character: character)
  }

  var json: JSONValue { ["line": .int(line), "character": .int(character)] }

  static func < (left: EditorPosition, right: EditorPosition) -> Bool {
    (left.line, left.character) < (right.line, right.character)
  }
}

struct TextDocument: Sendable {
  let uri: String
  var version: Int?
  private(set) var bytes: [UInt8] = []
  /// Where each line begins. An editor's lines end with `\n`, `\r\n` or `\r`.
  private var lineStarts: [Int] = [0]
  private var lineFeedEnds: [Int] = []

  init(uri: String, version: Int?, text: String) {
    self.uri = uri
    self.version = version
    set(Array(text.utf8))
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }
  var lineCount: Int { lineStarts.count }
  /// The file that it is; what was never saved has the name that the editor gives it.
  var path: String { FileURI.path(uri) ?? uri }

  private mutating func set(_ bytes: [UInt8]) {
    self.bytes = bytes
    (lineStarts, lineFeedEnds) = ([0], [])
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "\n") { lineFeedEnds.append(index + 1) }
      let isEnd = byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") && !isLineFeed(index + 1)
      if isEnd { lineStarts.append(index + 1) }
    }
  }

  private func isLineFeed(_ index: Int) -> Bool { index < bytes.count && bytes[index] == UInt8(ascii: "\n") }

  /// Does one change of `textDocument/didChange`: of a range, or of everything.
  mutating func change(_ change: JSONValue, _ encoding: PositionEncoding) {
    let text = Array((change["text"]?.string ?? "").utf8)
    guard let start = EditorPosition(change["range"]?["start"]), let end = EditorPosition(change["range"]?["end"])
    else {
      return set(text)
    }
    let from = offset(start, encoding)
    let to = max(from, offset(end, encoding))
    set(Array(bytes[..<from]) + text + Array(bytes[to...]))
  }

  // MARK: Places

  /// Where a line begins of which so many line feeds stand before: lines of source end with these, and those of editors may
  /// end otherwise.
  func lineFeeds(_ count: Int) -> Int {
    guard count > 0 else { return 0 }
    return lineFeedEnds.isEmpty ? 0 : lineFeedEnds[min(count, lineFeedEnds.count) - 1]
  }

  /// What stands on a line, without its end.
  func line(_ number: Int) -> String {
    guard lineStarts.indices.contains(number) else { return "" }
    return String(decoding: bytes[lineStarts[number]..<contentEnd(number)], as: UTF8.self)
  }

  private func contentEnd(_ line: Int) -> Int {
    var end = line + 1 < lineStarts.count ? lineStarts[line + 1] : bytes.count
    while end > lineStarts[line], [UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains(bytes[end - 1]) { end -= 1 }
    return end
  }

  /// In UTF-8 bytes. Beyond the end of a line is its end; within a character is before it.
  func offset(_ position: EditorPosition, _ encoding: PositionEncoding) -> Int {
    guard position.line >= 0 else { return 0 }
    guard position.line < lineStarts.count else { return bytes.count }
    var units = 0
    var offset = lineStarts[position.line]
    for scalar in line(position.line).unicodeScalars {
      units += encoding.units(scalar)
      if units > position.character { break }
      offset += UTF8.width(scalar)
    }
    return offset
  }

  func position(_ offset: Int, _ encoding: PositionEncoding) -> EditorPosition {
    let offset = min(max(0, offset), bytes.count)
    var (low, high) = (0, lineStarts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    let end = min(offset, contentEnd(low))
    let before = String(decoding: bytes[lineStarts[low]..<end], as: UTF8.self)
    return EditorPosition(line: low, character: before.unicodeScalars.reduce(0) { $0 + encoding.units($1) })
  }

  func range(_ offsets: Range<Int>, _ encoding: PositionEncoding) -> JSONValue {
    [
      "start": position(offsets.lowerBound, encoding).json, "end": position(offsets.upperBound, encoding).json,
    ]
  }
}

/// `file:///a%20b` and `/a b`.
enum FileURI {
  static func path(_ uri: String) -> String? {
    guard uri.hasPrefix("file://") else { return nil }
    let rest = uri.dropFirst("file://".count)
    guard let slash = rest.firstIndex(of: "/") else { return nil }
    var bytes: [UInt8] = []
    var source = Array(rest[slash...].utf8)[...]
    while let byte = source.popFirst() {
      if byte == UInt8(ascii: "%"), source.count >= 2,
        let value = UInt8(String(decoding: source.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        source = source.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func uri(_ path: String) -> String {
    "file://"
      + path.utf8.map { byte -> String in
        let isPlain =
          (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || "/-._~".utf8.contains(byte)
        let digits = String(byte, radix: 16, uppercase: true)
        return isPlain ? String(UnicodeScalar(byte)) : "%" + (digits.count == 1 ? "0" : "") + digits
      }.joined()
  }
}
