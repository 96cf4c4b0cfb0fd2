// `#expect` and `#require` become calls of the library, which are given what is expected as it is written, too. What the parts
// of the condition are is noted by the code that the compiler makes of such a call (`Compiler+Expectations.swift`).
internal import Marbles
internal import SwiftSyntax

extension Translator {
  /// Nil for other macros.
  func expectation(_ node: MacroExpansionExprSyntax, _ span: Span) -> Expr? {
    guard let function = ExpectationFunction(rawValue: "_" + node.macroName.text) else { return nil }
    var arguments = self.arguments(node.arguments)
    if let closure = node.trailingClosure {
      arguments.append(Argument(label: nil, value: self.closure(closure), isTrailingClosure: true))
    }
    for argument in node.arguments where ["marbles", "feeding"].contains(argument.label?.text) {
      checkDiagram(argument.expression)
    }
    // What is expected, as written.
    let source = node.arguments.first.map { self.span($0.expression) } ?? span
    let label = arguments.first?.label.map { $0 + ": " } ?? ""
    arguments.insert(Argument(label: nil, value: Expr(.string([.text(label + file.slice(source))]), span)), at: 0)
    let name = Expr(.name(Name(text: function.rawValue, span: self.span(node.macroName))), self.span(node.macroName))
    return Expr(.call(name, arguments), span)
  }

  /// A diagram that is written out is looked at before anything runs.
  private func checkDiagram(_ expression: ExprSyntax) {
    guard let literal = expression.as(StringLiteralExprSyntax.self), literal.segments.count == 1,
      let segment = literal.segments.first?.as(StringSegmentSyntax.self), !segment.content.text.contains("\\")
    else { return }
    let text = segment.content.text
    do throws(MarbleSyntaxError) { _ = try MarbleDiagram(text) } catch {
      let start = segment.content.positionAfterSkippingLeadingTrivia.utf8Offset + text.prefix(error.offset).utf8.count
      diagnostics.error(error.message, file, Span(start: start, end: start + 1))
    }
  }
}
