// An entry of any number of lines as rows of a terminal, with the cursor's place in them.

struct EntryLayout: Equatable {
  struct Place: Equatable {
    var row: Int
    var column: Int
  }

  /// No wider than the terminal, and at most as many as it has.
  private(set) var rows: [[Cell]] = []
  private(set) var cursor = Place(row: 0, column: 0)
  let columns: Int
  private var aboveCount = 0

  /// - Parameters:
  ///   - above: Lines that stand over the prompt, cut where the row ends.
  ///   - status: Shown dimmed at the right edge of the first row, where there is room for all of it.
  ///   - prompt: Stands before the first line, `continuation` before the others.
  ///   - point: The cursor's place in `text`, in UTF-8 bytes.
  ///   - hint: Shown dimmed behind the cursor where that is at the end, as far as there is room.
  init(
    above: [String] = [], prompt: String, continuation: String, status: String = "", text: String, point: Int,
    hint: String = "",
    columns: Int, lines: Int
  ) {
    self.columns = max(2, columns)
    var offset = 0
    var place: Place?
    let lineEnd = UInt8(ascii: "\n")
    let textLines = text.utf8.split(separator: lineEnd, omittingEmptySubsequences: false)
    for (number, line) in textLines.enumerated() {
      rows.append([])
      cells(number == 0 ? prompt : continuation).forEach { add($0) }
      for character in String(decoding: line, as: UTF8.self) {
        if offset == point { place = here() }
        cells(String(character)).forEach { add($0) }
        offset += character.utf8.count
        // A cursor inside of a character stands behind it.
        if place == nil, offset > point { place = here() }
      }
      if offset == point, place == nil { place = here() }
      offset += 1
    }
    cursor = place ?? here()
    let isAtEnd = point == text.utf8.count
    if isAtEnd, !hint.isEmpty {
      var room = self.columns - 1 - cursor.column
      for cell in cells(" " + hint, isDim: true) where room > 0 {
        room -= cell.width
        if room >= 0 { rows[cursor.row].append(cell) }
      }
    }
    add(status: status)
    cut(to: max(1, lines - 1 - above.count), lineCount: textLines.count)
    rows.insert(contentsOf: above.map { Array(Self.prefix(cells($0, isDim: true), width: self.columns - 1)) }, at: 0)
    cursor.row += above.count
    aboveCount = above.count
  }

  private mutating func add(status: String) {
    let width = displayWidth(status)
    // The last column stays free: terminals differ in what they do behind it.
    let space = columns - 1 - width - self.width(of: 0)
    // Behind a sequence nobody knows where the row ends.
    guard width > 0, space >= 2, rows[0].allSatisfy(\.isSimple) else { return }
    rows[0] += cells(String(repeating: " ", count: space) + status, isDim: true)
  }

  /// The text alone, as it stays on the screen when it has been entered.
  var bare: EntryLayout {
    var bare = self
    bare.rows.removeFirst(aboveCount)
    bare.cursor.row -= aboveCount
    bare.aboveCount = 0
    bare.rows = bare.rows.map { row in
      // A row that is dim from its beginning says what was left out.
      guard row.first?.isDim == false, let last = row.lastIndex(where: { !$0.isDim }) else { return row }
      return Array(row[...last])
    }
    return bare
  }

  private static func prefix(_ cells: [Cell], width: Int) -> ArraySlice<Cell> {
    var room = width
    return cells.prefix {
      room -= $0.width
      return room >= 0
    }
  }

  private mutating func add(_ cell: Cell) {
    if width(of: rows.count - 1) + cell.width > columns { rows.append([]) }
    rows[rows.count - 1].append(cell)
  }

  /// Where the next cell goes; behind a full row that is the next.
  private mutating func here() -> Place {
    if width(of: rows.count - 1) >= columns { rows.append([]) }
    return Place(row: rows.count - 1, column: width(of: rows.count - 1))
  }

  func width(of row: Int) -> Int { rows[row].reduce(0) { $0 + $1.width } }

  /// What is taller than the terminal shows the part around the cursor, and says how long it is.
  private mutating func cut(to limit: Int, lineCount: Int) {
    guard rows.count > limit else { return }
    let isAtEnd = cursor.row >= rows.count - 2
    let start = isAtEnd ? rows.count - limit : min(max(0, cursor.row - limit / 2), rows.count - limit)
    let end = start + limit
    let (above, below) = (start, rows.count - end)
    rows = Array(rows[start..<end])
    cursor.row -= start
    guard limit >= 3 else { return }
    func mark(_ text: String) -> [Cell] { Array(Self.prefix(cells(text, isDim: true), width: columns - 1)) }
    if above > 0 { rows[0] = mark("… \(lineCount) lines, \(above + 1) rows of them above") }
    if below > 0 { rows[limit - 1] = mark("… \(below + 1) rows below") }
  }
}
