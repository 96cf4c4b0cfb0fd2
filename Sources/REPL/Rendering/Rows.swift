// What was found as rows of named columns, in the forms that `--format` knows.
import Wire

struct Rows {
  var columns: [String]
  /// A value for each column; nothing where there is none.
  var rows: [[JSONValue?]]

  init(_ columns: [String], _ rows: [[JSONValue?]]) {
    self.columns = columns
    self.rows = rows
  }

  /// A value: a list has a row for each element and an object a column for each member; all else is one `value`.
  init(of value: JSONValue) {
    let elements = value.array ?? [value]
    let objects = elements.compactMap(\.object)
    guard !objects.isEmpty, objects.count == elements.count else {
      self.init(["value"], elements.map { [$0] })
      return
    }
    var names: [String] = []
    var seen: Set<String> = []
    for member in objects.joined() where seen.insert(member.name).inserted { names.append(member.name) }
    self.init(names, objects.map { object in names.map { name in object.first { $0.name == name }?.value } })
  }

  init(_ list: StoreList.Result, in namespace: String?) {
    self.init(
      ["path", "type", "access", "value", "rev", "at"],
      list.stores.flatMap(\.properties).map { property in
        [
          .string(Namespaces.local(property.path, in: namespace) ?? property.path), .string(property.type),
          .string(property.access.rawValue), property.value, property.rev.map { .int($0) },
          property.at.map { .string($0.description) },
        ]
      })
  }

  init(_ history: StoreHistory.Result) {
    self.init(
      ["rev", "at", "path", "op", "old", "value", "by"],
      history.entries.map { entry in
        [
          .int(entry.rev), .string(entry.at.description), .string(entry.path), .string(entry.op.rawValue), entry.old,
          entry.value, .string(entry.cause.by),
        ]
      })
  }

  /// - Parameter form: Any but JSON, which is the result's own.
  func lines(_ form: OutputForm, style: Style) throws(UsageError) -> [String] {
    switch form {
    case .json: preconditionFailure("rows are no JSON")
    case .csv: return ([columns] + rows.map { $0.map(Self.text) }).map { Self.csv($0) }
    case .table: return table(style)
    case .template(let template):
      if let unknown = template.fields.first(where: { !columns.contains($0) }) {
        throw Template.unknown(unknown, columns)
      }
      return rows.map { row in template.filled { name in Self.text(row[columns.firstIndex(of: name)!]) } }
    }
  }

  private func table(_ style: Style) -> [String] {
    let cells = rows.map { row in row.map { Self.text($0).map { $0.isNewline ? "⏎" : $0 }.map(String.init).joined() } }
    let widths = columns.indices.map { column in
      max(displayWidth(columns[column]), cells.map { displayWidth($0[column]) }.max() ?? 0)
    }
    func line(_ cells: [String]) -> String {
      zip(cells, widths).map { padded($0, to: $1) }.joined(separator: "  ").trimmingSpaces
    }
    return [style(line(columns), .bold)] + cells.map(line)
  }

  /// Fields with a comma, a quotation mark or a line end stand in quotation marks.
  static func csv(_ fields: [String]) -> String {
    fields.map { field in
      field.contains { $0 == "," || $0 == "\"" || $0.isNewline }
        ? "\"" + field.replacing("\"", with: "\"\"") + "\"" : field
    }.joined(separator: ",")
  }

  /// A text as it is, all else as JSON; nothing for nil.
  static func text(_ value: JSONValue?) -> String {
    guard let value, value != .null else { return "" }
    return value.string ?? value.description
  }
}

extension String {
  fileprivate var trimmingSpaces: String { String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)]) }
}
