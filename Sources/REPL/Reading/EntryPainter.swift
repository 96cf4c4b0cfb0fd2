// Brings layouts to the screen with as little writing as needed: what stays the same is not written again.

struct EntryPainter {
  private var shown: EntryLayout?
  /// Where the cursor is now; `nil` for the column when characters were written of which terminals think differently.
  private var row = 0
  private var column: Int? = 0

  /// Whether something is on the screen.
  var isShowing: Bool { shown != nil }

  /// Goes from what is shown to `layout`. Without anything shown the cursor is at the beginning of a row.
  mutating func paint(_ layout: EntryLayout) -> String {
    var output = ""
    let old = shown?.rows ?? []
    if shown == nil { (row, column) = (0, 0) }
    for (index, cells) in layout.rows.enumerated() {
      if index >= old.count {
        if index > 0 {
          move(toRow: index - 1, &output)
          output += "\r\n"
          (row, column) = (index, 0)
        }
        write(cells[...], &output)
      } else if old[index] != cells {
        let same = zip(old[index], cells).prefix { $0 == $1 }.count
        move(toRow: index, &output)
        move(toColumnBehind: cells[..<same], &output)
        write(cells[same...], &output)
        if Self.width(cells[...]) < Self.width(old[index][...]) { output += "\u{1b}[K" }
      }
    }
    if old.count > layout.rows.count {
      move(toRow: layout.rows.count, &output)
      output += "\r\u{1b}[J"
      column = 0
    }
    move(toRow: layout.cursor.row, &output)
    if column != layout.cursor.column {
      var width = 0
      let before = layout.rows[layout.cursor.row].prefix {
        width += $0.width
        return width <= layout.cursor.column
      }
      move(toColumnBehind: before, &output)
    }
    shown = layout
    return output
  }

  /// Takes all of it away; the cursor is where it began.
  mutating func clear() -> String {
    guard shown != nil else { return "" }
    var output = ""
    move(toRow: 0, &output)
    output += "\r\u{1b}[J"
    shown = nil
    return output
  }

  /// Leaves it on the screen, with `mark` behind the end, and goes to a new row.
  mutating func leave(_ mark: String = "") -> String {
    guard let layout = shown?.bare else { return "" }
    // What was around it comes again with the next prompt.
    var output = paint(layout)
    let last = layout.rows.count - 1
    move(toRow: last, &output)
    move(toColumnBehind: layout.rows[last][...], &output)
    shown = nil
    return output + mark + "\r\n"
  }

  /// Takes away what the terminal has made of it in another width: a row that has become too long takes several.
  mutating func clear(afterResizingTo columns: Int) -> String {
    guard let layout = shown else { return "" }
    let columns = max(1, columns)
    let above = (0..<row).reduce(0) { $0 + max(1, (layout.width(of: $1) + columns - 1) / columns) }
    let within = max(0, layout.cursor.column - 1) / columns
    shown = nil
    let up = above + within
    return (up > 0 ? "\u{1b}[\(up)A" : "") + "\r\u{1b}[J"
  }

  // MARK: Moving

  private mutating func move(toRow target: Int, _ output: inout String) {
    if target < row { output += "\u{1b}[\(row - target)A" }
    if target > row { output += "\u{1b}[\(target - row)B" }
    if target != row { column = nil }
    row = target
  }

  /// Writing what stands there moves right on every terminal, whatever it thinks of widths.
  private mutating func move(toColumnBehind cells: ArraySlice<Cell>, _ output: inout String) {
    let width = Self.width(cells)
    guard column != width else { return }
    output += "\r"
    if cells.allSatisfy(\.isPlain) {
      if width > 0 { output += "\u{1b}[\(width)C" }
      column = width
    } else {
      column = 0
      write(cells, &output)
      column = width
    }
  }

  private mutating func write(_ cells: ArraySlice<Cell>, _ output: inout String) {
    var isDim = false
    for cell in cells {
      if cell.isDim != isDim { output += cell.isDim ? "\u{1b}[2m" : "\u{1b}[0m" }
      isDim = cell.isDim
      output += cell.text
    }
    if isDim { output += "\u{1b}[0m" }
    column = cells.allSatisfy(\.isPlain) ? column.map { $0 + Self.width(cells) } : nil
  }

  private static func width(_ cells: ArraySlice<Cell>) -> Int { cells.reduce(0) { $0 + $1.width } }
}
