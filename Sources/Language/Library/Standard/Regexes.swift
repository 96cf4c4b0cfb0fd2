/// `Regex`: literals and patterns made from text, and what texts can do with them.

/// A `Regex`. The checker has found the type of its output from the literal's groups.
final class RegexObject: NativeObject {
  fileprivate let regex: Regex<AnyRegexOutput>

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
  fileprivate let range: Range<Int>

  /// - Parameter start: where the text's indices begin.
  fileprivate init(
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

  fileprivate var regex: Regex<AnyRegexOutput>? { object(RegexObject.self)?.regex }
  fileprivate var match: RegexMatchObject? { object(RegexMatchObject.self) }
}

extension StandardLibrary {
  static func regexTypes() -> [String: @Sendable () -> LibraryType] {
    [
      "Regex": { LibraryType("struct Regex<Output> {}", regexMembers()) },
      "Regex.Match": {
        LibraryType(
          "struct Match {}",
          [
            unary("var output: Output { get }") { $0.match?.output ?? .void },
            contextual("var range: Range<String.Index> { get }") { call throws(Abort) in
              try call.record(.int(call[0].match?.range.lowerBound ?? 0), .int(call[0].match?.range.upperBound ?? 0))
            },
            binary("subscript(index: Int) -> AnyRegexOutput.Element where Output == AnyRegexOutput { get }") {
              match, index throws(Abort) in try Positions.element(index, in: match.match?.output ?? .array([]))
            },
          ])
      },
      "AnyRegexOutput": {
        LibraryType(
          """
          struct AnyRegexOutput: RandomAccessCollection {
            typealias Element = AnyRegexOutput.Element
            typealias Index = Int
          }
          """)
      },
      "AnyRegexOutput.Element": {
        LibraryType("struct Element {}", [unary("var substring: Substring? { get }") { $0 }])
      },
    ]
  }

  private static func regexMembers() -> [LibraryEntry] {
    func option(
      _ name: String, _ change: @escaping (Regex<AnyRegexOutput>, Bool) -> Regex<AnyRegexOutput>
    ) -> LibraryEntry {
      contextual("func \(name)(_ option: Bool = true) -> Regex<Output>") { call in
        guard let regex = call[0].regex else { return call[0] }
        return .native(RegexObject(change(regex, call[1].flag), type: call.result))
      }
    }
    return [
      contextual("init(_ pattern: String) throws where Output == AnyRegexOutput") { call throws(Abort) in
        guard let made = RegexObject(pattern: call[0].text, type: call.result) else {
          throw .trap("cannot parse regular expression: \(RegexObject.failure(call[0].text) ?? "")")
        }
        return .native(made)
      },
      option("ignoresCase") { $0.ignoresCase($1) }, option("dotMatchesNewlines") { $0.dotMatchesNewlines($1) },
      option("anchorsMatchLineEndings") { $0.anchorsMatchLineEndings($1) },
      contextual("func firstMatch(in string: String) throws -> Regex<Output>.Match?") { call throws(Abort) in
        try call.match(call[0], in: call[1].text) { try $0.firstMatch(in: $1) }
      },
      contextual("func wholeMatch(in string: String) throws -> Regex<Output>.Match?") { call throws(Abort) in
        try call.match(call[0], in: call[1].text) { try $0.wholeMatch(in: $1) }
      },
      contextual("func prefixMatch(in string: String) throws -> Regex<Output>.Match?") { call throws(Abort) in
        try call.match(call[0], in: call[1].text) { try $0.prefixMatch(in: $1) }
      },
    ]
  }

  /// What texts can do with regular expressions.
  static func matching() -> [LibraryEntry] {
    [
      contextual("func firstMatch<Output>(of r: Regex<Output>) -> Regex<Output>.Match?") { call throws(Abort) in
        try call.match(call[1], in: call[0].text) { try $0.firstMatch(in: $1) }
      },
      contextual("func wholeMatch<Output>(of r: Regex<Output>) -> Regex<Output>.Match?") { call throws(Abort) in
        try call.match(call[1], in: call[0].text) { try $0.wholeMatch(in: $1) }
      },
      contextual("func prefixMatch<Output>(of r: Regex<Output>) -> Regex<Output>.Match?") { call throws(Abort) in
        try call.match(call[1], in: call[0].text) { try $0.prefixMatch(in: $1) }
      },
      contextual("func matches<Output>(of r: Regex<Output>) -> [Regex<Output>.Match]") { call in
        let text = call[0].text
        let type = call.result.argument(0)
        let start = call[0].textStart
        let matches = call[1].regex.map { text.matches(of: $0) } ?? []
        return .array(
          matches.map { .native(RegexMatchObject($0, in: text, from: start, type: type, output: type.argument(0))) })
      },
      contextual("func contains<Output>(_ regex: Regex<Output>) -> Bool") { call throws(Abort) in
        .bool(try call.found(call[1], in: call[0].text) { try $0.firstMatch(in: $1) } != nil)
      },
      contextual("func starts<Output>(with regex: Regex<Output>) -> Bool") { call throws(Abort) in
        .bool(try call.found(call[1], in: call[0].text) { try $0.prefixMatch(in: $1) } != nil)
      },
      contextual("func firstRange<Output>(of regex: Regex<Output>) -> Range<String.Index>?") { call throws(Abort) in
        let text = call[0].text
        guard let found = call[1].regex.flatMap({ text.firstRange(of: $0) }) else { return .null }
        return try call.range(found, in: text)
      },
      contextual("func ranges<Output>(of regex: Regex<Output>) -> [Range<String.Index>]") { call throws(Abort) in
        let text = call[0].text
        let start = call[0].textStart
        guard let nominal = call.result.argument(0).nominal else { return .array([]) }
        let ranges = call[1].regex.map { text.ranges(of: $0) } ?? []
        return .array(
          ranges.map { range in
            .record(
              Record(
                nominal,
                [
                  .int(start + TextIndex.offset(range.lowerBound, in: text)),
                  .int(start + TextIndex.offset(range.upperBound, in: text)),
                ]))
          })
      },
      binary("func trimmingPrefix<Output>(_ regex: Regex<Output>) -> Substring") { text, regex in
        .string(regex.regex.map { String(text.text.trimmingPrefix($0)) } ?? text.text)
      },
      contextual(
        "func split<Output>(separator: Regex<Output>, maxSplits: Int = Int.max, "
          + "omittingEmptySubsequences: Bool = true) -> [Substring]"
      ) { call in
        guard let regex = call[1].regex else { return .array([]) }
        let parts = call[0].text.split(
          separator: regex, maxSplits: call[2].integer, omittingEmptySubsequences: call[3].flag)
        return .array(parts.map { .string(String($0)) })
      },
    ] + replacing()
  }

  private static func replacing() -> [LibraryEntry] {
    let count = "maxReplacements: Int = Int.max"
    return [
      contextual("func replacing<Output>(_ regex: Regex<Output>, with replacement: String, \(count)) -> String") {
        call throws(Abort) in
        let replacement = call[2].text
        return try call.replaced(call[0].text, count: call[3].integer) { _ throws(Abort) in replacement }
      },
      contextual(
        "func replacing<Output>(_ regex: Regex<Output>, \(count), with replacement: (Regex<Output>.Match) throws -> "
          + "String) rethrows -> String"
      ) { call throws(Abort) in
        let function = call[3].closure
        let type = call.parameterTypes[2].asFunction?.parameters.first?.type ?? .hole
        let text = call[0].text
        return try call.replaced(text, count: call[2].integer) { match throws(Abort) in
          let object = RegexMatchObject(match, in: text, type: type, output: type.argument(0))
          return try function.call(.native(object)).text
        }
      },
    ]
  }
}

extension NativeCall {
  fileprivate var parameterTypes: [Type] { site.parameterTypes }

  fileprivate func found(
    _ regex: Value, in text: String,
    _ find: (Regex<AnyRegexOutput>, String) throws -> Regex<AnyRegexOutput>.Match?
  ) throws(Abort) -> Regex<AnyRegexOutput>.Match? {
    guard let regex = regex.regex else { return nil }
    return try rethrowing { try find(regex, text) }
  }

  /// A match as the call's result, which is an optional.
  fileprivate func match(
    _ regex: Value, in text: String,
    _ find: (Regex<AnyRegexOutput>, String) throws -> Regex<AnyRegexOutput>.Match?
  ) throws(Abort) -> Value {
    guard let match = try found(regex, in: text, find) else { return .null }
    let type = result.wrapped ?? result
    return .native(RegexMatchObject(match, in: text, from: self[0].textStart, type: type, output: type.argument(0)))
  }

  fileprivate func replaced(
    _ text: String, count: Int, _ replacement: (Regex<AnyRegexOutput>.Match) throws(Abort) -> String
  ) throws(Abort) -> Value {
    guard let regex = self[1].regex else { return .string(text) }
    var result = ""
    var end = text.startIndex
    for match in text.matches(of: regex).prefix(max(count, 0)) {
      result += text[end..<match.range.lowerBound]
      result += try replacement(match)
      end = match.range.upperBound
      try ValueSize.check(result.utf8.count)
    }
    return .string(result + text[end...])
  }
}
