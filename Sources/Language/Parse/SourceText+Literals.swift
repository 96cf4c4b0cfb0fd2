internal import SwiftParser
internal import SwiftSyntax

extension SourceText {
  /// A text as it can be given to somebody who is not to learn what values stand in it: with `…` in place of each
  /// literal, and of comments only those that document, which help has too. It need not be right, nor whole at its end.
  public static func withoutLiterals(_ text: String) -> String {
    guard SourceDepth.tooDeep(text) == nil else { return "…" }
    var result = ""
    for token in Parser.parse(source: text).tokens(viewMode: .sourceAccurate) {
      add(token.leadingTrivia, to: &result)
      switch token.tokenKind {
      case .stringSegment(let segment):
        result += segment.isEmpty ? "" : segment.last!.isNewline ? "…\n" : "…"
      case .integerLiteral, .floatLiteral, .regexLiteralPattern, .keyword(.true), .keyword(.false), .unknown:
        result += "…"
      default: result += token.text
      }
      add(token.trailingTrivia, to: &result)
    }
    return result
  }

  private static func add(_ trivia: Trivia, to result: inout String) {
    for piece in trivia {
      switch piece {
      case .docLineComment, .docBlockComment: piece.write(to: &result)
      default: if piece.isWhitespace { piece.write(to: &result) }
      }
    }
  }
}
