/// `Scanner`: reads numbers and words off a text, one after the other.

/// A `Scanner`.
final class ScannerObject: NativeObject {
  let content: String
  /// Where the rest begins.
  fileprivate(set) var position: String.Index
  fileprivate var skipped: Value?
  fileprivate var isCaseSensitive = false

  init(_ content: String, skipped: Value?, type: Type) {
    self.content = content
    self.skipped = skipped
    position = content.startIndex
    super.init(type: type)
  }

  /// What it reads is a part of that, and most often a short one: none of it is worth a thread of its own.
  override var bulk: Value.Bulk { Value.bulk(ofBytes: content.utf8.count).isEmpty ? [] : .long }

  private var scalars: String.UnicodeScalarView { content.unicodeScalars }

  /// The first place of the rest that is not skipped.
  fileprivate var start: String.Index {
    guard let set = skipped?.object(CharacterSetObject.self)?.set else { return position }
    return scalars[position...].firstIndex { !set.contains($0) } ?? content.endIndex
  }

  /// What a reader makes of the rest; the position stays if that is nothing.
  fileprivate func scan<Result>(_ read: (inout Substring.UnicodeScalarView) -> Result?) -> Result? {
    var rest = content[start...].unicodeScalars
    guard let result = read(&rest) else { return nil }
    position = rest.startIndex
    return result
  }

  fileprivate func run(while test: (Unicode.Scalar) -> Bool) -> String? {
    scan { rest in
      let run = rest.prefix(while: test)
      rest = rest[run.endIndex...]
      return run.isEmpty ? nil : String(run)
    }
  }

  fileprivate func text(_ wanted: String) -> String? {
    let rest = content[start...]
    guard !wanted.isEmpty else { return nil }
    let end = rest.index(rest.startIndex, offsetBy: wanted.count, limitedBy: rest.endIndex)
    guard let end, isSame(rest[..<end], wanted[...]) else { return nil }
    position = end
    return String(rest[..<end])
  }

  fileprivate func upTo(_ wanted: String) throws(Abort) -> String? {
    let start = start
    let found = try TextSearch.first(wanted, in: content, from: start, ignoringCase: !isCaseSensitive)
    let end = wanted.isEmpty ? start : found?.lowerBound ?? content.endIndex
    guard end > start else { return nil }
    position = end
    return String(content[start..<end])
  }

  private func isSame(_ first: Substring, _ second: Substring) -> Bool {
    isCaseSensitive ? first == second : first.lowercased() == second.lowercased()
  }
}

extension Substring.UnicodeScalarView {
  fileprivate mutating func take(_ wanted: String) -> Unicode.Scalar? {
    guard let first, wanted.unicodeScalars.contains(first) else { return nil }
    return popFirst()
  }

  fileprivate mutating func digits(_ isDigit: (Unicode.Scalar) -> Bool = { ("0"..."9").contains($0) }) -> String {
    let run = prefix(while: isDigit)
    self = self[run.endIndex...]
    return String(run)
  }

  /// A number too large is the largest one.
  fileprivate mutating func integer() -> Int? {
    let isNegative = take("+-") == "-"
    let digits = digits()
    guard !digits.isEmpty else { return nil }
    return Int((isNegative ? "-" : "") + digits) ?? (isNegative ? .min : .max)
  }

  fileprivate mutating func hexadecimal() -> UInt64? {
    if starts(with: "0x".unicodeScalars) || starts(with: "0X".unicodeScalars) { self = dropFirst(2) }
    let digits = digits { $0.properties.isASCIIHexDigit }
    return digits.isEmpty ? nil : UInt64(digits, radix: 16) ?? .max
  }

  fileprivate mutating func floating() -> Double? {
    let sign = take("+-") == "-" ? "-" : ""
    var text = digits()
    if first == "." {
      removeFirst()
      text = (text.isEmpty ? "0" : text) + "." + digits()
      if text == "0." { return nil }
    }
    if text.last == "." { text += "0" }
    guard !text.isEmpty else { return nil }
    var rest = self
    if rest.take("eE") != nil {
      let exponentSign = rest.take("+-").map { String($0) } ?? ""
      let exponent = rest.digits()
      if !exponent.isEmpty {
        self = rest
        text += "e" + exponentSign + exponent
      }
    }
    return Double(sign + text)
  }
}

extension FoundationLibrary {
  static let scannerTypes: [String: @Sendable () -> LibraryType] = [
    "Scanner": { LibraryType("class Scanner {}", scannerReading() + scannerState()) },
    "Scanner.NumberRepresentation": {
      LibraryType("enum NumberRepresentation: Hashable { case decimal; case hexadecimal }")
    },
  ]

  private static func scannerReading() -> [LibraryEntry] {
    func text(
      _ signature: String, _ read: @escaping @Sendable (ScannerObject, NativeCall) throws(Abort) -> String?
    ) -> LibraryEntry {
      contextual("func \(signature) -> String?") { call throws(Abort) in
        try read(try call.scanner, call).map { .string($0) } ?? .null
      }
    }
    return [
      contextual("func scanInt(representation: Scanner.NumberRepresentation = .decimal) -> Int?") {
        call throws(Abort) in
        guard case .choice(let wanted) = call[1].unboxed, wanted.name == "hexadecimal" else {
          return try call.scanner.scan { $0.integer() }.map { .int($0) } ?? .null
        }
        return try call.scanner.scan { $0.hexadecimal() }.map { .int(Int(clamping: $0)) } ?? .null
      },
      contextual("func scanDouble() -> Double?") { call throws(Abort) in
        try call.scanner.scan { $0.floating() }.map { .double($0) } ?? .null
      },
      mutating("func scanHexInt64(_ result: inout UInt64) -> Bool") { result, operands throws(Abort) in
        guard let scanner = operands[0].object(ScannerObject.self) else { throw .trap("library: this is no scanner") }
        guard let number = scanner.scan({ $0.hexadecimal() }) else { return .bool(false) }
        result = IntegerKind.all.first { $0.name == "UInt64" }?.value(truncating: Int128(number)) ?? .int(0)
        return .bool(true)
      },
      contextual("func scanCharacter() -> Character?") { call throws(Abort) in
        let scanner = try call.scanner
        let start = scanner.start
        guard start < scanner.content.endIndex else { return .null }
        scanner.position = scanner.content.index(after: start)
        return .character(scanner.content[start])
      },
      text("scanString(_ searchString: String)") { $0.text($1[1].text) },
      text("scanUpToString(_ substring: String)") { scanner, call throws(Abort) in try scanner.upTo(call[1].text) },
      text("scanCharacters(from set: CharacterSet)") { scanner, call in
        let set = call[1].object(CharacterSetObject.self)?.set ?? ScalarSet("")
        return scanner.run { set.contains($0) }
      },
      text("scanUpToCharacters(from set: CharacterSet)") { scanner, call in
        let set = call[1].object(CharacterSetObject.self)?.set ?? ScalarSet("")
        return scanner.run { !set.contains($0) }
      },
    ]
  }

  private static func scannerState() -> [LibraryEntry] {
    [
      contextual("init(string: String)") { call in
        let type = call.machine.library.type(named: "CharacterSet").map { Type.nominal($0, []) } ?? .hole
        let usual = ScalarSet.named["whitespacesAndNewlines"].map {
          Value.native(CharacterSetObject($0, name: "whitespacesAndNewlines", type: type))
        }
        return .native(ScannerObject(call[0].text, skipped: usual, type: call.result))
      },
      contextual("var string: String { get }") { call throws(Abort) in .string(try call.scanner.content) },
      contextual("var isAtEnd: Bool { get }") { call throws(Abort) in
        .bool(try call.scanner.start == call.scanner.content.endIndex)
      },
      reference("var currentIndex: String.Index { get set }") { call throws(Abort) in
        .int(TextIndex.offset(try call.scanner.position, in: try call.scanner.content))
      } set: { call, value throws(Abort) in
        try call.scanner.position = try TextIndex.end(value, in: try call.scanner.content)
      },
      reference("var charactersToBeSkipped: CharacterSet? { get set }") { call throws(Abort) in
        try call.scanner.skipped ?? .null
      } set: { call, value throws(Abort) in
        try call.scanner.skipped = value.isNull ? nil : value
      },
      reference("var caseSensitive: Bool { get set }") { call throws(Abort) in
        .bool(try call.scanner.isCaseSensitive)
      } set: { call, value throws(Abort) in
        try call.scanner.isCaseSensitive = value.flag
      },
    ]
  }
}

extension NativeCall {
  fileprivate var scanner: ScannerObject {
    get throws(Abort) {
      guard let scanner = self[0].object(ScannerObject.self) else { throw .trap("library: this is no scanner") }
      return scanner
    }
  }
}
