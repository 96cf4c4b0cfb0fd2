/// `Character` and `Unicode.Scalar`; a scalar is a character of one scalar.
extension StandardLibrary {
  static func character() -> LibraryType {
    LibraryType(
      """
      struct Character: Hashable, Comparable, LosslessStringConvertible, ExpressibleByExtendedGraphemeClusterLiteral,
        TextOutputStreamable, Sendable {}
      """,
      [
        unary("init(_ s: String)") { value throws(Abort) in
          let text = value.text
          guard let first = text.first else { throw .trap("Can't form a Character from an empty String") }
          guard text.index(after: text.startIndex) == text.endIndex else {
            throw .trap("Can't form a Character from a String containing more than one extended grapheme cluster")
          }
          return .character(first)
        },
        unary("init(_ c: Character)") { $0 },
        unary("init(_ content: Unicode.Scalar)") { $0 },
        unary("func uppercased() -> String") { .string($0.symbol.uppercased()) },
        unary("func lowercased() -> String") { .string($0.symbol.lowercased()) },
        unary("var description: String { get }") { .string(String($0.symbol)) },
        unary("var debugDescription: String { get }") { .string($0.symbol.debugDescription) },
        unary("var hashValue: Int { get }") { .int($0.hashValue) },
        unary("var wholeNumberValue: Int? { get }") { $0.symbol.wholeNumberValue.map { .int($0) } ?? .null },
        unary("var hexDigitValue: Int? { get }") { $0.symbol.hexDigitValue.map { .int($0) } ?? .null },
        unary("var asciiValue: UInt8? { get }") { $0.symbol.asciiValue.map { .int(Int($0)) } ?? .null },
      ] + viewMembers(of: "String") + characterQuestions())
  }

  private static func characterQuestions() -> [LibraryEntry] {
    let questions: [(String, (Character) -> Bool)] = [
      ("isLetter", \.isLetter), ("isNumber", \.isNumber), ("isWholeNumber", \.isWholeNumber),
      ("isHexDigit", \.isHexDigit), ("isWhitespace", \.isWhitespace), ("isNewline", \.isNewline),
      ("isUppercase", \.isUppercase), ("isLowercase", \.isLowercase), ("isCased", \.isCased),
      ("isPunctuation", \.isPunctuation), ("isSymbol", \.isSymbol), ("isMathSymbol", \.isMathSymbol),
      ("isCurrencySymbol", \.isCurrencySymbol), ("isASCII", \.isASCII),
    ]
    return questions.map { name, test in unary("var \(name): Bool { get }") { .bool(test($0.symbol)) } }
  }

  static func unicode() -> LibraryType { LibraryType("enum Unicode {}") }

  static func unicodeScalar() -> LibraryType {
    LibraryType(
      """
      struct Scalar: Hashable, Comparable, LosslessStringConvertible, ExpressibleByExtendedGraphemeClusterLiteral,
        Sendable {}
      """,
      [
        unary("init?(_ v: UInt32)") { value in
          UInt32(exactly: value.integer).flatMap(Unicode.Scalar.init).map { .character(Character($0)) } ?? .null
        },
        unary("init(_ v: Unicode.Scalar)") { $0 },
        unary("init(_ v: UInt8)") { .character(Character(Unicode.Scalar(UInt8(truncatingIfNeeded: $0.integer)))) },
        unary("init?(_ v: Int)") { value in
          UInt32(exactly: value.integer).flatMap(Unicode.Scalar.init).map { .character(Character($0)) } ?? .null
        },
        unary("var value: UInt32 { get }") { .int(Int($0.symbol.unicodeScalars.first?.value ?? 0)) },
        unary("var isASCII: Bool { get }") { .bool($0.symbol.isASCII) },
        unary("var properties: Unicode.Scalar.Properties { get }") { $0 },
        unary("var description: String { get }") { .string(String($0.symbol)) },
      ])
  }

  /// What Unicode says of a scalar: the scalar itself, asked.
  static func scalarProperties() -> LibraryType {
    typealias Properties = Unicode.Scalar.Properties
    func properties(_ value: Value) -> Properties { (value.symbol.unicodeScalars.first ?? " ").properties }
    let questions: [(String, (Properties) -> Bool)] = [
      ("isAlphabetic", \.isAlphabetic), ("isWhitespace", \.isWhitespace), ("isUppercase", \.isUppercase),
      ("isLowercase", \.isLowercase), ("isCased", \.isCased), ("isCaseIgnorable", \.isCaseIgnorable),
      ("isDash", \.isDash), ("isDiacritic", \.isDiacritic), ("isEmoji", \.isEmoji),
      ("isEmojiPresentation", \.isEmojiPresentation), ("isEmojiModifier", \.isEmojiModifier),
      ("isHexDigit", \.isHexDigit), ("isASCIIHexDigit", \.isASCIIHexDigit), ("isIDStart", \.isIDStart),
      ("isIDContinue", \.isIDContinue), ("isXIDStart", \.isXIDStart), ("isXIDContinue", \.isXIDContinue),
      ("isIdeographic", \.isIdeographic), ("isMath", \.isMath), ("isQuotationMark", \.isQuotationMark),
      ("isPatternSyntax", \.isPatternSyntax), ("isVariationSelector", \.isVariationSelector),
    ]
    let mappings: [(String, (Properties) -> String)] = [
      ("lowercaseMapping", \.lowercaseMapping), ("uppercaseMapping", \.uppercaseMapping),
      ("titlecaseMapping", \.titlecaseMapping),
    ]
    return LibraryType(
      "struct Properties: Sendable {}",
      questions.map { name, test in unary("var \(name): Bool { get }") { .bool(test(properties($0))) } }
        + mappings.map { name, map in unary("var \(name): String { get }") { .string(map(properties($0))) } } + [
          unary("var name: String? { get }") { properties($0).name.map { .string($0) } ?? .null },
          unary("var numericValue: Double? { get }") { properties($0).numericValue.map { .double($0) } ?? .null },
          contextual("var generalCategory: Unicode.GeneralCategory { get }") { call throws(Abort) in
            try call.choice("\(properties(call[0]).generalCategory)")
          },
        ])
  }

  static func generalCategory() -> LibraryType {
    LibraryType(
      """
      enum GeneralCategory: Hashable, Sendable {
        case uppercaseLetter, lowercaseLetter, titlecaseLetter, modifierLetter, otherLetter, nonspacingMark, spacingMark,
          enclosingMark, decimalNumber, letterNumber, otherNumber, connectorPunctuation, dashPunctuation, openPunctuation,
          closePunctuation, initialPunctuation, finalPunctuation, otherPunctuation, mathSymbol, currencySymbol,
          modifierSymbol, otherSymbol, spaceSeparator, lineSeparator, paragraphSeparator, control, format, surrogate,
          privateUse, unassigned
      }
      """)
  }
}
