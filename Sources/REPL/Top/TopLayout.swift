// How wide the columns of `top` are, and which of them there is room for.
import Wire

struct TopLayout {
  private let table: TopTable
  /// The columns there is room for, and how wide each is.
  private var chosen: [(index: Int, width: Int)] = []
  /// How many of the last rates a row shows.
  private var trendWidth = 0
  private(set) var title = ""
  /// How wide each of the table's columns would be.
  let widths: [Int]

  private static let gap = 2
  private static let nameWidthMin = 12
  private static let trendWidths = 8...30

  /// - Parameter width: `nil` where lines can be as long as they are.
  /// - Parameters:
  ///   - sorted: the column that rows are sorted by, which is marked.
  ///   - earlier: the widths of the picture before: what needs less room now keeps its place.
  init(_ table: TopTable, width: Int?, sorted: String?, isReversed: Bool = false, noNarrowerThan earlier: [Int] = []) {
    self.table = table
    let place = sorted.flatMap { name in table.columns.firstIndex { $0.name == name } } ?? TopTable.usual(table.columns)
    let titles = table.columns.enumerated().map { index, column in
      index == place ? column.title + (isReversed ? "↑" : "↓") : column.title
    }
    let widths = table.columns.indices.map { index in
      // The mark moves from column to column, and the columns stay.
      let least = max(displayWidth(table.columns[index].title), earlier.indices.contains(index) ? earlier[index] : 0)
      return table.rows.reduce(max(least, displayWidth(titles[index]))) { max($0, displayWidth($1.cells[index].text)) }
    }
    self.widths = widths
    let order = table.columns.indices.sorted { table.columns[$0].rank < table.columns[$1].rank }
    let nameWidthMin = min(widths[0], Self.nameWidthMin, max(1, width ?? .max))
    var used = nameWidthMin
    var kept: [Int] = []
    for index in order {
      let wanted = index == 0 ? used : used + Self.gap + widths[index]
      if let width, index != 0, wanted > width { break }
      used = wanted
      kept.append(index)
    }
    let rest = width.map { $0 - used } ?? .max / 2
    let nameWidth = min(widths[0], nameWidthMin + max(0, rest))
    chosen = kept.sorted().map { ($0, $0 == 0 ? nameWidth : widths[$0]) }
    let free = rest - (nameWidth - nameWidthMin) - Self.gap
    let hasTrends = table.rows.contains { $0.trend.count > 1 }
    if width != nil, hasTrends, free >= Self.trendWidths.lowerBound {
      trendWidth = min(free, Self.trendWidths.upperBound)
    }
    title = line { titles[$0] } + (trendWidth > 0 ? "  lately" : "")
  }

  func line(_ row: TopTable.Row) -> String {
    let cells = line { row.cells[$0].text }
    guard trendWidth > 0, row.trend.count > 1 else { return cells }
    return cells + "  " + sparkline(Array(row.trend.suffix(trendWidth)), from: 0)
  }

  /// Texts stand at the left of their column, numbers at the right.
  private func line(_ text: (Int) -> String) -> String {
    var line = ""
    for (place, column) in chosen.enumerated() {
      let cell = cut(text(column.index), to: column.width)
      let space = String(repeating: " ", count: max(0, column.width - displayWidth(cell)))
      let isText = table.rows.first.map { $0.cells[column.index].isText } ?? (column.index == 0)
      let isLast = place == chosen.count - 1 && trendWidth == 0
      line += (place == 0 ? "" : "  ") + (isText ? cell + (isLast ? "" : space) : space + cell)
    }
    return line
  }
}
