/// A text that is still being typed, for completion.
internal import SwiftParser
internal import SwiftSyntax

extension SourceParser {
  /// Parses a text with the completion token in it. What cannot be understood is left out without a word.
  /// - Parameter token: where the token begins, in UTF-8 bytes.
  static func parseUnfinished(_ file: SourceFile, _ known: Conventions, token: Int) -> (
    statements: [Stmt], place: CompletionPlace
  ) {
    guard SourceDepth.tooDeep(file.text) == nil else { return ([], .none) }
    let tree = Parser.parse(source: file.text)
    guard TreeDepth.tooDeep(tree, textBytes: file.text.utf8.count) == nil,
      let found = tree.token(at: AbsolutePosition(utf8Offset: token)),
      found.positionAfterSkippingLeadingTrivia.utf8Offset == token, found.text == CompletionToken.text
    else { return ([], .none) }
    let unheard = Diagnostics()
    var conventions = known
    conventions.learn(from: [tree])
    let folding = Folding(tree, file, conventions, unheard, isUnfinished: true)
    guard let folded = folding.tree else { return ([], .none) }
    let translator = Translator(
      file: file, assignmentOperators: folding.assignmentOperators, conventions: conventions, diagnostics: unheard)
    translator.completionToken = token
    return (translator.statements(folded.statements), place(of: found))
  }

  private static func place(of token: TokenSyntax) -> CompletionPlace {
    guard let parent = token.parent else { return .none }
    switch parent.kind {
    case .declReferenceExpr: return .expression(startsStatement: startsStatement(token))
    case .identifierType:
      return parent.parent?.is(AttributeSyntax.self) == true ? .attribute : .type(path: [])
    case .memberType:
      let base = parent.as(MemberTypeSyntax.self)?.baseType.trimmedDescription ?? ""
      return .type(path: base.split(separator: ".").map(String.init))
    case .macroExpansionExpr, .macroExpansionDecl: return .macro
    case .importPathComponent: return .module
    case .unexpectedNodes: return isAmongMembers(parent) ? .memberDeclaration : .none
    default: return .none
    }
  }

  private static func startsStatement(_ token: TokenSyntax) -> Bool {
    var node = Syntax(token)
    while let parent = node.parent {
      if parent.is(CodeBlockItemSyntax.self) {
        return parent.positionAfterSkippingLeadingTrivia == token.positionAfterSkippingLeadingTrivia
      }
      node = parent
    }
    return false
  }

  private static func isAmongMembers(_ node: Syntax) -> Bool {
    var current: Syntax? = node
    while let step = current {
      if step.is(MemberBlockSyntax.self) { return true }
      if step.is(CodeBlockSyntax.self) || step.is(ClosureExprSyntax.self) { return false }
      current = step.parent
    }
    return false
  }
}
