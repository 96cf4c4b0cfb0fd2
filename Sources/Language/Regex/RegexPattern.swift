/// A pattern that has been read: its tree, and what its groups capture.
struct RegexPattern {
  struct Group {
    var name: String?
    /// It may take no part in a match: repeated from zero times on, or in one of several alternatives.
    var isOptional = false
  }

  let root: RegexNode
  private(set) var groups: [Group]

  /// - Parameter options: those that are in force before the pattern's own.
  init(_ text: String, options: RegexOptions = []) throws(RegexFailure) {
    if let failure = Self.failure(text) { throw failure }
    var reader = RegexReader(text, options: options)
    root = try reader.read()
    groups = reader.groups.map { Group(name: $0) }
    markOptional(root, isOptional: false)
  }

  /// What the standard library says of a pattern takes it tens of milliseconds for one that is ten thousand characters long.
  private static func failure(_ text: String) -> RegexFailure? {
    let shortBytes = 512
    guard text.utf8.count > shortBytes, let machine = AbstractMachine.running else { return RegexSyntax.failure(text) }
    var failure: RegexFailure?
    machine.aside { failure = RegexSyntax.failure(text) }
    return failure
  }

  private mutating func markOptional(_ node: RegexNode, isOptional: Bool) {
    switch node {
    case .empty, .literal, .any, .set, .assertion, .backreference: break
    case .group(let content, let capture):
      if let capture { groups[capture].isOptional = isOptional }
      markOptional(content, isOptional: isOptional)
    case .atomic(let content), .lookahead(let content, _): markOptional(content, isOptional: isOptional)
    case .sequence(let parts): for part in parts { markOptional(part, isOptional: isOptional) }
    case .choice(let parts): for part in parts { markOptional(part, isOptional: true) }
    case .repetition(let content, let repetition):
      markOptional(content, isOptional: isOptional || repetition.low == 0)
    }
  }
}

/// Why a text is no pattern, or none that is understood here.
struct RegexFailure: Error {
  let message: String
  init(_ message: String) { self.message = message }
}

/// What the standard library has to say about a pattern: its reader knows the rules of the syntax, and has the messages.
/// Whoever reads a pattern after it can rely on them.
enum RegexSyntax {
  static func failure(_ pattern: String) -> RegexFailure? {
    if isTooDeep(pattern) {
      return RegexFailure("more than \(depthMax) groups one inside the other, or operators of one class")
    }
    do {
      _ = try Regex(pattern)
      return nil
    } catch { return RegexFailure("\(error)") }
  }

  /// The standard library's reader calls itself for each group, and asks for nothing.
  private static let depthMax = 100

  private static func isTooDeep(_ pattern: String) -> Bool {
    var (depth, classes, operators) = (0, 0, 0)
    var last: UInt8 = 0
    for byte in pattern.utf8 {
      if byte == UInt8(ascii: "[") { classes += 1 }
      if byte == UInt8(ascii: "]") { classes = max(classes - 1, 0) }
      if byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[") { depth += 1 }
      if byte == UInt8(ascii: ")") || byte == UInt8(ascii: "]") { depth -= 1 }
      if classes == 0 { operators = 0 }
      // `[a-z&&[^b]--c~~d]`: what stands on the right is inside what stands on the left.
      if classes > 0, byte == last, "&-~".utf8.contains(byte) { operators += 1 }
      if depth > depthMax || operators > depthMax { return true }
      last = byte
    }
    return false
  }
}
