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
