/// Syntax to tree. One instance per text.
///
/// Whatever it does not know it reports as "… is not supported here" at its place and leaves an invalid node, so that
/// the rest of the text is still looked at.
internal import SwiftSyntax

final class Translator {
  let file: SourceFile
  let diagnostics: Diagnostics
  let assignmentOperators: Set<String>
  /// The stack of functions and types, for `#function`.
  var functionNames: [String] = []
  /// Names that mean something in the program already: its own `Shape` is not the screen's.
  var isDeclared: (String) -> Bool = { _ in false }
  /// The closures being translated, innermost last; `$0` raises their count.
  var closures: [ClosureNode] = []
  private var depth = 0

  private let stack = StackGuard.current

  init(file: SourceFile, assignmentOperators: Set<String>, diagnostics: Diagnostics) {
    self.file = file
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

  /// Guards the recursion over a hostile text. `nil` when it is too deep.
  func nested<T>(_ node: some SyntaxProtocol, _ body: () -> T) -> T? {
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
