/// A `Regex`. The checker has found the type of its output from the literal's groups.
final class RegexObject: NativeObject {
  let regex: Regex<AnyRegexOutput>

  init(_ regex: Regex<AnyRegexOutput>, type: Type) {
    self.regex = regex
    super.init(type: type)
  }

  /// `nil` for a pattern that is none; the message says why.
  static func failure(_ pattern: String) -> String? {
    if isTooDeep(pattern) { return "more than \(depthMax) groups one inside the other, or operators of one class" }
    do {
      _ = try Regex(pattern)
      return nil
    } catch { return "\(error)" }
  }

  convenience init?(pattern: String, type: Type) {
    guard !Self.isTooDeep(pattern), let regex = try? Regex(pattern) else { return nil }
    self.init(regex, type: type)
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

/// A match: what was captured, and where.
final class RegexMatchObject: NativeObject {
  let output: Value
  let range: Range<Int>

  /// - Parameter start: where the text's indices begin.
  init(
    _ match: Regex<AnyRegexOutput>.Match, in text: String, from start: Int = 0, type: Type, output: Type
  ) {
    func offset(_ index: String.Index) -> Int { start + TextIndex.offset(index, in: text) }
    range = offset(match.range.lowerBound)..<offset(match.range.upperBound)
    let captured = match.output.map { element -> Value in
      guard let found = element.substring else { return .null }
      return .native(TextPart(String(found), from: offset(found.startIndex), of: text))
    }
    switch output {
    case .tuple(let elements):
      self.output = .tuple(
        Tuple(captured, labels: elements.contains { $0.label != nil } ? elements.map(\.label) : []))
    case let type where type.libraryName == "AnyRegexOutput": self.output = .array(captured)
    default: self.output = captured.first ?? .null
    }
    super.init(type: type)
  }
}

extension Value {
  /// An element of a tuple, or of what a match of a regular expression captured.
  func tupleElement(_ index: Int) -> Value {
    switch self {
    case .tuple(let tuple): return tuple.elements.indices.contains(index) ? tuple.elements[index] : .void
    case .native(let match as RegexMatchObject):
      if case .tuple = match.output { return match.output.tupleElement(index) }
      return match.output
    default: return .void
    }
  }
}
