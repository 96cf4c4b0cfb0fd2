// The tables behind the scanner: which words and characters mean what in Swift's lexical grammar.

extension SourceScanner {
  /// Tokens after which a statement goes on, with or without a space before them.
  static let alwaysGoesOn: Set<String> = ["=", ",", "->", ":", "&", "@"]

  /// Operators that may stand behind a space at the end of a statement. (`?` may not: there it is half of `? :`.)
  static let neverGoesOn: Set<String> = ["...", "!", "++", "--", ".", "\\"]

  /// Words that cannot be a statement's last one. Modifiers can, where they are names: `door == open`.
  static let wantsMore: Set<String> = [
    "as", "await", "class", "else", "enum", "extension", "func", "import", "in", "is", "let", "protocol", "struct",
    "throw", "try", "typealias", "var", "where",
  ]

  static let modifiers: Set<String> = [
    "convenience", "dynamic", "fileprivate", "final", "indirect", "internal", "lazy", "mutating", "nonisolated",
    "nonmutating", "open", "optional", "override", "package", "private", "public", "required", "static", "unowned",
    "weak",
  ]

  /// First words of statements that have a body in braces, which some people put on the next line.
  static let hasUsuallyABody: Set<String> = [
    "actor", "class", "defer", "deinit", "do", "enum", "extension", "for", "func", "guard", "if", "init", "protocol",
    "repeat", "struct", "subscript", "switch", "while",
  ]

  /// Words that begin no statement: what they stand at the beginning of goes on with the line before.
  private static let neverBegins: Set<String> = ["as", "catch", "else", "is", "rethrows", "throws", "where"]

  /// Whether a line can only go on with a statement that would be whole without it, and so is no statement of its own:
  /// `else`, `{`, `.map { … }`, `? a`, `: b`, `&& c`.
  static func continuesStatement(_ line: some StringProtocol) -> Bool {
    let bytes = Array(line.utf8.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") })
    guard let first = bytes.first else { return false }
    if isWord(first) { return neverBegins.contains(beginning(of: bytes) ?? "") }
    let end = bytes.firstIndex { !isOperator($0) } ?? bytes.count
    let isSpaced = end < bytes.count && (bytes[end] == UInt8(ascii: " ") || bytes[end] == UInt8(ascii: "\t"))
    switch first {
    case UInt8(ascii: "{"): return true
    case UInt8(ascii: "."): return end == 1 && bytes.count > 1 && isWord(bytes[1])
    case UInt8(ascii: ":"): return bytes.count > 1 && !isWord(bytes[1])
    case UInt8(ascii: "/"): return isSpaced && end == 1
    default: return end > 0 && isSpaced
    }
  }

  /// The word or the brace that a line begins with, if it begins with one; empty where there is only white space or a comment.
  static func beginning(of line: some Collection<UInt8>) -> String? {
    let text = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }
    guard let first = text.first, !text.starts(with: "//".utf8), !text.starts(with: "/*".utf8) else { return "" }
    if first == UInt8(ascii: "{") { return "{" }
    return isWord(first) ? String(decoding: text.prefix(while: isWord), as: UTF8.self) : nil
  }

  static let beforeOperand: Set<String> = [
    "await", "case", "else", "if", "in", "is", "return", "throw", "try", "where", "while",
  ]

  static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  /// Letters, digits, `_`, `$`, and every byte of a character beyond ASCII.
  static func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
      || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
  }

  static func isOperator(_ byte: UInt8) -> Bool { "=-+!*%<>&|^~?./".utf8.contains(byte) }

  static func endOfWord(_ bytes: [UInt8], _ start: Int) -> Int {
    var end = start
    while end < bytes.count, isWord(bytes[end]) { end += 1 }
    return end
  }

  /// Past `0x1F`, `1_000`, `1.5e-3`. The point counts only before a digit, so that `0...` and `1.description` end in time.
  static func endOfNumber(_ bytes: [UInt8], _ start: Int) -> Int {
    var end = endOfWord(bytes, start)
    if end + 1 < bytes.count, bytes[end] == UInt8(ascii: "."), isDigit(bytes[end + 1]) {
      end = endOfWord(bytes, end + 1)
    }
    return end
  }

  static func has(_ bytes: [UInt8], _ start: Int, _ byte: UInt8, count: Int) -> Bool {
    start + count <= bytes.count && bytes[start..<(start + count)].allSatisfy { $0 == byte }
  }

  /// The index after `/…/`, if the `/` at `start` has a partner on its line.
  static func endOfBareRegex(_ bytes: [UInt8], _ start: Int) -> Int? {
    var at = start + 1
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "\\"): at += 2
      case UInt8(ascii: "/"): return at + 1
      default: at += 1
      }
    }
    return nil
  }

  /// The name of the `#if`-like directive that a line begins with.
  static func directive(_ bytes: [UInt8]) -> String? {
    guard let first = bytes.firstIndex(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }),
      bytes[first] == UInt8(ascii: "#")
    else { return nil }
    return String(decoding: bytes[(first + 1)..<endOfWord(bytes, first + 1)], as: UTF8.self)
  }
}
