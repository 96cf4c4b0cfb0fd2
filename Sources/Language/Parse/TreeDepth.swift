internal import SwiftSyntax

/// How deep a syntax tree is, found without recursion.
enum TreeDepth {
  private static let depthMax = 2_400
  /// A level costs at least this many bytes of text, so shorter texts need no look.
  private static let bytesPerLevel = 1

  /// The offset of a node that is too deep to be walked recursively.
  static func tooDeep(_ syntax: SourceFileSyntax, textBytes: Int) -> Int? {
    guard textBytes > depthMax / 2 * bytesPerLevel else { return nil }
    var stack: [(Syntax, Int)] = [(Syntax(syntax), 0)]
    while let (node, depth) = stack.popLast() {
      if depth > depthMax { return node.positionAfterSkippingLeadingTrivia.utf8Offset }
      for child in node.children(viewMode: .sourceAccurate) where !child.is(TokenSyntax.self) {
        stack.append((child, depth + 1))
      }
    }
    return nil
  }
}
