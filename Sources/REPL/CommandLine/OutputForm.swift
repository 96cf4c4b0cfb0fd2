// How `get`, `ls`, `history`, `list` and `clients` write what they find: `--format`. What follows
// (`watch`, `tail`) has forms of its own besides.

/// One form of output, the same from a shell and at the prompt.
public enum OutputForm: Equatable, Sendable {
  /// Columns under their names.
  case table
  /// The result as the protocol has it, on one line.
  case json
  /// RFC 4180, with a line of names.
  case csv
  /// `{path}\t{value}` for each row.
  case template(Template)

  static let names = ["table", "json", "csv"]

  static let optionName = "--format"

  /// - Parameter example: A template that holds for the command.
  static func option(_ example: String) -> OptionRow {
    OptionRow(
      name: optionName, value: "FORM",
      summary: "table, json, csv, or a template such as '\(example)': the names in it are those of the table's columns",
      completes: .choice(names))
  }

  /// What help says of it behind a command of the prompt.
  static func details(_ command: String, example: String = "'{path} {value}'") -> String {
    "FORM is table, json, csv, or a template with the names of the table's columns: :\(command) --format \(example)"
  }

  /// What `--json` would change beside it.
  static let unheeded: [String: Set<String>] = ["--format": ["--json"]]

  /// A text with braces is a template.
  init(_ text: String) throws(UsageError) {
    switch text {
    case "table": self = .table
    case "json": self = .json
    case "csv": self = .csv
    case _ where text.contains("{"): self = .template(try Template(text, fields: nil))
    default:
      throw UsageError(
        "--format is \(Self.names.joined(separator: ", ")), or a template such as '{path} {value}', not '\(text)'",
        hint: nearest(text, among: Self.names).map { "did you mean --format \($0)?" })
    }
  }

  /// The form that a command line asks for.
  init?(of options: [String: String]) throws(UsageError) {
    guard let text = options["--format"] else { return nil }
    try self.init(text)
  }

  /// The form at the end of what stands behind a command of the prompt, and the rest: `counter.n --format csv`.
  static func split(_ text: String) throws(UsageError) -> (rest: String, form: OutputForm?) {
    let name = optionName
    let parts = text.split(separator: name, maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].isEmpty || parts[0].last?.isWhitespace == true else { return (text, nil) }
    var form = parts[1].drop { $0 == "=" }.trimmed
    if form.count > 1, let quote = form.first, "'\"".contains(quote), form.last == quote {
      form = String(form.dropFirst().dropLast())
    }
    guard !form.isEmpty else { throw UsageError("\(name) needs a value: \(name) csv") }
    return (parts[0].trimmed, try OutputForm(form))
  }
}
