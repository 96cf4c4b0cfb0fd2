// What an evaluation did, as Swift's own prompt would show it.
import Wire

struct ResultRenderer {
  let style: Style
  /// How values are shown that are long or many; `nil` shows all as Swift's own prompt does.
  var values: ValueRenderer?

  func warnings(_ result: ProgramEval.Result) -> [String] {
    result.rendered.map { ErrorRenderer(style: style).annotated($0) } ?? []
  }

  /// One line for each definition and each value.
  func outcome(_ result: ProgramEval.Result) -> [String] {
    var lines: [String] = []
    for name in result.defined {
      let again = result.redefined.contains(name.name) ? style("  (redefined)", .dim) : ""
      lines.append(definition(name) + again)
    }
    for name in result.unchanged where !result.defined.contains(where: { $0.name == name }) {
      lines.append(style("\(name) is there already, word for word", .dim))
    }
    lines += result.values.flatMap { value($0) }
    return lines
  }

  private func definition(_ definition: DefinedName) -> String {
    let name = style(definition.name, .bold)
    switch definition.kind {
    // The type of a type is what it was declared with.
    case "type": return (Self.declarators.contains(definition.type) ? definition.type : "type") + " " + name
    // Its name may tell its labels, and its type nothing beyond that.
    case "function": return "func \(name)" + (definition.type == definition.name ? "" : ": \(definition.type)")
    case "value": return "\(definition.isVariable ? "var" : "let") \(name): \(definition.type)"
    default: return "\(definition.kind) \(name): \(definition.type)"
    }
  }

  private static let declarators: Set<String> = ["class", "struct", "enum", "protocol", "typealias", "extension"]

  private func value(_ value: EvaluatedValue) -> [String] {
    let lines = value.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let room = values.map { $0.width - displayWidth("\(value.name): \(value.type) = ") } ?? .max
    // What Swift says of it is best where it fits on the line.
    let isShort = lines.count <= 1 && displayWidth(value.text) < room
    if let values, let plain = value.value {
      let block = values.block(plain, room: isShort ? .max : room)
      if !block.isEmpty { return [head(of: value) + values.count(plain)] + block }
    }
    return ["\(head(of: value)) = \(lines.first ?? "")"] + lines.dropFirst().map(String.init)
  }

  /// `$R0: SignUp`
  func head(of value: EvaluatedValue) -> String { "\(style(value.name, .bold)): \(value.type)" }
}
