// Tells whether a piece of Swift text is a whole number of statements, so that the REPL knows when to go on with a `...`
// prompt and where a `:` command may stand. It knows only the lexical grammar: brackets, strings with their interpolations,
// comments, regular expressions, `#if`, and which tokens cannot end a statement. Parsing is the daemon's; where the tokens
// leave it open (`class A` with its brace perhaps on the next line) the answer is `.doubtful` and the daemon is asked.

/// What is known about the text fed so far.
enum Completeness: Equatable {
  /// Every bracket is closed and the last token can end a statement; also when a closing bracket has no partner, or a string
  /// no end on its line, since more lines cannot mend that and the daemon's diagnostic can.
  case complete
  /// Something is open. `depth` is the number of open brackets, for indentation.
  case unfinished(depth: Int)
  /// A whole `if` or `do` of several lines, to which an `else` or `catch` on the next line would belong.
  case extensible
  /// All closed, but the statement is one that usually has a body and has none yet.
  case doubtful
}

/// An incremental scanner: feed it lines in order. Each line is looked at once. Complexity: O(n) in the length of the text.
struct SourceScanner {
  private enum Context: Equatable {
    case paren, bracket, brace
    /// `\(` inside a string: like a parenthesis, and its end returns to the string.
    case interpolation
    /// `hashes` is the number of `#` around the quotes.
    case string(hashes: Int, isMultiline: Bool)
    /// Block comments nest.
    case comment
    /// `#/ … /#` over several lines.
    case regex(hashes: Int)
  }

  private enum Token: Equatable {
    case none
    case word(String)
    /// An operator, with whether white space stood before it: `a +` goes on, `a!` does not.
    case symbol(String, spaced: Bool)
    case opener, closer, literal
    /// `@Published`, `#warning` and the like.
    case attribute
  }

  private var contexts: [Context] = []
  private var directiveDepth = 0
  private var isBroken = false
  private var last = Token.none
  /// Where a `//` comment begins in the line that was fed last, in bytes.
  private(set) var lineComment: Int?

  // The statement being read at depth 0.
  private var head: String?
  private var hasBody = false
  private var hasOnlyAttributes = true
  private var hasSeveralLines = false
  /// Whether an `else` or a `catch` may stand behind the body in braces.
  private var takesAlternative = false
  private var hasWhile = false

  init() {}

  /// The answer for a whole text at once.
  static func completeness(of text: some StringProtocol) -> Completeness {
    var scanner = SourceScanner()
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r\n" }) {
      scanner.feed(line: line)
    }
    return scanner.completeness
  }

  var completeness: Completeness {
    if isBroken { return .complete }
    if !contexts.isEmpty || directiveDepth > 0 { return .unfinished(depth: contexts.count) }
    switch last {
    case .symbol(let text, let spaced):
      if Self.alwaysGoesOn.contains(text) { return .unfinished(depth: 0) }
      return spaced && !Self.neverGoesOn.contains(text) ? .unfinished(depth: 0) : .complete
    case .word(let word) where Self.wantsMore.contains(word): return .unfinished(depth: 0)
    case .none: return .complete
    default: break
    }
    if hasOnlyAttributes || head == "repeat" && hasBody && !hasWhile { return .unfinished(depth: 0) }
    if let head, Self.hasUsuallyABody.contains(head), !hasBody { return .doubtful }
    return hasSeveralLines && takesAlternative && hasBody ? .extensible : .complete
  }

  /// Whether a new statement could begin with the next line; there a line `:name …` is a command and not a ternary.
  var isBetweenStatements: Bool { [.complete, .extensible].contains(completeness) }

  /// Whether the next character would belong to a string, a comment or a regular expression.
  var isInStringOrComment: Bool {
    switch contexts.last {
    case .string, .comment, .regex: true
    default: false
    }
  }

  // MARK: - Scanning

  /// Adds one line, given without its line end.
  mutating func feed(line: some StringProtocol) {
    let bytes = Array(line.utf8)
    var at = 0
    lineComment = nil
    if contexts.isEmpty {
      if goesOn(with: bytes) { hasSeveralLines = true } else { beginStatement() }
      if let directive = Self.directive(bytes) {
        if directive == "if" { directiveDepth += 1 }
        if directive == "endif", directiveDepth > 0 { directiveDepth -= 1 }
        if ["if", "elseif", "else", "endif"].contains(directive) {
          last = .none
          return
        }
      }
    } else {
      hasSeveralLines = true
    }
    while at < bytes.count {
      switch contexts.last {
      case .comment: at = scanComment(bytes, at)
      case .string(let hashes, let isMultiline): at = scanString(bytes, at, hashes, isMultiline)
      case .regex(let hashes): at = scanRegex(bytes, at, hashes)
      default: at = scanCode(bytes, at)
      }
    }
    // A one-line string cannot go over the line's end: no more lines mend that, and the daemon says where it was opened.
    while case .string(_, isMultiline: false) = contexts.last {
      contexts.removeLast()
      isBroken = true
    }
  }

  /// Whether a line belongs to the statement before it, where all brackets are closed.
  private func goesOn(with line: [UInt8]) -> Bool {
    switch completeness {
    case .unfinished: true
    case .doubtful: Self.beginning(of: line) == "{"
    case .extensible: ["", "else", "catch"].contains(Self.beginning(of: line) ?? "(")
    case .complete: false
    }
  }

  private mutating func beginStatement() {
    (head, hasBody, hasOnlyAttributes, last) = (nil, false, true, .none)
    (hasSeveralLines, takesAlternative, hasWhile) = (false, false, false)
  }

  private mutating func scanCode(_ bytes: [UInt8], _ start: Int) -> Int {
    let byte = bytes[start]
    let next = start + 1 < bytes.count ? bytes[start + 1] : 0
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): return start + 1
    case UInt8(ascii: "/") where next == UInt8(ascii: "/"):
      lineComment = start
      return bytes.count
    case UInt8(ascii: "/") where next == UInt8(ascii: "*"):
      contexts.append(.comment)
      return start + 2
    case UInt8(ascii: "("): return open(.paren, at: start)
    case UInt8(ascii: "["): return open(.bracket, at: start)
    case UInt8(ascii: "{"): return open(.brace, at: start)
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): return close(byte, at: start)
    case UInt8(ascii: "\""): return openString(bytes, at: start, hashes: 0)
    case UInt8(ascii: "#"): return scanHash(bytes, start)
    case UInt8(ascii: ";"):
      if contexts.isEmpty { beginStatement() }
      return start + 1
    case UInt8(ascii: "@"):
      let end = Self.endOfWord(bytes, start + 1)
      note(.attribute)
      return max(end, start + 1)
    case UInt8(ascii: "`"):
      let end = bytes[(start + 1)...].firstIndex(of: byte) ?? bytes.count - 1
      note(.literal)
      return end + 1
    case UInt8(ascii: "/") where isAtOperand && next != UInt8(ascii: " "):
      if let end = Self.endOfBareRegex(bytes, start) {
        note(.literal)
        return end
      }
      return scanSymbol(bytes, start)
    default:
      if Self.isDigit(byte) {
        note(.literal)
        return max(Self.endOfNumber(bytes, start), start + 1)
      }
      if Self.isWord(byte) {
        let end = Self.endOfWord(bytes, start)
        // Behind a dot every word is a member: `door == .open`.
        let isMember = start > 0 && bytes[start - 1] == UInt8(ascii: ".") && last != .symbol("...", spaced: false)
        note(isMember ? .literal : .word(String(decoding: bytes[start..<end], as: UTF8.self)))
        return end
      }
      return scanSymbol(bytes, start)
    }
  }

  private mutating func scanSymbol(_ bytes: [UInt8], _ start: Int) -> Int {
    var end = start + 1
    if Self.isOperator(bytes[start]) {
      while end < bytes.count, Self.isOperator(bytes[end]) { end += 1 }
    }
    let spaced = start == 0 || bytes[start - 1] == UInt8(ascii: " ") || bytes[start - 1] == UInt8(ascii: "\t")
    note(.symbol(String(decoding: bytes[start..<end], as: UTF8.self), spaced: spaced))
    return end
  }

  private mutating func scanHash(_ bytes: [UInt8], _ start: Int) -> Int {
    var end = start
    while end < bytes.count, bytes[end] == UInt8(ascii: "#") { end += 1 }
    let hashes = end - start
    if end < bytes.count, bytes[end] == UInt8(ascii: "\"") { return openString(bytes, at: end, hashes: hashes) }
    if end < bytes.count, bytes[end] == UInt8(ascii: "/") {
      note(.literal)
      contexts.append(.regex(hashes: hashes))
      return end + 1
    }
    note(.literal)
    return max(Self.endOfWord(bytes, end), end)
  }

  private mutating func scanComment(_ bytes: [UInt8], _ start: Int) -> Int {
    guard start + 1 < bytes.count else { return start + 1 }
    switch (bytes[start], bytes[start + 1]) {
    case (UInt8(ascii: "*"), UInt8(ascii: "/")):
      contexts.removeLast()
      return start + 2
    case (UInt8(ascii: "/"), UInt8(ascii: "*")):
      contexts.append(.comment)
      return start + 2
    default: return start + 1
    }
  }

  private mutating func scanString(_ bytes: [UInt8], _ start: Int, _ hashes: Int, _ isMultiline: Bool) -> Int {
    let quotes = isMultiline ? 3 : 1
    if Self.has(bytes, start, UInt8(ascii: "\""), count: quotes),
      Self.has(bytes, start + quotes, UInt8(ascii: "#"), count: hashes)
    {
      contexts.removeLast()
      return start + quotes + hashes
    }
    if bytes[start] == UInt8(ascii: "\\"), Self.has(bytes, start + 1, UInt8(ascii: "#"), count: hashes) {
      let escaped = start + 1 + hashes
      if escaped < bytes.count, bytes[escaped] == UInt8(ascii: "(") { contexts.append(.interpolation) }
      return escaped + 1
    }
    return start + 1
  }

  private mutating func scanRegex(_ bytes: [UInt8], _ start: Int, _ hashes: Int) -> Int {
    if bytes[start] == UInt8(ascii: "\\") { return start + 2 }
    if bytes[start] == UInt8(ascii: "/"), Self.has(bytes, start + 1, UInt8(ascii: "#"), count: hashes) {
      contexts.removeLast()
      return start + 1 + hashes
    }
    return start + 1
  }

  private mutating func open(_ context: Context, at index: Int) -> Int {
    // `@available(…)` stays an attribute, and a brace at depth 0 is the statement's body.
    let belongsToAttribute = context == .paren && last == .attribute
    // A `catch` without a pattern takes all that is thrown.
    if contexts.isEmpty, last == .word("catch") { takesAlternative = false }
    if !belongsToAttribute { note(.opener) }
    if contexts.isEmpty, context == .brace { hasBody = true }
    contexts.append(context)
    return index + 1
  }

  private mutating func openString(_ bytes: [UInt8], at quote: Int, hashes: Int) -> Int {
    note(.literal)
    let isMultiline = Self.has(bytes, quote, UInt8(ascii: "\""), count: 3)
    // `""` is the empty string, `"""` opens a multi-line one.
    contexts.append(.string(hashes: hashes, isMultiline: isMultiline))
    return quote + (isMultiline ? 3 : 1)
  }

  private mutating func close(_ byte: UInt8, at index: Int) -> Int {
    let matches =
      switch contexts.last {
      case .paren, .interpolation: byte == UInt8(ascii: ")")
      case .bracket: byte == UInt8(ascii: "]")
      case .brace: byte == UInt8(ascii: "}")
      default: false
      }
    if matches { contexts.removeLast() } else { isBroken = true }
    // Inside a string again, or after the parentheses of an attribute, nothing was said about the statement.
    if contexts.isEmpty, !hasOnlyAttributes || byte != UInt8(ascii: ")") { note(.closer) } else { last = .closer }
    return index + 1
  }

  /// Whether an expression, rather than an operator, is expected next: there `/` begins a regular expression.
  private var isAtOperand: Bool {
    switch last {
    case .none, .symbol, .opener: true
    case .word(let word): Self.beforeOperand.contains(word)
    case .closer, .literal, .attribute: false
    }
  }

  private mutating func note(_ token: Token) {
    last = token
    guard contexts.isEmpty else { return }
    switch token {
    case .attribute: break
    case .word(let word):
      if Self.modifiers.contains(word) { break }
      if hasOnlyAttributes { head = word }
      hasOnlyAttributes = false
      noteBranch(word)
    default: hasOnlyAttributes = false
    }
  }

  private mutating func noteBranch(_ word: String) {
    switch word {
    case "if", "do": takesAlternative = true
    case "catch": (takesAlternative, hasBody) = (true, false)
    case "else": (takesAlternative, hasBody) = (false, false)
    case "while": hasWhile = true
    default: break
    }
  }
}
