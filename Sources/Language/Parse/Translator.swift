/// Syntax to tree. One instance per text.
///
/// Whatever it does not know it reports as "… is not supported here" at its place and leaves an invalid node, so that
/// the rest of the text is still looked at.
internal import SwiftSyntax

final class Translator {
  let file: SourceFile
  let diagnostics: Diagnostics
  let assignmentOperators: Set<String>
  let conventions: Conventions
  /// The stack of functions and types, for `#function`.
  var functionNames: [String] = []
  /// The closures being translated, innermost last; `$0` raises their count.
  var closures: [ClosureNode] = []
  /// What stands before a `#if` in the middle of a chain, by the members that follow it there.
  var conditionalBases: [SyntaxIdentifier: Expr] = [:]
  /// Where the text is being completed, in UTF-8 bytes.
  var completionToken: Int?
  private var depth = 0

  /// Links of a chain that have been translated, until those around them are.
  var translatedLinks: [SyntaxIdentifier: Expr] = [:]

  private let stack = StackGuard.current

  init(
    file: SourceFile, assignmentOperators: Set<String>, conventions: Conventions, diagnostics: Diagnostics
  ) {
    self.file = file
    self.conventions = conventions
    self.assignmentOperators = assignmentOperators
    self.diagnostics = diagnostics
  }

  func span(_ node: some SyntaxProtocol) -> Span {
    Span(
      start: node.positionAfterSkippingLeadingTrivia.utf8Offset,
      end: node.endPositionBeforeTrailingTrivia.utf8Offset)
  }

  func error(_ message: String, _ node: some SyntaxProtocol) {
    diagnostics.error(message, file, span(node))
  }

  func unsupported(_ what: String, _ node: some SyntaxProtocol, instead: String? = nil) {
    error(what + " is not supported here" + (instead.map { "; " + $0 } ?? ""), node)
  }

  /// What a construct is called in a refusal.
  func phrase(_ node: some SyntaxProtocol, _ otherwise: String) -> String {
    switch node.kind {
    case .unsafeExpr: "'unsafe'"
    case .packExpansionExpr, .packElementExpr, .packExpansionType, .packElementType: "a parameter pack"
    case .suppressedType: "a non-copyable type"
    case .yieldStmt: "'yield'"
    case .discardStmt: "'discard'"
    case .poundSourceLocation: "'#sourceLocation'"
    case .accessorDecl: "an accessor"
    case .inlineArrayType: "an inline array"
    default: otherwise
    }
  }

  /// Guards the recursion over a hostile text. `nil` when it is too deep.
  func nested<T>(_ node: some SyntaxProtocol, _ body: () -> T) -> T? {
    diagnostics.progress?.advance()
    depth += 1
    defer { depth -= 1 }
    guard depth < 600, stack.hasRoom else {
      error("this is nested too deeply", node)
      return nil
    }
    return body()
  }

  func identifier(_ token: TokenSyntax) -> String {
    let text = token.text
    if text.hasPrefix("`"), text.hasSuffix("`"), text.count > 2 { return String(text.dropFirst().dropLast()) }
    return text
  }
}
