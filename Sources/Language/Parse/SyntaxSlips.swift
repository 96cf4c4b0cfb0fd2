/// Words and forms of other languages, which the parser takes for something else: what is said is what was meant.
struct SyntaxSlips {
  struct Slip {
    var message: String
    var span: Span
    var repair: Repair?
  }

  private let file: SourceFile
  private let bytes: [UInt8]

  init(_ file: SourceFile) {
    self.file = file
    bytes = Array(file.text.utf8)
  }

  /// - Parameters:
  ///   - message: the parser's, as swiftc words it.
  ///   - offset: where the parser finds it.
  func slip(_ message: String, at offset: Int) -> Slip? {
    switch message {
    case "consecutive statements on a line must be separated by ';'":
      return foreignWord(before: offset) ?? typeInFront(before: offset) ?? cast(before: offset)
        ?? doWhile(before: offset) ?? tightOperator(before: offset)
    case "expected 'in' in closure signature": return arrowForIn(before: offset)
    case "expected '=' and expression in pattern matching": return doubleEquals(before: offset)
    default: break
    }
    if message.hasPrefix("C-style for statement") { return countingLoop(at: offset) }
    if message.hasPrefix("unexpected code") {
      if message.hasSuffix("in 'if' statement") { return elseWithCondition(at: offset) }
      if message.hasSuffix("in function") { return resultWithoutArrow(at: offset) }
    }
    return nil
  }

  // MARK: Between two statements

  private static let declarators: [String: String] = [
    "const": "let", "val": "let", "final": "let", "dim": "var", "auto": "var", "function": "func", "def": "func",
    "fun": "func", "fn": "func", "sub": "func", "interface": "protocol", "trait": "protocol",
  ]
  private static let types: [String: String] = [
    "int": "Int", "long": "Int", "float": "Float", "double": "Double", "string": "String", "bool": "Bool",
    "boolean": "Bool", "char": "Character",
  ]

  private func foreignWord(before offset: Int) -> Slip? {
    guard let next = self.word(startingAt: offset) else { return nil }
    if ["elseif", "elif", "elsif"].contains(file.slice(next)) {
      return Slip(
        message: "cannot find '\(file.slice(next))' in scope; did you mean 'else if'?", span: next,
        repair: ("use 'else if'", [(next, "else if")]))
    }
    guard let word = word(endingAt: offset) else { return nil }
    let text = file.slice(word)
    if text == "new", file.slice(next).first?.isUppercase == true {
      return Slip(
        message: "cannot find 'new' in scope; an object is made by calling its type", span: word,
        repair: ("remove 'new'", [(Span(start: word.start, end: next.start), "")]))
    }
    guard let meant = Self.declarators[text], file.beginsStatement(word) else { return nil }
    return Slip(
      message: "cannot find '\(text)' in scope; did you mean '\(meant)'?", span: word,
      repair: ("use '\(meant)'", [(word, meant)]))
  }

  /// `int count = 3`
  private func typeInFront(before offset: Int) -> Slip? {
    guard let word = word(endingAt: offset), file.beginsStatement(word), let name = self.word(startingAt: offset) else {
      return nil
    }
    let written = file.slice(word)
    guard let type = Self.types[written] ?? (written.first?.isUppercase == true ? written : nil) else { return nil }
    let sign = skippingBlanks(name.end)
    guard byte(sign) == UInt8(ascii: "="), byte(sign + 1) != UInt8(ascii: "=") else { return nil }
    let meant = "var \(file.slice(name)): \(type)"
    return Slip(
      message:
        "a variable is declared with 'var' or 'let', and its type comes behind its name; did you mean '\(meant)'?",
      span: word, repair: ("use '\(meant)'", [(Span(start: word.start, end: name.end), meant)]))
  }

  /// `(Int)value`
  private func cast(before offset: Int) -> Slip? {
    guard byte(offset - 1) == UInt8(ascii: ")"), let type = word(endingAt: offset - 1),
      byte(type.start - 1) == UInt8(ascii: "("), !isPartOfName(byte(type.start - 2))
    else { return nil }
    let written = file.slice(type)
    guard let meant = Self.types[written] ?? (written.first?.isUppercase == true ? written : nil) else { return nil }
    let start = skippingBlanks(offset)
    var end = start
    while isPartOfName(byte(end)) || byte(end) == UInt8(ascii: ".") && isPartOfName(byte(end + 1)) { end += 1 }
    guard end > start else { return nil }
    return Slip(
      message: "expected member name or initializer call after type name",
      span: Span(start: type.start - 1, end: offset),
      repair: (
        "convert with '\(meant)(…)'",
        [(Span(start: type.start - 1, end: start), meant + "("), (Span(start: end, end: end), ")")]
      ))
  }

  /// `do { … } while condition`
  private func doWhile(before offset: Int) -> Slip? {
    guard byte(offset - 1) == UInt8(ascii: "}"), let next = self.word(startingAt: offset), file.slice(next) == "while"
    else {
      return nil
    }
    var (depth, start) = (0, offset)
    while start > 0 {
      start -= 1
      if bytes[start] == UInt8(ascii: "}") { depth += 1 }
      if bytes[start] == UInt8(ascii: "{") { depth -= 1 }
      if depth == 0 { break }
    }
    while start > 0, isBlank(byte(start - 1)) { start -= 1 }
    guard let word = word(endingAt: start), file.slice(word) == "do" else { return nil }
    return Slip(
      message: "'do-while' statement is not allowed", span: word,
      repair: ("did you mean 'repeat-while' statement?", [(word, "repeat")]))
  }

  /// `count+ 2`: the blanks around an operator say whether it has two operands.
  private func tightOperator(before offset: Int) -> Slip? {
    let operators = Set("+-*/%<>".utf8)
    guard let sign = byte(offset - 1), operators.contains(sign),
      let before = byte(offset - 2), isPartOfName(before) || before == UInt8(ascii: ")")
    else { return nil }
    let place = Span(start: offset - 1, end: offset)
    return Slip(
      message: "'\(file.slice(place))' is not a postfix unary operator", span: place,
      repair: ("put a blank in front of '\(file.slice(place))'", [(place.front, " ")]))
  }

  // MARK: In a statement

  private func elseWithCondition(at offset: Int) -> Slip? {
    guard let word = word(endingAt: file.endOfText(before: offset)), file.slice(word) == "else" else { return nil }
    let place = Span(start: offset, end: offset)
    return Slip(
      message: "expected '{' or 'if' after 'else'; did you mean to write 'if'?", span: place,
      repair: ("insert 'if'", [(place, "if ")]))
  }

  private func resultWithoutArrow(at offset: Int) -> Slip? {
    let end = file.endOfText(before: offset)
    let start = skippingBlanks(offset)
    let sign: Span
    if byte(start) == UInt8(ascii: ":") {
      sign = Span(start: start, end: start + 1)
    } else if byte(start) == UInt8(ascii: "="), byte(start + 1) == UInt8(ascii: ">") {
      sign = Span(start: start, end: start + 2)
    } else {
      return nil
    }
    return Slip(
      message: "expected '->' after function parameter tuple", span: Span(start: end, end: end),
      repair: ("use '->'", [(Span(start: end, end: skippingBlanks(sign.end)), " -> ")]))
  }

  /// `{ x -> x + 1 }`
  private func arrowForIn(before offset: Int) -> Slip? {
    var start = offset
    while start > 1, bytes[start - 1] != UInt8(ascii: "\n"), bytes[start - 1] != UInt8(ascii: "{") {
      start -= 1
      guard bytes[start] == UInt8(ascii: ">"), bytes[start - 1] == UInt8(ascii: "-") else { continue }
      let arrow = Span(start: start - 1, end: start + 1)
      // Behind parameters with types it begins a result.
      let end = start - 1
      var brace = end
      while brace > 0, bytes[brace - 1] != UInt8(ascii: "\n"), bytes[brace - 1] != UInt8(ascii: "{") { brace -= 1 }
      guard !bytes[brace..<end].contains(UInt8(ascii: ":")) else { return nil }
      return Slip(
        message: "expected 'in' after the closure signature", span: arrow, repair: ("use 'in'", [(arrow, "in")]))
    }
    return nil
  }

  /// `if case .done(let n) == load`
  private func doubleEquals(before offset: Int) -> Slip? {
    var start = offset
    while start > 1, bytes[start - 1] != UInt8(ascii: "\n") {
      start -= 1
      guard bytes[start] == UInt8(ascii: "="), bytes[start - 1] == UInt8(ascii: "=") else { continue }
      return Slip(
        message: "variable binding in a condition requires an initializer", span: Span(start: offset, end: offset),
        repair: ("use '='", [(Span(start: start - 1, end: start + 1), "=")]))
    }
    return nil
  }

  /// `for (var i = 0; i < 3; i++)`: as a loop over a range, or over what `stride` gives.
  private func countingLoop(at offset: Int) -> Slip? {
    guard let brace = file.first("{", from: offset, to: bytes.count) else { return nil }
    var head = file.slice(Span(start: offset + "for".utf8.count, end: brace.start)).trimmedBlanks
    if head.hasPrefix("("), head.hasSuffix(")") { head = head.dropFirst().dropLast().trimmedBlanks }
    let parts = head.split(separator: ";", omittingEmptySubsequences: false).map(\.trimmedBlanks)
    guard parts.count == 3 else { return nil }
    let message = "C-style for statement was removed in Swift 3"
    let word = Span(start: offset, end: offset + 3)
    let declared = parts[0].split(separator: "=", maxSplits: 1).map(\.trimmedBlanks)
    guard declared.count == 2, let name = declared[0].split(whereSeparator: { ": ".contains($0) }).dropFirst().first,
      let range = Self.range(of: name, from: declared[1], test: parts[1], step: parts[2])
    else { return Slip(message: message + "; write it with 'while'", span: word) }
    return Slip(
      message: message, span: word,
      repair: (
        "use 'for \(name) in \(range)'", [(Span(start: offset, end: brace.start), "for \(name) in \(range) ")]
      ))
  }

  private static func range(of name: Substring, from start: Substring, test: Substring, step: Substring) -> String? {
    guard let sign = ["<=", ">=", "<", ">"].first(where: { test.dropFirst(name.count).trimmedBlanks.hasPrefix($0) }),
      test.hasPrefix(name)
    else { return nil }
    let end = test.dropFirst(name.count).trimmedBlanks.dropFirst(sign.count).trimmedBlanks
    let compact = String(step.filter { $0 != " " })
    // Towards the end that the test names: the other way there is no loop, or none that ends.
    let isDown = compact.hasPrefix("--") || compact.hasSuffix("--") || compact.hasPrefix("\(name)-=")
    guard sign.hasPrefix(">") == isDown else { return nil }
    let by: String
    switch compact {
    case "\(name)++", "++\(name)", "\(name)+=1": by = "1"
    case "\(name)--", "--\(name)", "\(name)-=1": by = "-1"
    default:
      guard compact.hasPrefix("\(name)+=") || compact.hasPrefix("\(name)-=") else { return nil }
      let width = compact.dropFirst(name.count + 2)
      guard width.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else { return nil }
      by = (isDown ? "-" : "") + width
    }
    if by == "1" { return "\(start)\(sign == "<" ? "..<" : "...")\(end)" }
    return "stride(from: \(start), \(sign.hasSuffix("=") ? "through" : "to"): \(end), by: \(by))"
  }

  // MARK: Texts

  private func byte(_ offset: Int) -> UInt8? { bytes.indices.contains(offset) ? bytes[offset] : nil }

  private func isBlank(_ byte: UInt8?) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  private func isPartOfName(_ byte: UInt8?) -> Bool {
    guard let byte else { return false }
    return byte == UInt8(ascii: "_") || byte > 127 || Unicode.Scalar(byte).properties.isAlphabetic
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private func skippingBlanks(_ offset: Int) -> Int {
    var offset = offset
    while isBlank(byte(offset)) { offset += 1 }
    return offset
  }

  private func word(endingAt offset: Int) -> Span? {
    var start = offset
    while isPartOfName(byte(start - 1)) { start -= 1 }
    return start < offset ? Span(start: start, end: offset) : nil
  }

  private func word(startingAt offset: Int) -> Span? {
    let start = skippingBlanks(offset)
    var end = start
    while isPartOfName(byte(end)) { end += 1 }
    return start < end ? Span(start: start, end: end) : nil
  }
}

extension StringProtocol where SubSequence == Substring {
  fileprivate var trimmedBlanks: Substring {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
