// Names and notes in columns, for lists and completion.

/// As many columns as fit into `width`, filled downwards; each cell is padded to the widest.
func columns(_ cells: [String], width: Int) -> [String] {
  guard let widest = cells.map({ displayWidth($0) }).max() else { return [] }
  let columnWidth = widest + 2
  let columnCount = max(1, width / columnWidth)
  let rowCount = (cells.count + columnCount - 1) / columnCount
  return (0..<rowCount).map { row in
    var line = ""
    for index in stride(from: row, to: cells.count, by: rowCount) {
      line += index + rowCount < cells.count ? padded(cells[index], to: columnWidth) : cells[index]
    }
    return line
  }
}

/// With spaces behind it, as wide as that.
func padded(_ text: String, to width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - shownWidth(text)))
}

/// Two columns, the first padded to its widest.
func aligned(_ rows: [(String, String)], indent: String = "  ") -> [String] {
  let widths = rows.map { shownWidth($0.0) }
  let width = widths.max() ?? 0
  return zip(rows, widths).map { row, own in
    row.1.isEmpty ? indent + row.0 : indent + row.0 + String(repeating: " ", count: width - own + 2) + row.1
  }
}

/// The columns of a text without line ends, which may have colours in it.
func shownWidth(_ text: String) -> Int {
  guard text.utf8.contains(0x1b) else { return displayWidth(text) }
  return text.split(separator: "\u{1b}", omittingEmptySubsequences: false).enumerated().reduce(0) { sum, part in
    sum + displayWidth(part.offset == 0 ? part.element : part.element.drop { $0 != "m" }.dropFirst())
  }
}

/// The text without the colours in it.
func unstyled(_ text: String) -> String {
  guard text.utf8.contains(0x1b) else { return text }
  return text.split(separator: "\u{1b}", omittingEmptySubsequences: false).enumerated().map { part in
    String(part.offset == 0 ? part.element : part.element.drop { $0 != "m" }.dropFirst())
  }.joined()
}

/// Names with a note beside each, one a line and none longer than the terminal is wide: a note ends with a whole word if it can.
func annotated(_ rows: [(name: String, note: String)], width: Int) -> [String] {
  let longest = rows.map { displayWidth($0.name) }.max() ?? 0
  let room = width - longest - 5
  // Where there is no room for a word, the names are better than wrapped lines.
  guard room >= 12 else { return columns(rows.map(\.name), width: width) }
  return aligned(rows.map { ($0.name, shortened($0.note, to: room)) })
}

/// At most so many characters, cut between two words, or in one that would leave little else.
func shortened(_ text: String, to length: Int) -> String {
  guard text.count > length else { return text }
  let start = text.prefix(max(0, length - 2))
  // The space behind it may be where it ends.
  let isWhole = text.dropFirst(start.count).first == " "
  let words = isWhole ? start : start.lastIndex(of: " ").map { start[..<$0] } ?? start
  if words.count < length / 2 { return start + "…" }
  return words.trimmingSuffix(while: { $0 == " " || $0 == "," }) + " …"
}

extension Substring {
  fileprivate func trimmingSuffix(while condition: (Character) -> Bool) -> Substring {
    var end = endIndex
    while end > startIndex, condition(self[index(before: end)]) { end = index(before: end) }
    return self[..<end]
  }
}

/// A chain as it can be read: on one line where its lines are operators, as it stands where a closure has several.
func chainLines(_ text: String) -> [String] {
  let lines = text.split(whereSeparator: \.isNewline).map(String.init)
  let rest = lines.dropFirst()
  guard rest.contains(where: { !$0.trimmed.hasPrefix(".") }) else { return [onOneLine(text)] }
  let margin = rest.filter { !$0.trimmed.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
  // The first line stands behind what is before it in the source, where the last one begins, or deeper.
  let indent = rest.first?.trimmed.hasPrefix(".") == true ? "  " : ""
  return [lines[0].trimmed] + rest.map { indent + $0.dropFirst(margin) }
}

/// A chain of several lines as one, for lists.
func onOneLine(_ text: String) -> String {
  text.split(whereSeparator: \.isNewline).map(\.trimmed).reduce("") { line, next in
    line.isEmpty || next.hasPrefix(".") || line.hasSuffix("(") ? line + next : line + " " + next
  }
}
