/// Where the nodes of the tree stand in the text.

/// A half-open range of UTF-8 offsets in one source file.
struct Span: Hashable {
  var start: Int
  var end: Int

  static let none = Span(start: 0, end: 0)

  func through(_ other: Span) -> Span { Span(start: start, end: max(end, other.end)) }
}

/// A text being checked, with its line table.
final class SourceFile: Sendable {
  let name: String
  /// As `#fileID` has it: its module, which all of a program is, and its name without the folders.
  var nameInModule: String { "main/" + (name.split(separator: "/").last.map(String.init) ?? name) }
  let text: String
  let firstLine: Int
  private let lineStarts: [Int]
  var lineCount: Int { lineStarts.count }
  /// The library's own declarations; nothing the user wrote.
  let isLibrary: Bool
  /// Its top level is run, not only declared.
  let isScript: Bool
  /// Which of the texts that are checked together it is.
  let number: Int

  init(_ source: SourceText, number: Int = 0, isLibrary: Bool = false) {
    self.number = number
    name = source.file
    text = source.text
    firstLine = source.firstLine
    self.isLibrary = isLibrary
    isScript = source.isScript
    var starts = [0]
    var offset = 0
    for byte in source.text.utf8 {
      offset += 1
      if byte == UInt8(ascii: "\n") { starts.append(offset) }
    }
    lineStarts = starts
  }

  func lineStart(_ line: Int) -> Int { lineStarts[line] }

  /// Where the `///` comment begins that stands directly above a place, and its text. Attributes may stand in between.
  func documentation(above offset: Int) -> (start: Int, text: String)? {
    var line = position(offset).line - firstLine
    let declared = line
    var start: Int?
    var lines: [Substring] = []
    while line > 0 {
      let text = content(ofLine: line - 1)
      if text.hasPrefix("///") {
        start = lineStarts[line - 1] + indentation(ofLine: line - 1)
        lines.insert(text.dropFirst(3).drop { $0 == " " }, at: 0)
      } else if !lines.isEmpty || !Self.isAttributes(text) || line < declared - 8 {
        break
      }
      line -= 1
    }
    return start.map { ($0, lines.joined(separator: "\n")) }
  }

  /// Whether a line has attributes only: those of what stands below it.
  private static func isAttributes(_ line: Substring) -> Bool {
    line.hasPrefix("@") && !line.split(whereSeparator: { $0 == " " || $0 == "\t" }).contains { declaring.contains($0) }
  }

  private static let declaring: Set<Substring> = [
    "actor", "associatedtype", "case", "class", "deinit", "enum", "extension", "func", "import", "init", "let",
    "protocol", "struct", "subscript", "typealias", "var",
  ]

  private func content(ofLine line: Int) -> Substring {
    let end = line + 1 < lineStarts.count ? lineStarts[line + 1] : text.utf8.count
    let utf8 = text.utf8
    let from = utf8.index(utf8.startIndex, offsetBy: lineStarts[line])
    let slice = text[from..<utf8.index(utf8.startIndex, offsetBy: end)]
    return slice.drop { $0 == " " || $0 == "\t" }.prefix { !$0.isNewline }
  }

  private func indentation(ofLine line: Int) -> Int {
    let utf8 = text.utf8
    let from = utf8.index(utf8.startIndex, offsetBy: lineStarts[line])
    return utf8[from...].prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
  }

  func position(_ offset: Int) -> Diagnostic.Position {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return Diagnostic.Position(line: low + firstLine, column: offset - lineStarts[low] + 1)
  }

  func location(_ span: Span) -> Location {
    let position = position(span.start)
    return Location(self, line: position.line, column: position.column)
  }

  /// What stands on a line, counted as in diagnostics; nil if the text has no such line, or is not known.
  func line(_ number: Int) -> Substring? {
    let line = number - firstLine
    guard !text.isEmpty, lineStarts.indices.contains(line) else { return nil }
    let utf8 = text.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: lineStarts[line])
    return text[start...].prefix { !$0.isNewline }
  }

  /// The text of a span, exactly as written.
  func slice(_ span: Span) -> String {
    let utf8 = text.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: min(span.start, utf8.count))
    let end = utf8.index(utf8.startIndex, offsetBy: min(span.end, utf8.count))
    return String(text[start..<end])
  }
}

extension SourceFile {
  /// The inverse of `position`.
  func offset(_ position: Diagnostic.Position) -> Int {
    let line = min(max(position.line - firstLine, 0), lineCount - 1)
    return min(lineStart(line) + position.column - 1, text.utf8.count)
  }
}
