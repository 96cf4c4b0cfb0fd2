/// `#if`: the clause that swiftc would compile here is part of the text, the others are not.
internal import SwiftSyntax

extension Translator {
  private enum Answer { case yes, no, unknown }

  /// The items of a block, those of active clauses in the place of the `#if`.
  func active(_ list: CodeBlockItemListSyntax) -> [CodeBlockItemSyntax] {
    list.flatMap { item -> [CodeBlockItemSyntax] in
      guard let condition = item.item.as(IfConfigDeclSyntax.self) else { return [item] }
      guard case .statements(let chosen)? = activeClause(condition)?.elements else { return [] }
      return active(chosen)
    }
  }

  func active(_ list: MemberBlockItemListSyntax) -> [MemberBlockItemSyntax] {
    list.flatMap { item -> [MemberBlockItemSyntax] in
      guard let condition = item.decl.as(IfConfigDeclSyntax.self) else { return [item] }
      guard case .decls(let chosen)? = activeClause(condition)?.elements else { return [] }
      return active(chosen)
    }
  }

  func active(_ list: SwitchCaseListSyntax) -> [SwitchCaseSyntax] {
    list.flatMap { item -> [SwitchCaseSyntax] in
      switch item {
      case .switchCase(let clause): return [clause]
      case .ifConfigDecl(let condition):
        guard case .switchCases(let chosen)? = activeClause(condition)?.elements else { return [] }
        return active(chosen)
      @unknown default: return []
      }
    }
  }

  func activeClause(_ node: IfConfigDeclSyntax) -> IfConfigClauseSyntax? {
    node.clauses.first { clause in
      guard let condition = clause.condition else { return true }
      return holds(condition)
    }
  }

  private func holds(_ condition: ExprSyntax) -> Bool {
    switch condition.as(ExprSyntaxEnum.self) {
    case .booleanLiteralExpr(let literal): return literal.literal.text == "true"
    case .prefixOperatorExpr(let node) where node.operator.text == "!": return !holds(node.expression)
    case .tupleExpr(let tuple) where tuple.elements.count == 1:
      return tuple.elements.first.map { holds($0.expression) } ?? false
    case .infixOperatorExpr(let node):
      switch node.operator.trimmedDescription {
      case "&&": return holds(node.leftOperand) && holds(node.rightOperand)
      case "||": return holds(node.leftOperand) || holds(node.rightOperand)
      default: break
      }
    // A flag that a compiler would be given; there are none.
    case .declReferenceExpr: return false
    case .functionCallExpr(let call):
      if let answer = platform(call) { return answer }
    default: break
    }
    unsupported("this condition", condition)
    return false
  }

  private func platform(_ call: FunctionCallExprSyntax) -> Bool? {
    let argument = call.arguments.first?.expression.trimmedDescription ?? ""
    switch call.calledExpression.trimmedDescription {
    case "os": return argument == "Linux"
    case "arch":
      #if arch(arm64)
        return argument == "arm64"
      #else
        return argument == "x86_64"
      #endif
    case "canImport": return ["Combine", "Foundation", "Dispatch", "Swift"].contains(argument)
    case "targetEnvironment": return false
    case "swift", "compiler": return version(argument)
    case "hasFeature", "hasAttribute": return false
    default: return nil
    }
  }

  /// `>=5.9`, compared with the language that is spoken here.
  private func version(_ text: String) -> Bool? {
    let wanted = text.drop { "<>= ".contains($0) }.split(separator: ".").compactMap { Int($0) }
    let ours = [6, 1]
    let isOlder = ours.lexicographicallyPrecedes(wanted)
    if text.hasPrefix(">=") { return !isOlder }
    if text.hasPrefix("<") { return isOlder }
    return nil
  }
}
