// What an evaluation did, as Swift's own prompt would show it.
import Wire

struct ResultRenderer {
  let style: Style

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
    case "value": return "let \(name): \(definition.type)"
    default: return "\(definition.kind) \(name): \(definition.type)"
    }
  }

  private static let declarators: Set<String> = ["class", "struct", "enum", "protocol", "typealias", "extension"]

  private func value(_ value: EvaluatedValue) -> [String] {
    let lines = value.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let first = "\(style(value.name, .bold)): \(value.type) = \(lines.first ?? "")"
    return [first] + lines.dropFirst().map(String.init)
  }
}
