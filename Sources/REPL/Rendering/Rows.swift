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
    let objects = elements.filter { NotFinite($0) == nil }.compactMap(\.object)
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
          entry.value ?? entry.patch, .string(entry.cause.by),
        ]
      })
  }

  init(_ declarations: [DeclarationInfo]) {
    self.init(
      ["names", "file", "line", "text"],
      declarations.map {
        [.string($0.names.joined(separator: " ")), .string($0.file), .int($0.line), .string($0.text)]
      })
  }

  init(_ clients: [ClientInfo]) {
    self.init(
      ["session", "name", "version", "pid", "uid", "role", "since", "subs", "inflight", "unread"],
      clients.map { client in
        [
          .string(client.session), client.name.map { .string($0) }, client.version.map { .string($0) },
          .int(client.pid),
          .int(client.uid), .string(client.role), .string(client.since.description), .int(client.subs),
          .int(client.inflight), .int(client.unread),
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
      let derived = Self.derived.filter { columns.contains($0.column) && !columns.contains($0.name) }
      let known = columns + derived.map(\.name)
      if let unknown = template.fields.first(where: { !known.contains($0) }) { throw Template.unknown(unknown, known) }
      return rows.map { row in
        template.filled { name in
          let field = derived.first { $0.name == name }
          let text = Self.text(row[columns.firstIndex(of: field?.column ?? name)!])
          return field?.text(text) ?? text
        }
      }
    }
  }

  /// What templates of `tail` and `watch` have, made of the columns here.
  private static let derived: [(name: String, column: String, text: @Sendable (String) -> String)] = [
    ("time", "at", { $0.isEmpty ? "" : EventRenderer.timeOfDay($0) }), ("date", "at", { String($0.prefix(10)) }),
    ("text", "value", { $0 }),
  ]

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
    return value.string ?? value.text
  }
}

extension String {
  fileprivate var trimmingSpaces: String { String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)]) }
}
