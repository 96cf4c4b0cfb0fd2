/// Reads a pattern that the standard library's reader has accepted.
struct RegexReader {
  let text: [Character]
  var position = 0
  var options: RegexOptions
  /// The names of those that capture, in the order in which they open.
  private(set) var groups: [String?] = []

  init(_ pattern: String, options: RegexOptions) {
    text = Array(pattern)
    self.options = options
  }

  mutating func read() throws(RegexFailure) -> RegexNode {
    let root = try alternatives()
    guard position == text.count else { throw unsupported(")") }
    return root
  }

  // MARK: Characters

  var next: Character? { position < text.count ? text[position] : nil }

  func sees(_ word: String) -> Bool { text[position...].starts(with: word) }

  mutating func takes(_ word: String) -> Bool {
    guard sees(word) else { return false }
    position += word.count
    return true
  }

  /// Up to a character, which is taken as well.
  mutating func taken(until end: Character) -> String {
    let rest = text[position...]
    let content = rest.prefix { $0 != end }
    position = min(content.endIndex + 1, text.count)
    return String(content)
  }

  mutating func taken(upTo count: Int = .max, while condition: (Character) -> Bool) -> String {
    let content = text[position...].prefix(count).prefix(while: condition)
    position = content.endIndex
    return String(content)
  }

  /// For what neither the standard library nor this reader understands: it is refused, whatever it may mean.
  func unsupported(_ what: String) -> RegexFailure { RegexFailure("'\(what)' is not currently supported") }

  // MARK: Sequences

  private mutating func alternatives() throws(RegexFailure) -> RegexNode {
    var parts = [try sequence()]
    while takes("|") { parts.append(try sequence()) }
    return parts.count == 1 ? parts[0] : .choice(parts)
  }

  private mutating func sequence() throws(RegexFailure) -> RegexNode {
    var parts: [RegexNode] = []
    // What stands side by side makes characters together: `e\u{301}` is one.
    var literal = ""
    func finishLiteral(_ options: RegexOptions) {
      if !literal.isEmpty { parts.append(.literal(literal, ignoresCase: options.contains(.ignoresCase))) }
      literal = ""
    }
    while let character = next, character != "|", character != ")" {
      if skipsTrivia() { continue }
      if let quoted = quote() {
        literal += quoted
        continue
      }
      let before = options
      let part = try operand()
      if let repetition = quantifier() {
        finishLiteral(before)
        parts.append(.repetition(part, repetition))
      } else if case .literal(let text, _) = part {
        literal += text
      } else {
        finishLiteral(before)
        parts.append(part)
      }
    }
    finishLiteral(options)
    return parts.isEmpty ? .empty : parts.count == 1 ? parts[0] : .sequence(parts)
  }

  /// Comments, and what `(?x)` makes meaningless.
  mutating func skipsTrivia(inClass: Bool = false) -> Bool {
    if !inClass, takes("(?#") {
      _ = taken(until: ")")
      return true
    }
    guard options.contains(.extended), let character = next else { return false }
    if character == "#" {
      position = text[position...].firstIndex { $0 == "\n" || $0 == "\r" || $0 == "\r\n" } ?? text.count
      return true
    }
    return !taken { $0.isPatternWhitespace }.isEmpty
  }

  /// `\Q…\E`.
  mutating func quote() -> String? {
    guard takes("\\Q") else { return nil }
    var content = ""
    while let character = next, !takes("\\E") {
      content.append(character)
      position += 1
    }
    return content
  }

  /// `*`, `+?`, `{2,3}+`.
  private mutating func quantifier() -> RegexRepetition? {
    let start = position
    if options.contains(.extended) { _ = taken { $0.isPatternWhitespace } }
    guard let (low, high) = amount() else {
      position = start
      return nil
    }
    if options.contains(.extended) { _ = taken { $0.isPatternWhitespace } }
    let isReluctant = options.contains(.reluctant)
    if takes("+") { return RegexRepetition(low: low, high: high, kind: .possessive) }
    return RegexRepetition(low: low, high: high, kind: takes("?") != isReluctant ? .reluctant : .greedy)
  }

  private mutating func amount() -> (Int, Int?)? {
    if takes("*") { return (0, nil) }
    if takes("+") { return (1, nil) }
    if takes("?") { return (0, 1) }
    guard takes("{") else { return nil }
    func number() -> Int? {
      _ = taken { $0.isPatternWhitespace }
      let digits = taken { $0.isNumber }
      _ = taken { $0.isPatternWhitespace }
      return Int(digits)
    }
    let low = number()
    let isOpen = takes(",")
    let high = isOpen ? number() : low
    guard low != nil || high != nil, takes("}") else { return nil }
    return (low ?? 0, high)
  }

  // MARK: Operands

  private mutating func operand() throws(RegexFailure) -> RegexNode {
    let character = text[position]
    switch character {
    case "(": return try group()
    case "[":
      let start = position
      if !skipsPOSIXClass() { try skipClass() }
      return .set(try RegexSet(String(text[start..<position]), options))
    case "\\": return try escape()
    case ".":
      position += 1
      return .any(matchesNewlines: options.contains(.dotMatchesNewlines))
    case "^":
      position += 1
      return .assertion(options.contains(.anchorsMatchLineEndings) ? .lineStart : .textStart)
    case "$":
      position += 1
      return .assertion(options.contains(.anchorsMatchLineEndings) ? .lineEnd : .textEnd)
    default:
      position += 1
      return literal(String(character))
    }
  }

  func literal(_ text: String) -> RegexNode { .literal(text, ignoresCase: options.contains(.ignoresCase)) }

  // MARK: Groups

  private static let longNames: [(String, @Sendable (RegexNode) -> RegexNode)] = [
    ("atomic:", { .atomic($0) }),
    ("pla:", { .lookahead($0, isNegative: false) }), ("positive_lookahead:", { .lookahead($0, isNegative: false) }),
    ("nla:", { .lookahead($0, isNegative: true) }), ("negative_lookahead:", { .lookahead($0, isNegative: true) }),
  ]

  private mutating func group() throws(RegexFailure) -> RegexNode {
    let start = position
    position += 1
    if takes("*") {
      for (name, make) in Self.longNames where takes(name) { return make(try content()) }
      throw unsupported(String(text[start...].prefix { $0 != ")" }))
    }
    guard takes("?") else {
      return options.contains(.namedCapturesOnly) ? .group(try content(), capture: nil) : try capture(nil)
    }
    if takes(":") { return .group(try content(), capture: nil) }
    if takes(">") { return .atomic(try content()) }
    if takes("=") { return .lookahead(try content(), isNegative: false) }
    if takes("!") { return .lookahead(try content(), isNegative: true) }
    if takes("P=") { return reference(to: taken(until: ")")) }
    if takes("P<") { return try capture(taken(until: ">")) }
    if takes("'") { return try capture(taken(until: "'")) }
    if takes("<") {
      guard let letter = next, letter.isLetter || letter == "_" else {
        throw unsupported(String(text[start...].prefix(4)))
      }
      return try capture(taken(until: ">"))
    }
    let changed = try changedOptions(from: start)
    if takes(")") {
      options = changed
      return .empty
    }
    guard takes(":") else { throw unsupported(String(text[start...].prefix(4))) }
    return .group(try content(with: changed), capture: nil)
  }

  private mutating func capture(_ name: String?) throws(RegexFailure) -> RegexNode {
    let number = groups.count
    groups.append(name)
    return .group(try content(), capture: number)
  }

  private mutating func content(with inner: RegexOptions? = nil) throws(RegexFailure) -> RegexNode {
    let outer = options
    if let inner { options = inner }
    let content = try alternatives()
    options = outer
    guard takes(")") else { throw unsupported("(") }
    return content
  }

  /// `i`, `-x`, `i-s`, `^m`.
  private mutating func changedOptions(from start: Int) throws(RegexFailure) -> RegexOptions {
    var result = takes("^") ? [] : options
    var isRemoving = false
    while let letter = next, letter != ")", letter != ":" {
      position += 1
      if letter == "-" {
        isRemoving = true
      } else if let option = RegexOptions(letter: letter) {
        if isRemoving { result.remove(option) } else { result.insert(option) }
      } else {
        throw unsupported(String(text[start..<position]))
      }
    }
    return result
  }
}

extension Character {
  var isPatternWhitespace: Bool { unicodeScalars.first?.properties.isPatternWhitespace == true }
}
