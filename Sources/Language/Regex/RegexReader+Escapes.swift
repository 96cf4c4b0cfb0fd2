/// What begins with a backslash, and how far classes go.
extension RegexReader {
  mutating func escape() throws(RegexFailure) -> RegexNode {
    let start = position
    position += 1
    guard let character = next else { throw unsupported("\\") }
    if sees("N{") || sees("p{") || sees("P{") {
      if let scalar = try scalar() { return literal(String(scalar)) }
      _ = taken(until: "}")
      return .set(try RegexSet(String(text[start..<position]), options))
    }
    if let reference = try reference() { return reference }
    if takes("u{") { return literal(try scalars()) }
    if let scalar = try scalar() { return literal(String(scalar)) }
    position += 1
    switch character {
    case "d", "D", "s", "S", "w", "W", "h", "H", "v", "V", "R", "X":
      return .set(try RegexSet("\\\(character)", options))
    case "A": return .assertion(.textStart)
    case "z": return .assertion(.textEnd)
    case "Z": return .assertion(.textEndBeforeNewline)
    case "G": return .assertion(.searchStart)
    case "b": return .assertion(.wordBoundary)
    case "B": return .assertion(.noWordBoundary)
    // A match goes from character to character: it is always between two.
    case "y": return .empty
    case "Y": return .assertion(.never)
    default: return literal(String(try control(character)))
    }
  }

  /// `\n`, and characters that only a backslash makes ordinary.
  private func control(_ character: Character) throws(RegexFailure) -> Character {
    switch character {
    case "a": return "\u{7}"
    case "e": return "\u{1B}"
    case "f": return "\u{C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    default:
      if character.isASCII, character.isLetter || character.isNumber { throw unsupported("\\\(character)") }
      return character
    }
  }

  // MARK: References

  func reference(to name: String) -> RegexNode {
    .backreference(Int(name).map { .number($0 - 1) } ?? .name(name))
  }

  /// `\1`, `\k<name>`, `\g{2}`.
  private mutating func reference() throws(RegexFailure) -> RegexNode? {
    if takes("k<") { return reference(to: taken(until: ">")) }
    if takes("k'") { return reference(to: taken(until: "'")) }
    if takes("k{") || takes("g{") { return reference(to: taken(until: "}")) }
    guard let digit = next, digit != "0", digit.isNumber || digit == "g" else { return nil }
    if digit == "g" { position += 1 }
    let number = taken { $0.isNumber }
    guard Int(number) != nil else { throw unsupported("\\g") }
    return reference(to: number)
  }

  // MARK: Scalars

  /// `\u{1F1E9 1F1EA}`, from behind the brace.
  private mutating func scalars() throws(RegexFailure) -> String {
    var result = ""
    for number in taken(until: "}").split(whereSeparator: \.isPatternWhitespace) {
      result.unicodeScalars.append(try Self.scalar(String(number), radix: 16))
    }
    return result
  }

  /// `u00E9`, `x{E9}`, `o{351}`, `N{U+E9}`: a scalar by its number, from behind the backslash.
  private mutating func scalar() throws(RegexFailure) -> Character? {
    let number: String
    var radix = 16
    if takes("N{U+") || takes("x{") {
      number = taken(until: "}")
    } else if takes("x") {
      number = taken(upTo: 2, while: \.isHexDigit)
    } else if takes("u") {
      number = taken(upTo: 4, while: \.isHexDigit)
    } else if takes("U") {
      number = taken(upTo: 8, while: \.isHexDigit)
    } else if takes("o{") {
      (number, radix) = (taken(until: "}"), 8)
    } else if takes("0") {
      (number, radix) = (taken(upTo: 3) { ("0"..."7").contains($0) }, 8)
    } else {
      return nil
    }
    return Character(number.isEmpty ? "\0" : try Self.scalar(number, radix: radix))
  }

  private static func scalar(_ number: String, radix: Int) throws(RegexFailure) -> Unicode.Scalar {
    guard let value = UInt32(number, radix: radix), let scalar = Unicode.Scalar(value) else {
      throw RegexFailure("Invalid scalar value U+\(number)")
    }
    return scalar
  }

  // MARK: Classes

  /// `[:alpha:]`.
  mutating func skipsPOSIXClass() -> Bool {
    let start = position
    if takes("[:") {
      _ = taken { !":[]}\\".contains($0) }
      if takes(":]") { return true }
    }
    position = start
    return false
  }

  /// `[a-z&&[^aeiou]]`: goes to its end.
  mutating func skipClass() throws(RegexFailure) {
    position += sees("[^") ? 2 : 1
    var bounds = RegexClassBounds()
    var last: Character?
    while next != nil {
      if skipsTrivia(inClass: true) { continue }
      if takes("]") { return try bounds.finish() }
      if takes("--") || takes("~~") || takes("&&") {
        try bounds.finish()
        last = nil
      } else if let low = last, takes("-") {
        while skipsTrivia(inClass: true) {}
        last = nil
        if sees("]") || sees("--") || sees("~~") || sees("&&") {
          bounds.add("-")
        } else if let high = try member(&bounds) {
          bounds.add(from: low, to: high)
        }
      } else {
        last = try member(&bounds)
        if let last { bounds.add(String(last)) }
      }
    }
    throw unsupported("[")
  }

  /// - Returns: the character that it is; `nil` for a class or a quoted text, whose bounds are known then.
  private mutating func member(_ bounds: inout RegexClassBounds) throws(RegexFailure) -> Character? {
    if skipsPOSIXClass() {
      try bounds.finish()
      return nil
    }
    if sees("[") {
      try bounds.finish()
      try skipClass()
      return nil
    }
    if let quoted = quote() {
      bounds.add(quoted)
      return nil
    }
    let character = text[position]
    position += 1
    guard character == "\\", let escaped = next else { return character }
    if takes("u{"), case let characters = try scalars(), characters.count == 1 { return characters.first }
    if let scalar = try scalar() { return scalar }
    position += 1
    switch escaped {
    case "b": return "\u{8}"
    case "N", "p", "P":
      _ = taken(until: "}")
    case "d", "D", "s", "S", "w", "W", "h", "H", "v", "V", "R", "X": break
    default: return try control(escaped)
    }
    try bounds.finish()
    return nil
  }
}

/// The bounds of a class's ranges. What stands side by side makes characters together, and the bounds with them: in
/// `[a-e\u{301}]` the upper one would be `é` of two scalars, with which the standard library ends the process.
struct RegexClassBounds {
  /// What stands before the first `-`, between two, and behind the last.
  private var operands = [""]
  private var bounds: [(low: Character, high: Character)] = []

  mutating func add(_ text: String) { operands[operands.count - 1] += text }

  /// - Parameter low: what was added last.
  mutating func add(from low: Character, to high: Character) {
    bounds.append((low, high))
    operands.append(String(high))
  }

  mutating func finish() throws(RegexFailure) {
    for (number, bound) in bounds.enumerated() {
      for (found, wanted) in [(operands[number].last, bound.low), (operands[number + 1].first, bound.high)] {
        guard let found, found.unicodeScalars.elementsEqual(wanted.unicodeScalars) else {
          throw RegexFailure("'\(found ?? wanted)' is an invalid bound for character class range")
        }
      }
    }
    self = RegexClassBounds()
  }
}
