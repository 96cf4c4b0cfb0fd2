/// `Regex`: literals and patterns made from text, and what texts can do with them.

extension Value {
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
      let before = result.utf8.count
      result += text[end..<match.range.lowerBound]
      result += try replacement(match)
      end = match.range.upperBound
      try ValueSize.check(result.utf8.count, adding: result.utf8.count - before)
    }
    return .string(result + text[end...])
  }
}
