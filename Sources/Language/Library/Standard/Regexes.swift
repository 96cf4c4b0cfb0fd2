/// `Regex`: literals and patterns made from text, and what texts can do with them.

extension Value {
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
      "_RegexError": { LibraryType("struct _RegexError: Error {}") },
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
    func option(_ name: String, _ option: RegexOptions) -> LibraryEntry {
      contextual("func \(name)(_ option: Bool = true) -> Regex<Output>") { call throws(Abort) in
        guard let regex = call[0].object(RegexObject.self) else { return call[0] }
        return try call.made { () throws(RegexFailure) in
          try regex.changing(option, to: call[1].flag, type: call.result)
        }
      }
    }
    return [
      contextual("init(_ pattern: String) throws where Output == AnyRegexOutput") { call throws(Abort) in
        try call.made { () throws(RegexFailure) in try RegexObject(pattern: call[0].text, type: call.result) }
      },
      option("ignoresCase", .ignoresCase), option("dotMatchesNewlines", .dotMatchesNewlines),
      option("anchorsMatchLineEndings", .anchorsMatchLineEndings),
      contextual("func firstMatch(in string: String) throws -> Regex<Output>.Match?") { call throws(Abort) in
        try call.match(of: call[0], in: call[1]) { matcher throws(Abort) in try matcher.first() }
      },
      contextual("func wholeMatch(in string: String) throws -> Regex<Output>.Match?") { call throws(Abort) in
        try call.match(of: call[0], in: call[1]) { matcher throws(Abort) in try matcher.whole() }
      },
      contextual("func prefixMatch(in string: String) throws -> Regex<Output>.Match?") { call throws(Abort) in
        try call.match(of: call[0], in: call[1]) { matcher throws(Abort) in try matcher.prefix() }
      },
    ]
  }

  /// What texts can do with regular expressions.
  static func matching() -> [LibraryEntry] {
    [
      contextual("func firstMatch<Output>(of r: Regex<Output>) -> Regex<Output>.Match?") { call throws(Abort) in
        try call.match(of: call[1], in: call[0]) { matcher throws(Abort) in try matcher.first() }
      },
      contextual("func wholeMatch<Output>(of r: Regex<Output>) -> Regex<Output>.Match?") { call throws(Abort) in
        try call.match(of: call[1], in: call[0]) { matcher throws(Abort) in try matcher.whole() }
      },
      contextual("func prefixMatch<Output>(of r: Regex<Output>) -> Regex<Output>.Match?") { call throws(Abort) in
        try call.match(of: call[1], in: call[0]) { matcher throws(Abort) in try matcher.prefix() }
      },
      contextual("func matches<Output>(of r: Regex<Output>) -> [Regex<Output>.Match]") { call throws(Abort) in
        let (text, type) = (call[0], call.result.argument(0))
        return .array(
          try call.collected { match throws(Abort) in .native(RegexMatchObject(match, in: text, type: type)) })
      },
      contextual("func contains<Output>(_ regex: Regex<Output>) -> Bool") { call throws(Abort) in
        var matcher = try call.matcher(of: call[1], in: call[0].text)
        return .bool(try matcher.first() != nil)
      },
      contextual("func starts<Output>(with regex: Regex<Output>) -> Bool") { call throws(Abort) in
        var matcher = try call.matcher(of: call[1], in: call[0].text)
        return .bool(try matcher.prefix() != nil)
      },
      contextual("func firstRange<Output>(of regex: Regex<Output>) -> Range<String.Index>?") { call throws(Abort) in
        var matcher = try call.matcher(of: call[1], in: call[0].text)
        guard let range = try matcher.first()?.range, let nominal = call.result.wrapped?.nominal else { return .null }
        return call.range(range, nominal)
      },
      contextual("func ranges<Output>(of regex: Regex<Output>) -> [Range<String.Index>]") { call throws(Abort) in
        guard let nominal = call.result.argument(0).nominal else { return .array([]) }
        return .array(try call.collected { match throws(Abort) in call.range(match.range, nominal) })
      },
      contextual("func trimmingPrefix<Output>(_ regex: Regex<Output>) -> Substring") { call throws(Abort) in
        let text = call[0].text
        var matcher = try call.matcher(of: call[1], in: text)
        return call[0].textPart((try matcher.prefix()?.range.upperBound ?? 0)..<text.utf8.count)
      },
      contextual(
        "func split<Output>(separator: Regex<Output>, maxSplits: Int = Int.max, "
          + "omittingEmptySubsequences: Bool = true) -> [Substring]"
      ) { call throws(Abort) in
        .array(try call.split(maxSplits: call[2].integer, omittingEmpty: call[3].flag).map { call[0].textPart($0) })
      },
    ] + replacing()
  }

  private static func replacing() -> [LibraryEntry] {
    let count = "maxReplacements: Int = Int.max"
    return [
      contextual("func replacing<Output>(_ regex: Regex<Output>, with replacement: String, \(count)) -> String") {
        call throws(Abort) in
        let replacement = call[2].text
        return try call.replaced(count: call[3].integer) { _ throws(Abort) in replacement }
      },
      contextual(
        "func replacing<Output>(_ regex: Regex<Output>, \(count), with replacement: (Regex<Output>.Match) throws -> "
          + "String) rethrows -> String"
      ) { call throws(Abort) in
        let function = call[3].closure
        let type = call.site.parameterTypes[2].asFunction?.parameters.first?.type ?? .hole
        let text = call[0]
        return try call.replaced(count: call[2].integer) { match throws(Abort) in
          try function.call(.native(RegexMatchObject(match, in: text, type: type))).text
        }
      },
    ]
  }
}

/// Why a text is no pattern. Swift has no name for it that a program could use.
private final class RegexErrorObject: NativeObject {
  private let message: String

  init(_ message: String, type: Type) {
    self.message = message
    super.init(type: type)
  }

  override var text: String { message }
  override var portable: PortableValue? { .string(message) }
}

extension NativeCall {
  fileprivate func made(_ make: () throws(RegexFailure) -> RegexObject) throws(Abort) -> Value {
    do throws(RegexFailure) { return .native(try make()) } catch {
      let type = machine.library.type(named: "_RegexError").map { Type.nominal($0, []) } ?? .hole
      throw .thrown(.native(RegexErrorObject(error.message, type: type)), at: location)
    }
  }

  fileprivate func matcher(of regex: Value, in text: String) throws(Abort) -> RegexMatcher {
    guard let regex = regex.object(RegexObject.self) else { throw fault("a value that is no Regex") }
    let machine = machine
    return try RegexMatcher(
      regex.program, text,
      RegexBudget(
        spend: { steps throws(Abort) in try machine.spend(steps) },
        grow: { count, addition, bytes throws(Abort) in try machine.grow(to: count, adding: addition, bytes: bytes) }))
  }

  /// A match as the call's result, which is an optional.
  fileprivate func match(
    of regex: Value, in text: Value, _ find: (inout RegexMatcher) throws(Abort) -> RegexMatch?
  ) throws(Abort) -> Value {
    var matcher = try matcher(of: regex, in: text.text)
    guard let match = try find(&matcher) else { return .null }
    return .native(RegexMatchObject(match, in: text, type: result.wrapped ?? result))
  }

  /// What is made of each match of the second operand in the first.
  fileprivate func collected(_ make: (RegexMatch) throws(Abort) -> Value) throws(Abort) -> [Value] {
    var (matcher, result) = (try matcher(of: self[1], in: self[0].text), [Value]())
    try matcher.all { match throws(Abort) in
      result.add(try make(match))
      try ValueSize.check(result.count, adding: 1)
      return true
    }
    return result
  }

  fileprivate func range(_ range: Range<Int>, _ nominal: Nominal) -> Value {
    let start = self[0].textStart
    return .record(Record(nominal, [.int(start + range.lowerBound), .int(start + range.upperBound)]))
  }

  fileprivate func split(maxSplits: Int, omittingEmpty: Bool) throws(Abort) -> [Range<Int>] {
    let text = self[0].text
    var (matcher, result, end) = (try matcher(of: self[1], in: text), [Range<Int>](), 0)
    if maxSplits > 0, !text.isEmpty {
      try matcher.all { match throws(Abort) in
        let before = end..<match.range.lowerBound
        end = match.range.upperBound
        if omittingEmpty, before.isEmpty { return true }
        result.append(before)
        try ValueSize.check(result.count, adding: 1)
        return result.count < maxSplits
      }
    }
    if !omittingEmpty || end < text.utf8.count { result.append(end..<text.utf8.count) }
    return result
  }

  fileprivate func replaced(count: Int, _ replacement: (RegexMatch) throws(Abort) -> String) throws(Abort) -> Value {
    let text = self[0].text
    func part(_ start: Int, _ end: Int) -> Substring {
      let index = text.utf8.index(text.startIndex, offsetBy: start)
      return text[index..<text.utf8.index(index, offsetBy: end - start)]
    }
    var (matcher, result, end, times) = (try matcher(of: self[1], in: text), "", 0, 0)
    if count > 0 {
      try matcher.all { match throws(Abort) in
        let before = result.utf8.count
        result += part(end, match.range.lowerBound)
        result += try replacement(match)
        end = match.range.upperBound
        try ValueSize.check(result.utf8.count, adding: result.utf8.count - before)
        times += 1
        return times < count
      }
    }
    return .string(result + part(end, text.utf8.count))
  }
}
