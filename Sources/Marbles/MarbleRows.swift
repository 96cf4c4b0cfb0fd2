// Marble diagrams below each other, so that one moment is one column in all of them.

extension MarbleDiagram {
  /// Where nothing happens in any row for longer than so many columns, a picture says how long instead.
  private static let silenceMax = 16

  /// Each diagram behind its name. A column is as wide as the widest thing that happens in it; what fills it up is `-`.
  /// - Parameter silence: what stands for so many columns in which nothing happens; `nil` draws them all.
  public static func rows(
    _ diagrams: [(name: String, diagram: MarbleDiagram)], silence: ((_ columns: Int) -> String)? = nil
  ) -> [String] {
    let cells = diagrams.map(\.diagram.cells)
    let count = cells.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in cells.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
    let silences = silence == nil ? [] : silences(in: cells, count)
    let longest = diagrams.map(\.name.count).max() ?? 0
    return zip(diagrams, cells).map { row, cells in
      var line = ""
      var column = 0
      for (range, text) in silences.map({ ($0, silence?($0.count) ?? "") }) {
        line += drawn(cells, widths, column..<range.lowerBound)
        // A row that is over by then stays so.
        if range.lowerBound < cells.count { line += text }
        column = range.upperBound
      }
      line += drawn(cells, widths, column..<count)
      return row.name + String(repeating: " ", count: longest - row.name.count) + "  " + line
    }
  }

  private static func drawn(_ cells: [String], _ widths: [Int], _ columns: Range<Int>) -> String {
    columns.clamped(to: 0..<cells.count).map { column in
      cells[column] + String(repeating: "-", count: widths[column] - cells[column].count)
    }.joined()
  }

  /// The long stretches in which no row has anything. A column at each end stays.
  private static func silences(in cells: [[String]], _ count: Int) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var start = 0
    for column in 0...count {
      if column < count, cells.allSatisfy({ column >= $0.count || $0[column] == "-" }) { continue }
      if column - start > silenceMax { found.append(start + 1..<column - 1) }
      start = column + 1
    }
    return found
  }
}
