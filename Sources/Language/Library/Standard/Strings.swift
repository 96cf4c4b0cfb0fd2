/// `String` and `Substring`.
extension StandardLibrary {
  static func string() -> LibraryType {
    LibraryType(
      """
      struct String: StringProtocol, RangeReplaceableCollection, ExpressibleByStringInterpolation, CVarArg, Codable,
        Sendable
      {
        typealias Element = Character
        typealias SubSequence = Substring
        typealias Iterator = AnyIterator<Character>
        typealias Indices = DefaultIndices<String>
        typealias StringInterpolation = DefaultStringInterpolation
      }
      """,
      stringInitialisers() + textsOfViews("String") + viewMembers(of: "String", canChange: true) + textGrowth("String")
        + ends())
  }

  static func substring() -> LibraryType {
    LibraryType(
      """
      struct Substring: StringProtocol, RangeReplaceableCollection, ExpressibleByStringInterpolation, Sendable {
        typealias Element = Character
        typealias SubSequence = Substring
        typealias Index = String.Index
        typealias Iterator = AnyIterator<Character>
        typealias Indices = DefaultIndices<Substring>
      }
      """,
      [
        nullary("init()") { TextPart.whole("") },
        unary("init(_ text: String)") { TextPart.whole($0.text) },
        unary("init<S: Sequence>(_ characters: S) where S.Element == Character") { characters throws(Abort) in
          TextPart.whole(String(try Elements.list(characters).map(\.symbol)))
        },
        unary("init(stringLiteral value: String)") { TextPart.whole($0.text) },
        unary("var base: String { get }") { .string($0.object(TextPart.self)?.base ?? $0.text) },
      ] + textsOfViews("Substring") + viewMembers(of: "Substring") + textGrowth("Substring"))
  }

  private static func stringInitialisers() -> [LibraryEntry] {
    [
      nullary("init()") { .string("") },
      unary("init(_ other: String)") { $0 },
      unary("init(_ substring: Substring)") { .string($0.text) },
      unary("init(_ character: Character)") { .string($0.text) },
      unary("init(_ scalar: Unicode.Scalar)") { .string($0.text) },
      contextual("init<T: LosslessStringConvertible>(_ value: T)") { call throws(Abort) in
        .string(try call.describe(call[0], as: call.type("T")))
      },
      unary("init<S: Sequence>(_ characters: S) where S.Element == Character") { characters throws(Abort) in
        .string(String(try Elements.list(characters).map(\.symbol)))
      },
      contextual("init<T: BinaryInteger>(_ value: T, radix: Int, uppercase: Bool = false)") { call throws(Abort) in
        guard (2...36).contains(call[1].integer) else { throw .trap("Radix must be between 2 and 36") }
        let number = (IntegerKind.of(call.type("T")) ?? .int).wide(call[0])
        return .string(String(number, radix: call[1].integer, uppercase: call[2].flag))
      },
      contextual("init<T>(describing instance: T)") { call throws(Abort) in
        .string(try call.describe(call[0], as: call.type("T")))
      },
      contextual("init<T>(reflecting subject: T)") { call throws(Abort) in
        .string(try call.debugDescribe(call[0], as: call.type("T")))
      },
      binary("init(repeating repeatedValue: String, count: Int)") { text, count throws(Abort) in
        try repeated(text.text, count.integer)
      },
      binary("init(repeating repeatedValue: Character, count: Int)") { text, count throws(Abort) in
        try repeated(text.text, count.integer)
      },
      binary("init<S: Sequence>(decoding codeUnits: S, as encoding: UTF8.Type) where S.Element == UInt8") {
        units, _ throws(Abort) in
        .string(String(decoding: try Elements.list(units).map { UInt8(truncatingIfNeeded: $0.integer) }, as: UTF8.self))
      },
      unary("init(stringLiteral value: String)") { $0 },
    ]
  }

  /// `String` itself asks for a text, so that a name alone is a function: `names.filter("abc".hasPrefix)`.
  private static func ends() -> [LibraryEntry] {
    [
      binary("func hasPrefix(_ prefix: String) -> Bool") { .bool(LongText.hasPrefix($0.text, $1.text)) },
      binary("func hasSuffix(_ suffix: String) -> Bool") { .bool(LongText.hasSuffix($0.text, $1.text)) },
    ]
  }

  private static func repeated(_ text: String, _ count: Int) throws(Abort) -> Value {
    guard count >= 0 else { throw .trap("Negative count not allowed") }
    // Also of nothing: it is put there so many times, one by one.
    try ValueSize.check(max(text.utf8.count, 1), times: count)
    // The standard library appends one after the other, which takes as long for a letter as for some hundred of them.
    let block = String(repeating: text, count: min(count, Self.repeatedAtOnce))
    guard count > Self.repeatedAtOnce else { return .string(block) }
    let (blocks, rest) = count.quotientAndRemainder(dividingBy: Self.repeatedAtOnce)
    return .string(String(repeating: block, count: blocks) + String(repeating: text, count: rest))
  }

  private static let repeatedAtOnce = 1024

  /// What a text has besides what all collections have; here rather than in a protocol, to be preferred.
  private static func textGrowth(_ name: String) -> [LibraryEntry] {
    [
      mutating("mutating func append(_ other: String)") { value, operands throws(Abort) in
        try Growing.append(text: operands[0].text, to: &value)
        return .void
      },
      mutating("mutating func write(_ other: String)") { value, operands throws(Abort) in
        try Growing.append(text: operands[0].text, to: &value)
        return .void
      },
      binary("func filter(_ isIncluded: (Character) throws -> Bool) rethrows -> \(name)") {
        value, predicate throws(Abort) in
        let test = predicate.closure
        var result = ""
        for character in value.text where try test.call(.character(character)).flag { result.append(character) }
        return .string(result)
      },
    ]
  }
}
