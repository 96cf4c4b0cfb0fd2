internal import SwiftParser
internal import SwiftSyntax

extension SourceText {
  /// Whether a declaration can have this name as it stands: an identifier that is no keyword.
  public static func canName(_ text: String) -> Bool { text.isValidSwiftIdentifier(for: .variableName) }

  /// The names, operators and keywords that stand anywhere in the text, within strings' interpolations too: whatever it
  /// refers to is among them.
  public var words: Set<String> {
    var words: Set<String> = []
    for token in Parser.parse(source: text).tokens(viewMode: .sourceAccurate) {
      switch token.tokenKind {
      case .stringSegment, .integerLiteral, .floatLiteral, .endOfFile: break
      default:
        let word = token.text.trimmingPrefix("$")
        words.insert(word.hasPrefix("`") ? String(word.dropFirst().dropLast()) : String(word))
      }
    }
    return words
  }
}
