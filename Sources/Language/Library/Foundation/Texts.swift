/// What Foundation adds to texts: comparing, searching, replacing, taking apart, formats.
extension FoundationLibrary {
  static let textTypes: [String: @Sendable () -> LibraryType] = [
    "String.CompareOptions": compareOptions, "ComparisonResult": comparisonResult, "CharacterSet": characterSet,
  ]

  static let textAdditions: [String: @Sendable () -> [LibraryEntry]] = [
    "StringProtocol": { spelling() + comparing() + finding() + replacing() + separating() + textMembers() },
    "String": { formatting() + textInitialisers() },
  ]

  private static func spelling() -> [LibraryEntry] {
    [
      unary("var capitalized: String { get }") { .string(TextSearch.capitalized($0.text)) },
      unary("var localizedCapitalized: String { get }") { .string(TextSearch.capitalized($0.text)) },
      unary("var localizedLowercase: String { get }") { .string($0.text.lowercased()) },
      unary("var localizedUppercase: String { get }") { .string($0.text.uppercased()) },
    ]
  }

  private static func comparing() -> [LibraryEntry] {
    [
      binary("func contains<T: StringProtocol>(_ other: T) -> Bool") { text, other throws(Abort) in
        if other.text.isEmpty { return .bool(true) }
        return .bool(try TextSearch.first(other.text, in: text.text) != nil)
      },
      binary("func localizedCaseInsensitiveContains<T: StringProtocol>(_ other: T) -> Bool") {
        text, other throws(Abort) in
        .bool(try TextSearch.first(other.text, in: text.text, ignoringCase: true) != nil)
      },
      binary("func localizedStandardContains<T: StringProtocol>(_ other: T) -> Bool") {
        text, other throws(Abort) in
        .bool(try TextSearch.first(other.text, in: text.text, ignoringCase: true, ignoringMarks: true) != nil)
      },
      contextual(
        "func compare<T: StringProtocol>(_ other: T, options mask: String.CompareOptions = []) -> ComparisonResult"
      ) { call throws(Abort) in
        let options = call[2].optionBits
        if options == 0 { return try call.comparison(call[0].text, call[1].text) }
        return try call.choice(TextFolding.order(call[0].text, call[1].text, options: options))
      },
      list("func folding(options: String.CompareOptions = [], locale: Locale?) -> String") { operands in
        .string(TextFolding.folded(operands[0].text, options: operands[1].optionBits))
      },
      contextual("func caseInsensitiveCompare<T: StringProtocol>(_ other: T) -> ComparisonResult") {
        call throws(Abort) in try call.comparison(call[0].text.lowercased(), call[1].text.lowercased())
      },
      contextual("func localizedCaseInsensitiveCompare<T: StringProtocol>(_ other: T) -> ComparisonResult") {
        call throws(Abort) in try call.choice(TextFolding.order(call[0].text, call[1].text, as: .caseInsensitive))
      },
      contextual("func localizedCompare<T: StringProtocol>(_ other: T) -> ComparisonResult") { call throws(Abort) in
        try call.choice(TextFolding.order(call[0].text, call[1].text, as: .exact))
      },
      contextual("func localizedStandardCompare<T: StringProtocol>(_ other: T) -> ComparisonResult") {
        call throws(Abort) in try call.choice(TextFolding.order(call[0].text, call[1].text, as: .standard))
      },
    ]
  }

  private static func finding() -> [LibraryEntry] {
    [
      contextual(
        "func range<T: StringProtocol>(of aString: T, options mask: String.CompareOptions = [], "
          + "range searchRange: Range<String.Index>? = nil, locale: Locale? = nil) -> Range<String.Index>?"
      ) { call throws(Abort) in
        let text = call[0].text
        var region = text.startIndex..<text.endIndex
        if let given = call[3].unwrapped { region = try TextIndex.range(given, in: text, from: call[0].textStart) }
        let part = String(text[region])
        guard let found = try TextSearch.range(of: call[1].text, in: part, options: call[2].optionBits) else {
          return .null
        }
        func place(_ index: String.Index) -> String.Index {
          text.utf8.index(region.lowerBound, offsetBy: part.utf8.distance(from: part.startIndex, to: index))
        }
        return try call.range(place(found.lowerBound)..<place(found.upperBound), in: text)
      },
      ternary(
        "func commonPrefix<T: StringProtocol>(with aString: T, options: String.CompareOptions = []) -> String"
      ) { text, other, options in
        let ignoresCase = options.optionBits & TextSearch.caseInsensitive != 0
        let pairs = zip(text.text, other.text).prefix {
          ignoresCase ? $0.lowercased() == $1.lowercased() : $0 == $1
        }
        return .string(String(pairs.map(\.0)))
      },
      contextual("func rangeOfCharacter(from aSet: CharacterSet) -> Range<String.Index>?") { call throws(Abort) in
        let (text, set) = (call[0].text, call[1].characterSet)
        guard let start = text.unicodeScalars.firstIndex(where: { set.contains($0) }) else { return .null }
        let end = text.unicodeScalars.index(after: start)
        return try call.range(start..<end, in: text)
      },
    ]
  }

  private static func replaced(_ text: String, _ operands: [Value], _ options: Int) throws(Abort) -> String {
    let (target, replacement) = (operands[1].text, operands[2].text)
    if options & TextSearch.regularExpression != 0 {
      return try TextPattern(target, options: options)?.replacing(in: text, with: replacement) ?? ""
    }
    let ignoringCase = options & TextSearch.caseInsensitive != 0
    return try TextSearch.replacing(target, with: replacement, in: text, ignoringCase: ignoringCase).text
  }

  private static func replacing() -> [LibraryEntry] {
    [
      ternary(
        "func replacingOccurrences<T: StringProtocol, R: StringProtocol>(of target: T, with replacement: R) -> String"
      ) { text, target, replacement throws(Abort) in
        try TextSearch.replacing(target.text, with: replacement.text, in: text.text, ignoringCase: false)
      },
      list(
        "func replacingOccurrences<T: StringProtocol, R: StringProtocol>(of target: T, with replacement: R, "
          + "options: String.CompareOptions = [], range searchRange: Range<String.Index>? = nil) -> String"
      ) { operands throws(Abort) in
        let options = operands[3].optionBits
        if let range = operands[4].unwrapped {
          // Only there; what stands before and after it stays.
          let whole = Array(operands[0].text)
          let bounds = try Positions.range(range, in: operands[0])
          let part = try replaced(String(whole[bounds]), operands, options)
          return .string(String(whole[..<bounds.lowerBound]) + part + String(whole[bounds.upperBound...]))
        }
        return .string(try replaced(operands[0].text, operands, options))
      },
      ternary(
        "func replacingCharacters<R: RangeExpression, T: StringProtocol>(in range: R, with replacement: T) -> String "
          + "where R.Bound == String.Index"
      ) { text, range, replacement throws(Abort) in
        let bounds = try Positions.range(range, in: text)
        let characters = Array(text.text)
        return .string(
          String(characters[..<bounds.lowerBound]) + replacement.text + String(characters[bounds.upperBound...]))
      },
      binary("func appending<T: StringProtocol>(_ aString: T) -> String") { text, other throws(Abort) in
        try ValueSize.check(text.text.utf8.count + other.text.utf8.count)
        return .string(text.text + other.text)
      },
      binary("func trimmingCharacters(in set: CharacterSet) -> String") { text, set in
        .string(set.characterSet.trimmed(text.text))
      },
      list(
        "func padding<T: StringProtocol>(toLength newLength: Int, withPad padString: T, startingAt padIndex: Int) -> String"
      ) { operands throws(Abort) in
        let (text, length, pad) = (operands[0].text, operands[1].integer, Array(operands[2].text))
        try ValueSize.check(length)
        if text.count >= length { return .string(String(text.prefix(max(length, 0)))) }
        guard pad.indices.contains(operands[3].integer) else {
          throw .trap("padIndex is out of range of the pad string")
        }
        let missing = length - text.count
        return .string(text + String((0..<missing).map { pad[(operands[3].integer + $0) % pad.count] }))
      },
      binary("func addingPercentEncoding(withAllowedCharacters allowed: CharacterSet) -> String?") { text, allowed in
        .string(PercentEncoding.encode(text.text, allowing: allowed.characterSet))
      },
      unary("var removingPercentEncoding: String? { get }") {
        PercentEncoding.decode($0.text).map { .string($0) } ?? .null
      },
    ]
  }

  private static func separating() -> [LibraryEntry] {
    [
      binary("func components<T: StringProtocol>(separatedBy separator: T) -> [String]") {
        text, separator throws(Abort) in
        .array(try TextSearch.components(text.text, separatedBy: separator.text).map { .string($0) })
      },
      binary("func components(separatedBy separator: CharacterSet) -> [String]") { text, separator in
        let set = separator.characterSet
        let parts = text.text.unicodeScalars.split(omittingEmptySubsequences: false) { set.contains($0) }
        return .array(parts.map { .string(String(String.UnicodeScalarView($0))) })
      },
      binary("func enumerateLines(invoking body: @escaping (String, inout Bool) -> Void)") { text, body throws(Abort) in
        for line in TextSearch.lines(text.text) {
          let stop = Cell(.bool(false), of: nil)
          _ = try body.closure.call(.string(line), .cell(stop))
          if stop.value.flag { break }
        }
        return .void
      },
    ]
  }

  private static func formatting() -> [LibraryEntry] {
    [
      contextual("init(format: String, _ arguments: CVarArg...)") { call throws(Abort) in
        try formatted(call, call[1].items)
      },
      contextual("init(format: String, arguments: [CVarArg])") { call throws(Abort) in
        try formatted(call, call[1].items)
      },
      contextual("init(format: String, locale: Locale?, _ arguments: CVarArg...)") { call throws(Abort) in
        try formatted(call, call[2].items)
      },
    ]
  }

  private static func formatted(_ call: NativeCall, _ arguments: [Value]) throws(Abort) -> Value {
    .string(
      try TextFormat.apply(call[0].text, arguments) { value throws(Abort) in try call.describe(value, as: .hole) })
  }

  static func compareOptions() -> LibraryType {
    StandardLibrary.options(
      "CompareOptions",
      [
        ("caseInsensitive", TextSearch.caseInsensitive), ("literal", TextSearch.literal),
        ("backwards", TextSearch.backwards), ("anchored", TextSearch.anchored),
        ("diacriticInsensitive", TextSearch.diacriticInsensitive), ("numeric", 64), ("widthInsensitive", 256),
        ("regularExpression", TextSearch.regularExpression),
      ])
  }

  static func comparisonResult() -> LibraryType {
    LibraryType(
      "enum ComparisonResult: Int, Sendable { case orderedAscending = -1, orderedSame = 0, orderedDescending = 1 }",
      [], .values)
  }
}

extension NativeCall {
  /// A range of the receiver's text, as an optional.
  func range(_ found: Range<String.Index>, in text: String) throws(Abort) -> Value {
    let start = self[0].textStart
    return try optionalRecord(
      .int(start + TextIndex.offset(found.lowerBound, in: text)),
      .int(start + TextIndex.offset(found.upperBound, in: text)))
  }

  func comparison(_ left: String, _ right: String) throws(Abort) -> Value {
    try choice(left == right ? "orderedSame" : left < right ? "orderedAscending" : "orderedDescending")
  }
}
