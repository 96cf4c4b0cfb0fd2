// Whether a statement writes a path that it names: then that is what somebody did, and no consequence.

/// A path as source may write it.
struct WrittenPath {
  private let path: String

  init(_ path: String) { self.path = path }

  /// Whether the source assigns to it or to a part of it, or calls a method of its value: `form.name = "ada"`,
  /// `cart.items[0].count += 1`, `cart.items.append(x)`. So does `:set PATH`.
  func isWritten(in source: String) -> Bool {
    var rest = source[...]
    while let place = rest.firstRange(of: path) {
      let isWhole =
        place.lowerBound == source.startIndex || !Self.goesOn(source[source.index(before: place.lowerBound)])
      if isWhole, isWritten(behind: source[place.upperBound...], before: source[..<place.lowerBound]) { return true }
      rest = rest[place.upperBound...]
    }
    return false
  }

  private static func goesOn(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "_.$".contains(character)
  }

  private func isWritten(behind text: Substring, before: Substring) -> Bool {
    if let word = before.split(whereSeparator: \.isWhitespace).last, ["set", ":set", "reset"].contains(word) {
      return true
    }
    var rest = text
    if let first = rest.first, first.isLetter || first.isNumber || first == "_" { return false }
    var depth = 0
    while let character = rest.first, depth > 0 || Self.goesOn(character) || "[?!".contains(character) {
      if character == "[" { depth += 1 }
      if character == "]" { depth -= 1 }
      rest = rest.dropFirst()
    }
    if rest.first == "(" { return true }
    rest = rest.drop(while: \.isWhitespace)
    guard let sign = rest.first else { return false }
    if rest.hasPrefix("<<=") || rest.hasPrefix(">>=") { return true }
    if sign == "=" { return rest.dropFirst().first != "=" }
    return "+-*/%&|^".contains(sign) && rest.dropFirst().drop { "+-*/%&|^<>".contains($0) }.first == "="
  }
}
