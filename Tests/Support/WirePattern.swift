/// JSON with holes: what a transcript expects of a message. Independent of the product's own parser on purpose.
///
///     ...      as a value: anything. As the last member or element: further ones may follow.
///     $name    anything the first time; after that, the same again
///
/// Numbers are compared as they are written (21.0 is not 21), members in any order.
public indirect enum WirePattern: Equatable, Sendable {
  case word(String)
  case number(String)
  case string(String)
  case array([WirePattern], rest: Bool)
  case object([Member], rest: Bool)
  case anything
  case variable(String)

  public struct Member: Equatable, Sendable {
    public var name: String
    public var value: WirePattern

    public init(_ name: String, _ value: WirePattern) {
      self.name = name
      self.value = value
    }
  }

  public subscript(name: String) -> WirePattern? {
    guard case .object(let members, _) = self else { return nil }
    return members.last { $0.name == name }?.value
  }
}

// MARK: Comparing

extension WirePattern {
  public struct Mismatch: Error, CustomStringConvertible {
    /// `result.stores[0].path`; empty for the message itself.
    public var place: String
    public var expected: String
    public var actual: String
    public var description: String {
      "\(place.isEmpty ? "the message" : place): expected \(expected), got \(actual)"
    }
  }

  /// Checks a message that has no holes against this pattern, and remembers what variables stand for.
  public func match(_ actual: WirePattern, _ variables: inout [String: WirePattern], at place: String = "") throws {
    func mismatch(_ expected: String? = nil, _ got: String? = nil) -> Mismatch {
      Mismatch(place: place, expected: expected ?? description, actual: got ?? actual.description)
    }
    switch (self, actual) {
    case (.anything, _): return
    case (.variable(let name), _):
      if let bound = variables[name] {
        guard bound == actual else { throw mismatch("$\(name) = \(bound)") }
      } else {
        variables[name] = actual
      }
    case (.array(let expected, let rest), .array(let elements, _)):
      for (index, pattern) in expected.enumerated() {
        guard index < elements.count else { throw mismatch("\(expected.count) elements", "\(elements.count)") }
        try pattern.match(elements[index], &variables, at: place + "[\(index)]")
      }
      guard rest || expected.count == elements.count else {
        throw mismatch("\(expected.count) elements", "\(elements.count)")
      }
    case (.object(let expected, let rest), .object(let members, _)):
      for member in expected {
        let path = place.isEmpty ? member.name : place + "." + member.name
        guard let value = actual[member.name] else {
          throw Mismatch(place: path, expected: member.value.description, actual: "nothing")
        }
        try member.value.match(value, &variables, at: path)
      }
      if !rest, let extra = members.first(where: { self[$0.name] == nil }) {
        throw Mismatch(
          place: place.isEmpty ? extra.name : place + "." + extra.name, expected: "nothing",
          actual: extra.value.description)
      }
    default: guard self == actual else { throw mismatch() }
    }
  }

  /// The same with every variable replaced by what it stands for.
  public func filled(_ variables: [String: WirePattern]) throws -> WirePattern {
    switch self {
    case .variable(let name):
      guard let value = variables[name] else { throw PatternError(reason: "$\(name) has no value yet", offset: 0) }
      return value
    case .anything: throw PatternError(reason: "... cannot be sent", offset: 0)
    case .array(let elements, let rest):
      guard !rest else { throw PatternError(reason: "... cannot be sent", offset: 0) }
      return .array(try elements.map { try $0.filled(variables) }, rest: false)
    case .object(let members, let rest):
      guard !rest else { throw PatternError(reason: "... cannot be sent", offset: 0) }
      return .object(try members.map { Member($0.name, try $0.value.filled(variables)) }, rest: false)
    case .word, .number, .string: return self
    }
  }

  /// The actual message with the holes of this pattern kept where they still fit: the new expectation.
  public func updated(from actual: WirePattern) -> WirePattern {
    switch (self, actual) {
    case (.anything, _), (.variable, _): return self
    case (.array(let expected, let rest), .array(let elements, _)):
      let kept = rest ? elements.prefix(expected.count) : elements[...]
      return .array(
        kept.enumerated().map { $0 < expected.count ? expected[$0].updated(from: $1) : $1 }, rest: rest)
    case (.object(_, let rest), .object(let members, _)):
      let kept = members.filter { !rest || self[$0.name] != nil }
      return .object(kept.map { Member($0.name, self[$0.name]?.updated(from: $0.value) ?? $0.value) }, rest: rest)
    default: return actual
    }
  }
}

// MARK: Text

extension WirePattern: CustomStringConvertible {
  public var description: String {
    switch self {
    case .word(let text), .number(let text): return text
    case .string(let text): return Self.quoted(text)
    case .anything: return "..."
    case .variable(let name): return "$" + name
    case .array(let elements, let rest):
      return "[" + (elements.map(\.description) + (rest ? ["..."] : [])).joined(separator: ",") + "]"
    case .object(let members, let rest):
      let parts = members.map { Self.quoted($0.name) + ":" + $0.value.description } + (rest ? ["..."] : [])
      return "{" + parts.joined(separator: ",") + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case ..<" ":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

public struct PatternError: Error, CustomStringConvertible {
  public var reason: String
  public var offset: Int
  public var description: String { "\(reason) at column \(offset + 1)" }
}

extension WirePattern {
  /// Parses one value; after it only space or a comment that begins with `#` may follow.
  public init(_ text: String) throws {
    var scanner = Scanner(scalars: Array(text.unicodeScalars))
    self = try scanner.value()
    scanner.skipSpace()
    if let next = scanner.peek, next != "#" { throw scanner.failure("expected the end or a comment") }
  }

  private struct Scanner {
    let scalars: [Unicode.Scalar]
    var at = 0

    init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

    var peek: Unicode.Scalar? { at < scalars.count ? scalars[at] : nil }

    func failure(_ reason: String) -> PatternError { PatternError(reason: reason, offset: at) }

    mutating func skipSpace() {
      while let next = peek, next == " " || next == "\t" || next == "\r" || next == "\n" { at += 1 }
    }

    mutating func take(_ word: String) -> Bool {
      guard scalars[at...].starts(with: word.unicodeScalars) else { return false }
      at += word.unicodeScalars.count
      return true
    }

    mutating func value() throws -> WirePattern {
      skipSpace()
      if take("...") { return .anything }
      for word in ["true", "false", "null"] where take(word) { return .word(word) }
      switch peek {
      case "{": return try object()
      case "[": return try array()
      case "\"": return .string(try string())
      case "$":
        at += 1
        let name = takeWhile { $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_" }
        guard !name.isEmpty else { throw failure("expected a name after $") }
        return .variable(name)
      default:
        let number = takeWhile { "+-.eE0123456789".unicodeScalars.contains($0) }
        guard Double(number) != nil else { throw failure("expected a value") }
        return .number(number)
      }
    }

    mutating func takeWhile(_ condition: (Unicode.Scalar) -> Bool) -> String {
      var text = ""
      while let next = peek, condition(next) {
        text.unicodeScalars.append(next)
        at += 1
      }
      return text
    }

    mutating func array() throws -> WirePattern {
      at += 1
      var elements: [WirePattern] = []
      skipSpace()
      if take("]") { return .array([], rest: false) }
      while true {
        elements.append(try value())
        skipSpace()
        if take("]") { break }
        guard take(",") else { throw failure("expected ',' or ']'") }
      }
      // An ellipsis at the end stands for all the others.
      if elements.last == .anything { return .array(elements.dropLast(), rest: true) }
      return .array(elements, rest: false)
    }

    mutating func object() throws -> WirePattern {
      at += 1
      var members: [Member] = []
      skipSpace()
      if take("}") { return .object([], rest: false) }
      while true {
        skipSpace()
        if take("...") {
          skipSpace()
          guard take("}") else { throw failure("expected '}' after ...") }
          return .object(members, rest: true)
        }
        guard peek == "\"" else { throw failure("expected a name") }
        let name = try string()
        skipSpace()
        guard take(":") else { throw failure("expected ':'") }
        members.append(Member(name, try value()))
        skipSpace()
        if take("}") { return .object(members, rest: false) }
        guard take(",") else { throw failure("expected ',' or '}'") }
      }
    }

    mutating func string() throws -> String {
      at += 1
      var text = ""
      while let next = peek {
        at += 1
        if next == "\"" { return text }
        guard next == "\\" else {
          text.unicodeScalars.append(next)
          continue
        }
        guard let escape = peek else { break }
        at += 1
        switch escape {
        case "n": text += "\n"
        case "r": text += "\r"
        case "t": text += "\t"
        case "b": text += "\u{8}"
        case "f": text += "\u{c}"
        case "u": try text.unicodeScalars.append(unicodeEscape())
        default: text.unicodeScalars.append(escape)
        }
      }
      throw failure("a string is not closed")
    }

    private mutating func unicodeEscape() throws -> Unicode.Scalar {
      let high = try fourDigits()
      if high & 0xfc00 == 0xd800, take("\\u") {
        let low = try fourDigits()
        if let scalar = Unicode.Scalar(0x1_0000 + (high & 0x3ff) << 10 + (low & 0x3ff)) { return scalar }
      }
      guard let scalar = Unicode.Scalar(high) else { throw failure("a lone surrogate") }
      return scalar
    }

    private mutating func fourDigits() throws -> UInt32 {
      guard at + 4 <= scalars.count,
        let value = UInt32(String(String.UnicodeScalarView(scalars[at..<at + 4])), radix: 16)
      else { throw failure("expected four hexadecimal digits") }
      at += 4
      return value
    }
  }
}
