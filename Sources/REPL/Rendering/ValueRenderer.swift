// Values as people look at them: on one line where that fits, else as a tree; lists of like objects as a table.
import Wire

struct ValueRenderer {
  let style: Style
  /// Characters in a line.
  var width: Int

  /// So many elements of a list are shown.
  private static let elementsMax = 1000

  /// A value on one line, however long: `nil` where JSON says null.
  static func inline(_ value: JSONValue) -> String { value == .null ? "nil" : value.text }

  /// The lines below a value's name; empty where the value is best on the name's own line.
  /// - Parameter room: How many characters are left on that line.
  func block(_ value: JSONValue, room: Int, indent: Int = 2) -> [String] {
    if let rows = Table(value) { return table(rows, indent: indent) }
    guard displayWidth(Self.inline(value)) > room else { return [] }
    switch value {
    case .object(let members) where !members.isEmpty: return tree(members.map { ($0.name, $0.value) }, indent: indent)
    case .array(let elements) where !elements.isEmpty:
      let shown = elements.prefix(Self.elementsMax).enumerated().map { ("\($0.offset)", $0.element) }
      return tree(shown, indent: indent) + rest(of: elements.count, indent: indent)
    default: return []
    }
  }

  /// A line for each part, with its own parts below it where they do not fit.
  private func tree(_ parts: [(name: String, value: JSONValue)], indent: Int) -> [String] {
    let names = parts.map { displayWidth($0.name) }
    let widest = names.max() ?? 0
    let margin = String(repeating: " ", count: indent)
    return zip(parts, names).flatMap { part, own -> [String] in
      let name = margin + style(part.name, .cyan)
      // Deeper than this there is no room for anything.
      let block = indent < width / 2 ? block(part.value, room: width - indent - widest - 3, indent: indent + 2) : []
      if block.isEmpty { return [name + String(repeating: " ", count: widest - own + 2) + Self.inline(part.value)] }
      return [name + count(part.value)] + block
    }
  }

  private func rest(of count: Int, indent: Int) -> [String] {
    count > Self.elementsMax ? [String(repeating: " ", count: indent) + "… and \(count - Self.elementsMax) more"] : []
  }

  /// `, 3 elements` behind the name of a list.
  func count(_ value: JSONValue) -> String {
    guard let count = value.array?.count else { return "" }
    return style(count == 1 ? "  1 element" : "  \(count) elements", .dim)
  }

  // MARK: Stores

  /// A store as a tree: its properties with their values and how long they have had them, and the stores it holds.
  /// - Parameter computed: what else it has, by its path.
  func store(
    at path: String, among stores: [StoreInfo], now: Timestamp?, computed: [String: [ComputedValue]] = [:]
  ) -> [String] {
    store(at: path, stores, now, computed, indent: 2)
  }

  /// A property that is made when it is asked for.
  struct ComputedValue {
    var entry: ComputedEntry
    /// `nil` where it was not asked for, or could not be told.
    var value: JSONValue?
    /// Why not.
    var failure: String?

    fileprivate var text: String {
      if let value { return ValueRenderer.inline(value) }
      return failure.map { "(\($0))" } ?? "(not used yet)"
    }
  }

  /// What a line of a store shows: a name, a value or what stands in its place, and how it came about.
  private struct StoreRow {
    var name: String
    var text: String
    var value: JSONValue?
    var remark: String
  }

  private func rows(of store: StoreInfo, _ computed: [ComputedValue], _ now: Timestamp?) -> [StoreRow] {
    func name(_ inner: String) -> String { String(inner.dropFirst(store.path.count + 1)) }
    let stored = store.properties.map { property in
      StoreRow(
        name: name(property.path),
        text: property.secret ? "(secret)" : property.value.map { Self.inline($0) } ?? "",
        value: property.secret ? nil : property.value,
        remark: property.at.flatMap { at in now.map { Self.age(of: at, at: $0) } } ?? "")
    }
    return stored
      + computed.map {
        StoreRow(name: name($0.entry.path), text: $0.text, value: $0.value, remark: $0.entry.kind.rawValue)
      }
  }

  private func store(
    at path: String, _ stores: [StoreInfo], _ now: Timestamp?, _ computed: [String: [ComputedValue]], indent: Int
  ) -> [String] {
    guard let store = stores.first(where: { $0.path == path }) else { return [] }
    let margin = String(repeating: " ", count: indent)
    func name(_ inner: String) -> String { String(inner.dropFirst(path.count + 1)) }
    let held = stores.filter { $0.path.hasPrefix(path + ".") && !name($0.path).contains(".") }
    let rows = rows(of: store, computed[path] ?? [], now)
    let widest = rows.map { displayWidth($0.name) }.max() ?? 0
    let room = width - indent - widest - 3 - (rows.map(\.remark.count).max() ?? 0) - 2
    // Ages stand in a column of their own, as far to the left as the values let them.
    let column = rows.map { displayWidth($0.text) }.filter { $0 <= room }.max() ?? 0
    var lines: [String] = []
    for row in rows {
      let head = margin + style(row.name, .cyan) + String(repeating: " ", count: widest - displayWidth(row.name) + 2)
      let remark = style(row.remark, .dim)
      let block = row.value.map { self.block($0, room: room, indent: indent + 2) } ?? []
      if block.isEmpty {
        let text = cut(row.text, to: max(room, 8))
        let gap = String(repeating: " ", count: max(0, column - displayWidth(text)) + 2)
        lines.append(head + text + (row.remark.isEmpty ? "" : gap + remark))
      } else {
        lines.append(margin + style(row.name, .cyan) + count(row.value ?? .null) + "  " + remark)
        lines += block
      }
    }
    for inner in held {
      lines.append(margin + style(name(inner.path), .cyan) + ": " + inner.type)
      lines += self.store(at: inner.path, stores, now, computed, indent: indent + 2)
    }
    return lines
  }

  /// `3 s ago`, in the largest unit there is one of.
  static func age(of at: Timestamp, at now: Timestamp) -> String {
    let seconds = max(0, now.nanoseconds - at.nanoseconds) / 1_000_000_000
    return switch seconds {
    case 0: "now"
    case ..<60: "\(seconds) s ago"
    case ..<3600: "\(seconds / 60) min ago"
    case ..<86400: "\(seconds / 3600) h ago"
    case ..<172_800: "1 day ago"
    default: "\(seconds / 86400) days ago"
    }
  }

  // MARK: Tables

  /// A list whose elements are all objects with the same members.
  private struct Table {
    var head: [String]
    var rows: [[JSONValue]]

    init?(_ value: JSONValue) {
      guard let elements = value.array, elements.count > 1, let first = elements[0].object, !first.isEmpty,
        NotFinite(elements[0]) == nil
      else {
        return nil
      }
      head = first.map(\.name)
      rows = []
      for element in elements {
        guard let members = element.object, members.map(\.name) == head else { return nil }
        rows.append(members.map(\.value))
      }
    }
  }

  /// Columns no wider than the terminal: numbers stand to the right, and what is too wide is cut.
  private func table(_ table: Table, indent: Int) -> [String] {
    let rows = table.rows.prefix(Self.elementsMax)
    let numbers = String(max(0, rows.count - 1)).count
    let cells = rows.map { $0.map(Self.cell) }
    let isNumeric = table.head.indices.map { column in rows.allSatisfy { Self.isNumber($0[column]) } }
    var widths = table.head.indices.map { column in
      max(displayWidth(table.head[column]), cells.map { displayWidth($0[column]) }.max() ?? 0)
    }
    // The widest gives way first; where all are as narrow as can be, the last columns are left out.
    let room = width - 1 - indent - numbers
    func total() -> Int { widths.reduce(0) { $0 + $1 + 2 } }
    while total() > room, let widest = widths.max(), widest > Self.narrowest {
      let next = widths.filter { $0 < widest }.max() ?? Self.narrowest
      let excess = (total() - room + widths.filter { $0 == widest }.count - 1) / widths.filter { $0 == widest }.count
      let target = max(next, widest - excess, Self.narrowest)
      widths = widths.map { $0 == widest ? min($0, target) : $0 }
    }
    var shown = widths.count
    while shown > 1, widths.prefix(shown).reduce(0, { $0 + $1 + 2 }) > room - (shown < widths.count ? 3 : 0) {
      shown -= 1
    }
    let isCut = shown < widths.count
    func line(_ number: String, _ cells: [String]) -> String {
      var line = String(repeating: " ", count: indent + numbers - number.count) + style(number, .dim)
      for column in 0..<shown {
        let text = cut(cells[column], to: widths[column])
        let space = String(repeating: " ", count: widths[column] - displayWidth(text))
        let isLast = column == shown - 1 && !isCut
        line += "  " + (isNumeric[column] ? space + text : isLast ? text : text + space)
      }
      return isCut ? line + "  …" : line
    }
    var head = line("", table.head)
    while head.last == " " { head.removeLast() }
    return [style(head, .bold)] + cells.enumerated().map { line("\($0.offset)", $0.element) }
      + rest(of: table.rows.count, indent: indent)
  }

  private static let narrowest = 4

  /// Text without its quotes: a column says what it is.
  private static func cell(_ value: JSONValue) -> String {
    guard case .string(let text) = value, !text.isEmpty else { return inline(value) }
    return text.allSatisfy { !$0.isNewline && $0 >= " " } ? text : String(inline(value).dropFirst().dropLast())
  }

  private static func isNumber(_ value: JSONValue) -> Bool {
    switch value {
    case .null: true
    default: value.double != nil || NotFinite(value) != nil
    }
  }
}

/// At most so many columns of a text, with a sign where it was cut.
func cut(_ text: String, to columns: Int) -> String {
  guard displayWidth(text) > columns else { return text }
  var room = columns - 1
  return text.prefix {
    room -= displayWidth($0)
    return room >= 0
  } + "…"
}
