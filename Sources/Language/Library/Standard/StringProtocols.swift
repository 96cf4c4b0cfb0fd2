/// `StringProtocol`: what texts can do, whole or part.
extension StandardLibrary {
  static func stringProtocol() -> LibraryType {
    LibraryType(
      """
      protocol StringProtocol: BidirectionalCollection, Comparable, Hashable, LosslessStringConvertible,
        ExpressibleByStringLiteral, TextOutputStream
      {
        typealias Element = Character
        typealias Index = String.Index
        associatedtype SubSequence: StringProtocol
      }
      """,
      spelling() + textQuestions() + viewMembers(of: "String") + matching())
  }

  private static func spelling() -> [LibraryEntry] {
    [
      unary("func uppercased() -> String") { .string($0.text.uppercased()) },
      unary("func lowercased() -> String") { .string($0.text.lowercased()) },
      unary("var description: String { get }") { .string($0.text) },
      unary("var debugDescription: String { get }") { .string($0.text.debugDescription) },
      unary("var hashValue: Int { get }") { .int($0.hashValue) },
    ]
  }

  private static func textQuestions() -> [LibraryEntry] {
    [
      binary("func hasPrefix<P: StringProtocol>(_ prefix: P) -> Bool") { .bool(LongText.hasPrefix($0.text, $1.text)) },
      binary("func hasSuffix<P: StringProtocol>(_ suffix: P) -> Bool") { .bool(LongText.hasSuffix($0.text, $1.text)) },
      ternary("func replacing<T: StringProtocol, R: StringProtocol>(_ other: T, with replacement: R) -> String") {
        text, target, replacement throws(Abort) in
        try TextSearch.replacing(target.text, with: replacement.text, in: text.text, ignoringCase: false)
      },
    ]
  }
}
