internal import Foundation

/// Conversations with the daemon as text: documentation and test at once.
///
///     # A comment. Blank lines separate.
///     1> {"id":1,"method":"session.ping"}      client 1 sends; "jsonrpc":"2.0" is left out for reading
///     1< {"id":1,"result":{}}                  client 1 receives; ... and $name are holes (see WirePattern)
///     1>> {"jsonrpc":"2.0"                     sends the line as it is written
///     1>| {"jso                                the same without a line end
///     1> eof                                   client 1 closes its sending side
///     1< eof                                   client 1 sees the end of the connection
///     @ 800ms                                  something that the test knows how to do
///
/// In lines with `>>` and `>|`, `‹ff 00›` stands for bytes, `‹x×500›` for repetition, and `‹text of PATH›` for a file of the
/// repository within a JSON string. A client connects when it is first named.
public struct Transcript: Sendable {
  public struct Step: Sendable {
    public enum Action: Equatable, Sendable {
      case send(WirePattern)
      /// The bytes as they are, line end included where there is one.
      case sendBytes([UInt8])
      case finish
      case receive(WirePattern)
      case receiveEnd
      /// Without the `@`.
      case command(String)
    }

    /// From 1.
    public var line: Int
    /// Empty for a command.
    public var client: String
    public var action: Action
  }

  public var steps: [Step]
  /// The text, line by line.
  public var lines: [String]
  /// For messages.
  public var name: String

  /// Where a transcript is malformed.
  public struct ParseError: Error, CustomStringConvertible {
    public var description: String
  }

  public init(_ text: String, name: String = "transcript") throws {
    self.name = name
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    steps = []
    for (index, line) in lines.enumerated() {
      do {
        if let step = try Self.step(line, number: index + 1) { steps.append(step) }
      } catch {
        throw ParseError(description: "\(name):\(index + 1): \(error)")
      }
    }
  }

  public static func parse(_ text: String, name: String = "transcript") throws -> [Step] {
    try Transcript(text, name: name).steps
  }

  private static func step(_ line: String, number: Int) throws -> Step? {
    if line.allSatisfy(\.isWhitespace) || line.hasPrefix("#") { return nil }
    if line.hasPrefix("@") {
      let command = line.dropFirst().prefix { $0 != "#" }
      return Step(line: number, client: "", action: .command(trimmed(command)))
    }
    guard let mark = line.firstIndex(where: { $0 == ">" || $0 == "<" }), mark > line.startIndex,
      line[..<mark].allSatisfy({ $0.isLetter || $0.isNumber })
    else { throw PatternError(reason: "expected a client and > or <", offset: 0) }
    let client = String(line[..<mark])
    var rest = line[line.index(after: mark)...]
    if line[mark] == ">", let kind = rest.first, kind == ">" || kind == "|" {
      rest = rest.dropFirst()
      if rest.first == " " { rest = rest.dropFirst() }
      let bytes = try RawText.bytes(rest) + (kind == ">" ? [0x0a] : [])
      return Step(line: number, client: client, action: .sendBytes(bytes))
    }
    let isEnd = trimmed(rest.prefix { $0 != "#" }) == "eof"
    if line[mark] == ">" {
      return Step(line: number, client: client, action: isEnd ? .finish : .send(try WirePattern(String(rest))))
    }
    return Step(line: number, client: client, action: isEnd ? .receiveEnd : .receive(try WirePattern(String(rest))))
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    var text = text.drop { $0.isWhitespace }
    while text.last?.isWhitespace == true { text = text.dropLast() }
    return String(text)
  }
}

/// Text in which `‹ff 00›` stands for bytes in hexadecimal, `‹x×500›` for a text so many times, and `‹text of PATH›` for a file
/// as a JSON string has it.
public enum RawText {
  public static func bytes(_ text: some StringProtocol) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = Substring(text)
    while let open = rest.firstIndex(of: "‹") {
      guard let close = rest[open...].firstIndex(of: "›") else {
        throw PatternError(reason: "‹ without ›", offset: rest.distance(from: text.startIndex, to: open))
      }
      bytes += rest[..<open].utf8
      let inside = rest[rest.index(after: open)..<close]
      let parts = inside.split(separator: "×")
      if inside.hasPrefix("text of ") {
        bytes += try escaped(try Repository.text(String(inside.dropFirst("text of ".count)))).utf8
      } else if parts.count == 2, let count = Int(parts[1]) {
        bytes += Array(repeatElement(Array(parts[0].utf8), count: count).joined())
      } else {
        for digits in inside.split(separator: " ") {
          guard let byte = UInt8(digits, radix: 16) else {
            throw PatternError(reason: "'\(digits)' is no byte", offset: 0)
          }
          bytes.append(byte)
        }
      }
      rest = rest[rest.index(after: close)...]
    }
    return bytes + rest.utf8
  }

  /// Without the quotation marks.
  private static func escaped(_ text: String) throws -> Substring {
    String(decoding: try JSONEncoder().encode(text), as: UTF8.self).dropFirst().dropLast()
  }
}
