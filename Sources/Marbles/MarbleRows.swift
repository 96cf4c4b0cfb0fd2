// Marble diagrams below each other, so that one moment is one column in all of them.

extension MarbleDiagram {
  /// Each diagram behind its name. A column is as wide as the widest thing that happens in it; what fills it up is `-`.
  public static func rows(_ diagrams: [(name: String, diagram: MarbleDiagram)]) -> [String] {
    let cells = diagrams.map(\.diagram.cells)
    let count = cells.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in cells.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
    let longest = diagrams.map(\.name.count).max() ?? 0
    return zip(diagrams, cells).map { row, cells in
      let line = zip(cells, widths).map { cell, width in cell + String(repeating: "-", count: width - cell.count) }
      return row.name + String(repeating: " ", count: longest - row.name.count) + "  " + line.joined()
    }
  }
}
