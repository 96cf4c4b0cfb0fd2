// What a person would see: a terminal that understands as much of xterm's language as readline speaks.

@testable import REPL

/// Characters in rows, with everything that scrolled away kept above.
struct VirtualScreen {
  private(set) var columns: Int
  let rows: Int
  private(set) var lines: [[Character]] = [[]]
  private(set) var row = 0
  private(set) var column = 0
  /// The last column was written: the next character goes to the next row, as xterm does it.
  private var wrapsNext = false
  private var pending: [UInt8] = []
  /// What the first screen had when the other one was taken; nil while it is the first.
  private var behind: (lines: [[Character]], row: Int, column: Int)?
  var isOther: Bool { behind != nil }
  private(set) var hasCursor = true
  /// Sequences that mean nothing here; a test fails when there are any.
  private(set) var unknown: [String] = []

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// All that was ever shown, without trailing spaces and empty rows at the end.
  var text: [String] {
    var texts = lines.map { line in
      var line = line[...]
      while line.last == " " { line.removeLast() }
      return String(line.filter { $0 != Self.behindWide })
    }
    while texts.last == "" { texts.removeLast() }
    return texts
  }

  mutating func feed(_ bytes: some Sequence<UInt8>) {
    pending += bytes
    while let next = Self.unit(pending[...]) {
      pending.removeFirst(next.count)
      apply(next)
    }
  }

  /// The first whole character or escape sequence.
  private static func unit(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    guard let first = bytes.first else { return nil }
    if first == 0x1b {
      guard bytes.count > 1 else { return nil }
      guard bytes[bytes.startIndex + 1] == UInt8(ascii: "[") else { return Array(bytes.prefix(2)) }
      guard let end = bytes.dropFirst(2).firstIndex(where: { (0x40...0x7e).contains($0) }) else { return nil }
      return Array(bytes[...end])
    }
    let count = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
    return bytes.count >= count ? Array(bytes.prefix(count)) : nil
  }

  private mutating func apply(_ unit: [UInt8]) {
    switch unit[0] {
    case 0x1b: control(unit)
    case 0x0d: (column, wrapsNext) = (0, false)
    case 0x0a:
      row += 1
      wrapsNext = false
    case 0x08: (column, wrapsNext) = (max(0, column - 1), false)
    case 0x07: break
    case 0x00..<0x20: unknown.append("\(unit)")
    default: put(Character(String(decoding: unit, as: UTF8.self)))
    }
  }

  private mutating func put(_ character: Character) {
    if joins(character) { return }
    let width = displayWidth(character)
    if wrapsNext || column + width > columns {
      row += 1
      (column, wrapsNext) = (0, false)
    }
    extend()
    lines[row][column] = character
    if width == 2 {
      column += 1
      extend()
      lines[row][column] = Self.behindWide
    }
    if column == columns - 1 { wrapsNext = true } else { column += 1 }
  }

  /// What stands in the second column of a wide character.
  private static let behindWide: Character = "\u{0}"

  /// Scalars of one character share a cell, which is as wide as the character then is.
  private mutating func joins(_ character: Character) -> Bool {
    guard lines.indices.contains(row) else { return false }
    var last = (wrapsNext ? column + 1 : column) - 1
    while last >= 0, last < lines[row].count, lines[row][last] == Self.behindWide { last -= 1 }
    guard last >= 0, last < lines[row].count else { return false }
    let joined = String(lines[row][last]) + String(character)
    guard joined.count == 1, character.unicodeScalars.first.map({ $0.value > 0x7f }) == true else { return false }
    let growth = displayWidth(Character(joined)) - displayWidth(lines[row][last])
    lines[row][last] = Character(joined)
    if growth > 0 {
      extend()
      lines[row][column] = Self.behindWide
      if column == columns - 1 { wrapsNext = true } else { column += 1 }
    }
    return true
  }

  /// The terminal is as wide as that from now on. What is there stays, and rows that are too long go on in the next.
  mutating func resize(columns: Int) {
    var reflowed: [[Character]] = []
    var newRow = row
    for (index, line) in lines.enumerated() {
      if index == row { newRow = reflowed.count + column / columns }
      var rest = line[...]
      while rest.last == " " { rest.removeLast() }
      repeat {
        reflowed.append(Array(rest.prefix(columns)))
        rest = rest.dropFirst(columns)
      } while !rest.isEmpty
    }
    lines = reflowed
    (row, column, wrapsNext) = (newRow, column % columns, false)
    self.columns = columns
  }

  private mutating func extend() {
    while lines.count <= row { lines.append([]) }
    while lines[row].count <= column { lines[row].append(" ") }
  }

  private mutating func control(_ unit: [UInt8]) {
    let text = String(decoding: unit.dropFirst(), as: UTF8.self)
    guard text.first == "[", let final = text.last else {
      if text != "=" && text != ">" { unknown.append(text) }
      return
    }
    let parameter = text.dropFirst().dropLast()
    let count = max(1, Int(parameter) ?? 1)
    wrapsNext = false
    switch final {
    case "A": row = max(0, row - count)
    case "B": row += count
    case "C": column = min(columns - 1, column + count)
    case "D": column = max(0, column - count)
    case "G": column = count - 1
    case "K" where parameter.isEmpty || parameter == "0":
      extend()
      lines[row].removeSubrange(column...)
    case "J" where parameter.isEmpty || parameter == "0":
      extend()
      lines[row].removeSubrange(column...)
      lines.removeSubrange((row + 1)...)
    case "P":
      extend()
      lines[row].removeSubrange(column..<min(lines[row].count, column + count))
    case "@":
      extend()
      lines[row].insert(contentsOf: repeatElement(" ", count: count), at: column)
    case "m": break
    case "H":
      let place = parameter.split(separator: ";").compactMap { Int($0) }
      row = max(0, lines.count - rows) + (place.first ?? 1) - 1
      column = (place.count > 1 ? place[1] : 1) - 1
    case "h" where parameter == "?1049":
      behind = (lines, row, column)
      (lines, row, column) = ([[]], 0, 0)
    case "l" where parameter == "?1049":
      if let behind { (lines, row, column) = behind }
      behind = nil
    case "h" where parameter == "?25": hasCursor = true
    case "l" where parameter == "?25": hasCursor = false
    case "J" where parameter == "2": lines.removeSubrange(max(0, lines.count - rows)...)
    case "h" where parameter == "?2004", "l" where parameter == "?2004": break
    default: unknown.append(text)
    }
  }
}
