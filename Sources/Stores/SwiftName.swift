// Names as declarations have them.

@_silgen_name("swift_EnumCaseName")
private func enumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?

enum SwiftName {
  /// As it is declared: in backticks where it is a keyword, or no word at all, as a coding key may be.
  static func spelled(_ name: String) -> String {
    let isWord =
      name.first.map { $0.isLetter || $0 == "_" } ?? false
      && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    return isWord && !keywords.contains(name) ? name : "`\(name)`"
  }

  /// What a case without a payload is called; what it says of itself may be something else.
  static func ofCase(_ value: some Any) -> String {
    enumCaseName(value).map { String(cString: $0) } ?? "\(value)"
  }

  private static let keywords: Set<String> = [
    "Any", "Protocol", "Self", "Type", "_", "as", "associatedtype", "break", "case", "catch", "class", "continue",
    "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
    "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator",
    "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct",
    "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]
}
