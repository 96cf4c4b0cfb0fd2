// A program as it can be given to somebody else: what it gives its secrets at first is left out.
import Wire

/// Takes literals out of Swift text where they are given to something whose name is secret: `password = "…"`,
/// `password: String = "…"`, `Login(password: "…")`. It reads words and quotes, not Swift: what is computed stays.
struct SecretLiterals {
  /// `nil`: all names are.
  private let names: Set<Substring>?

  /// - Parameter patterns: as the daemon says them in its greeting.
  init(_ patterns: [String]) { names = EntryMemory.names(in: patterns) }

  /// Declarations without what is secret, and which of them had something.
  func without(_ declarations: [DeclarationInfo]) -> (told: [DeclarationInfo], redacted: [String]) {
    var redacted: [String] = []
    let told = declarations.map { declaration in
      var told = declaration
      told.text = without(declaration.text)
      if told.text != declaration.text { redacted.append(declaration.names.joined(separator: ", ")) }
      return told
    }
    return (told, redacted)
  }

  /// What is said of a declaration from which something was taken.
  static func remark(on name: String) -> String { "of \(name) is left out what it gives to something secret" }

  /// A text to be read by somebody else, without any literal and without comments, where something is secret at all:
  /// what a closure or a call is given may get there, too.
  func withoutAny(_ text: String) -> String {
    guard names?.isEmpty != true else { return text }
    var result = ""
    var rest = text[...]
    while let first = rest.first {
      // The digits of a name are no number.
      let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" }
      if !name.isEmpty, !first.isNumber {
        result += name
        rest = rest.dropFirst(name.count)
      } else if rest.hasPrefix("//") {
        rest = rest.drop { !$0.isNewline }
      } else if rest.hasPrefix("/*") {
        rest = rest.firstRange(of: "*/").map { rest[$0.upperBound...] } ?? ""
      } else if first != "-", let end = Self.endOfLiteral(rest) {
        result += Self.replacement(rest)
        rest = rest[end...]
      } else {
        result.append(first)
        rest = rest.dropFirst()
      }
    }
    return result
  }

  func without(_ text: String) -> String {
    guard names?.isEmpty != true else { return text }
    var result = ""
    var rest = text[...]
    while let first = rest.first {
      guard first.isLetter || first == "_" else {
        // A number has letters behind it that are no name.
        let other = rest.prefix { !($0.isLetter || $0 == "_") }
        result += other
        rest = rest.dropFirst(other.count)
        continue
      }
      let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      result += word
      rest = rest.dropFirst(word.count)
      if names?.contains(where: { pattern in isLike(pattern, word) }) ?? true { giveNothing(&rest, &result) }
    }
    return result
  }

  /// What is given to the name before.
  private func giveNothing(_ rest: inout Substring, _ result: inout String) {
    var place = rest.drop { $0 == " " || $0 == "`" }
    if place.first == ":" {
      let value = place.dropFirst().drop(while: \.isWhitespace)
      if let end = Self.endOfLiteral(value) {
        result += rest[..<value.startIndex] + Self.replacement(value)
        rest = rest[end...]
        return
      }
      // A type.
      place = value.drop { !"=\n,;){".contains($0) }
    }
    guard place.first == "=", place.dropFirst().first != "=" else { return }
    var value = place.dropFirst()
    result += rest[..<value.startIndex]
    // All of the value, which may be a list or a call.
    var depth = 0
    while let character = value.first {
      if let end = Self.endOfLiteral(value) {
        result += Self.replacement(value)
        value = value[end...]
        continue
      }
      if "([{".contains(character) { depth += 1 }
      if ")]}".contains(character) { depth -= 1 }
      if depth < 0 || depth == 0 && ";\n".contains(character) && !result.hasSuffix("=") { break }
      // The digits of a name are no number.
      let isName = character.isLetter || character == "_"
      let part = isName ? value.prefix { $0.isLetter || $0.isNumber || $0 == "_" } : value.prefix(1)
      result += part
      value = value.dropFirst(part.count)
    }
    rest = value
  }

  private static func replacement(_ literal: Substring) -> String {
    literal.first == "\"" || literal.first == "#" ? "\"\"" : "0"
  }

  /// Where a string or a number ends that begins there.
  private static func endOfLiteral(_ text: Substring) -> String.Index? {
    guard let first = text.first else { return nil }
    let digits = first == "-" ? text.dropFirst() : text
    if digits.first?.isNumber == true {
      return digits.dropFirst().firstIndex { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") } ?? text.endIndex
    }
    let hashes = text.prefix { $0 == "#" }
    guard text.dropFirst(hashes.count).first == "\"" else { return nil }
    let isMultiline = text.dropFirst(hashes.count).hasPrefix("\"\"\"")
    let quotes = String(repeating: "\"", count: isMultiline ? 3 : 1)
    var rest = text.dropFirst(hashes.count + quotes.count)
    while !rest.isEmpty {
      if rest.hasPrefix(quotes + hashes) { return rest.dropFirst(quotes.count + hashes.count).startIndex }
      if rest.hasPrefix("\\" + hashes) { rest = rest.dropFirst(1 + hashes.count) }
      rest = rest.dropFirst()
    }
    return text.endIndex
  }

  /// As the daemon compares a name with the segment of a pattern.
  private func isLike(_ pattern: Substring, _ name: Substring) -> Bool {
    pattern == name || pattern.contains("*") && PathFilter([String(pattern)]).matches(String(name))
  }
}
