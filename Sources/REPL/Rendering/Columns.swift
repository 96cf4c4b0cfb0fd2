// Names and notes in columns, for lists and completion.

/// As many columns as fit into `width`, filled downwards; each cell is padded to the widest.
func columns(_ cells: [String], width: Int) -> [String] {
  guard let widest = cells.map(\.count).max() else { return [] }
  let columnWidth = widest + 2
  let columnCount = max(1, width / columnWidth)
  let rowCount = (cells.count + columnCount - 1) / columnCount
  return (0..<rowCount).map { row in
    var line = ""
    for index in stride(from: row, to: cells.count, by: rowCount) {
      line += cells[index]
      if index + rowCount < cells.count { line += String(repeating: " ", count: columnWidth - cells[index].count) }
    }
    return line
  }
}

/// Two columns, the first padded to its widest.
func aligned(_ rows: [(String, String)], indent: String = "  ") -> [String] {
  let width = rows.map(\.0.count).max() ?? 0
  return rows.map { row in
    row.1.isEmpty ? indent + row.0 : indent + row.0 + String(repeating: " ", count: width - row.0.count + 2) + row.1
  }
}

/// Names with a note beside each, one a line and none longer than the terminal is wide: a note ends with a whole word.
func annotated(_ rows: [(name: String, note: String)], width: Int) -> [String] {
  let longest = rows.map(\.name.count).max() ?? 0
  let room = width - longest - 5
  // Where there is no room for a word, the names are better than wrapped lines.
  guard room >= 12 else { return columns(rows.map(\.name), width: width) }
  return aligned(rows.map { ($0.name, shortened($0.note, to: room)) })
}

/// At most so many characters, cut between two words.
func shortened(_ text: String, to length: Int) -> String {
  guard text.count > length else { return text }
  let start = text.prefix(max(0, length - 2))
  // The space behind it may be where it ends.
  let isWhole = text.dropFirst(start.count).first == " "
  let words = isWhole ? start : start.lastIndex(of: " ").map { start[..<$0] } ?? start
  return words.trimmingSuffix(while: { $0 == " " || $0 == "," }) + " …"
}

extension Substring {
  fileprivate func trimmingSuffix(while condition: (Character) -> Bool) -> Substring {
    var end = endIndex
    while end > startIndex, condition(self[index(before: end)]) { end = index(before: end) }
    return self[..<end]
  }
}
