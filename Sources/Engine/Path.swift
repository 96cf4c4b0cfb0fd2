public import Language

/// Where a value is: a store, a property of it, and steps into the property's value. Spelled as in Swift:
/// `signup.username`, `shelf.books[0].title`, `shelf.books[id: "b7"].title`, `prices["tea"]`.
public struct Path: Hashable, Sendable {
  /// As it was written.
  public let text: String
  /// Never empty; the first is a member: the store's name.
  public let steps: [PathStep]

  /// The members that it begins with.
  public var names: [String] {
    var names: [String] = []
    for step in steps {
      guard case .member(let name) = step else { break }
      names.append(name)
    }
    return names
  }

  /// - Throws: `EngineError.malformedPath`, with what was expected where.
  public init(_ text: String) throws(EngineError) {
    var scanner = Scanner(text)
    self.text = text
    self.steps = try scanner.path()
  }

  /// Reads the text once, byte by byte. Names may hold any character but `.`, `[` and `]`, so that no Unicode identifier
  /// of Swift is refused; whether a name exists is decided by looking it up.
  private struct Scanner {
    let text: String
    let bytes: [UInt8]
    var position = 0

    init(_ text: String) {
      self.text = text
      self.bytes = Array(text.utf8)
    }

    func failure(_ reason: String) -> EngineError {
      .malformedPath(path: text, reason: "\(reason) at column \(position + 1)")
    }

    mutating func path() throws(EngineError) -> [PathStep] {
      var steps: [PathStep] = [.member(try name())]
      while position < bytes.count {
        if bytes[position] == UInt8(ascii: ".") {
          position += 1
          steps.append(.member(try name()))
        } else {
          steps.append(try bracket())
        }
      }
      return steps
    }

    mutating func name() throws(EngineError) -> String {
      let start = position
      while position < bytes.count, bytes[position] != UInt8(ascii: "."), bytes[position] != UInt8(ascii: "["),
        bytes[position] != UInt8(ascii: "]"), bytes[position] != UInt8(ascii: " ")
      {
        position += 1
      }
      guard position > start else { throw failure("a name is missing") }
      return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    mutating func bracket() throws(EngineError) -> PathStep {
      guard bytes[position] == UInt8(ascii: "[") else { throw failure("expected '.' or '['") }
      position += 1
      let step: PathStep
      if position < bytes.count, bytes[position] == UInt8(ascii: "\"") {
        step = .key(try quoted())
      } else if let index = integer() {
        step = .index(index)
      } else {
        let field = try label()
        step = .identified(field: field, value: try literal())
      }
      guard position < bytes.count, bytes[position] == UInt8(ascii: "]") else { throw failure("expected ']'") }
      position += 1
      return step
    }

    mutating func integer() -> Int? {
      var end = position
      if end < bytes.count, bytes[end] == UInt8(ascii: "-") { end += 1 }
      while end < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[end]) { end += 1 }
      guard let value = Int(String(decoding: bytes[position..<end], as: UTF8.self)) else { return nil }
      position = end
      return value
    }

    mutating func label() throws(EngineError) -> String {
      let start = position
      while position < bytes.count, bytes[position] != UInt8(ascii: ":"), bytes[position] != UInt8(ascii: "]") {
        position += 1
      }
      guard position > start, position < bytes.count, bytes[position] == UInt8(ascii: ":") else {
        throw failure("expected an index, a quoted key or 'id: value'")
      }
      let name = String(decoding: bytes[start..<position], as: UTF8.self)
      position += 1
      while position < bytes.count, bytes[position] == UInt8(ascii: " ") { position += 1 }
      return name
    }

    mutating func literal() throws(EngineError) -> PortableValue {
      if position < bytes.count, bytes[position] == UInt8(ascii: "\"") { return .string(try quoted()) }
      if let value = integer() { return .int(value) }
      throw failure("expected a number or a quoted text")
    }

    /// A text in double quotes; `\"` and `\\` are the only escapes.
    mutating func quoted() throws(EngineError) -> String {
      position += 1
      var text: [UInt8] = []
      while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
        if bytes[position] == UInt8(ascii: "\\"), position + 1 < bytes.count { position += 1 }
        text.append(bytes[position])
        position += 1
      }
      guard position < bytes.count else { throw failure("the closing quote is missing") }
      position += 1
      return String(decoding: text, as: UTF8.self)
    }
  }
}
