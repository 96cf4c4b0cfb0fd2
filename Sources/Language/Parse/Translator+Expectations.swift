// `#expect` and `#require` become calls of the library. The operands of the condition go through a function that gives
// back what it gets and notes it, so that an expectation that fails can say what was there.
internal import Marbles
internal import SwiftSyntax

extension Translator {
  /// Nil for other macros.
  func expectation(_ node: MacroExpansionExprSyntax, _ span: Span) -> Expr? {
    let function: String
    switch node.macroName.text {
    case "expect": function = "_expect"
    case "require": function = "_require"
    default: return nil
    }
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
    if let condition = arguments.first, condition.label == nil { arguments[0].value = observed(condition.value) }
    arguments.insert(Argument(label: nil, value: Expr(.string([.text(label + file.slice(source))]), span)), at: 0)
    let name = Expr(.name(Name(text: function, span: self.span(node.macroName))), self.span(node.macroName))
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

  /// The operands of a comparison, or a whole condition that is not one.
  private func observed(_ condition: Expr) -> Expr {
    switch condition.kind {
    case .binary(let name, let left, let right) where name.text == "&&" || name.text == "||":
      // Each side is a condition of its own.
      return Expr(.binary(name, part(left), part(right)), condition.span, caret: condition.caret)
    case .binary(let name, let left, let right):
      return Expr(.binary(name, noted(left), noted(right)), condition.span, caret: condition.caret)
    case .prefix(let name, let operand):
      return Expr(.prefix(name, noted(operand)), condition.span, caret: condition.caret)
    default: return condition
    }
  }

  /// A condition within one: what is compared in it, or what it is as a whole.
  private func part(_ condition: Expr) -> Expr {
    if case .binary = condition.kind { return observed(condition) }
    return noted(condition)
  }

  /// What stands there as it is needs no note, and has its type from the other operand.
  private func noted(_ operand: Expr) -> Expr {
    if isLiteral(operand) { return operand }
    let name = Expr(.name(Name(text: "_observe", span: operand.span)), operand.span)
    return Expr(.call(name, [Argument(label: nil, value: operand)]), operand.span)
  }

  private func isLiteral(_ operand: Expr) -> Bool {
    switch operand.kind {
    case .integer, .floating, .boolean, .nilLiteral, .implicitMember, .closure: true
    case .string(let segments): segments.allSatisfy { if case .text = $0 { true } else { false } }
    case .array(let elements): elements.allSatisfy(isLiteral)
    case .dictionary(let pairs): pairs.allSatisfy { isLiteral($0.key) && isLiteral($0.value) }
    case .tuple(let items): items.allSatisfy { isLiteral($0.value) }
    case .prefix(_, let operand): isLiteral(operand)
    case .binary(_, let left, let right): isLiteral(left) && isLiteral(right)
    default: false
    }
  }
}
