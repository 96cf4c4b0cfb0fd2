/// Plays a transcript against something that talks.
///
///     var runner = TranscriptRunner(send: { client, bytes in … }, receive: { client in … })
///     #expect(runner.play(transcript) == nil)
///
/// One runner may play several transcripts one after another; what `$name` stands for stays.
public struct TranscriptRunner {
  /// Delivers bytes to the daemon on the connection of this client, which is made when it is first named.
  public var send: (_ client: String, _ bytes: [UInt8]) throws -> Void
  /// The next line that the client received, without its line end; `nil` when the connection has ended. Throws when
  /// nothing more will come.
  public var receive: (_ client: String) throws -> String?
  /// Closes the client's sending side.
  public var finish: (_ client: String) throws -> Void
  /// Does what a line with `@` says.
  public var command: (_ text: String) throws -> Void
  /// What `$name` stands for.
  public var variables: [String: WirePattern] = [:]

  /// Everything that is received has to be as `Protocol/schemas` has it.
  private var validator: MessageValidator?

  public struct Unsupported: Error, CustomStringConvertible {
    public var description: String
    public init(_ description: String) { self.description = description }
  }

  public init(
    send: @escaping (_ client: String, _ bytes: [UInt8]) throws -> Void,
    receive: @escaping (_ client: String) throws -> String?,
    finish: @escaping (_ client: String) throws -> Void = { _ in throw Unsupported("eof") },
    command: @escaping (_ text: String) throws -> Void = { throw Unsupported("@ \($0)") }
  ) {
    self.send = send
    self.receive = receive
    self.finish = finish
    self.command = command
  }

  /// With this, what is received also has to be as the schemas of the protocol say.
  public mutating func validatesMessages() throws { validator = try MessageValidator() }

  /// Plays all steps. The result is `nil`, or what went differently where, with the lines before it.
  ///
  /// - Parameter update: called with the whole text, differing expectations replaced by what was received, when
  ///   everything else went on. With it, a difference is no failure.
  public mutating func play(_ transcript: Transcript, update: ((String) throws -> Void)? = nil) -> String? {
    var lines = transcript.lines
    for step in transcript.steps {
      do {
        if let replacement = try play(step, isUpdating: update != nil) {
          let comment = Self.comment(of: lines[step.line - 1])
          lines[step.line - 1] = "\(step.client)< \(replacement)\(comment)"
        }
      } catch {
        return Self.report(transcript, step, error)
      }
    }
    if lines != transcript.lines {
      do { try update?(lines.joined(separator: "\n")) } catch { return "\(error)" }
    }
    return nil
  }

  /// Plays the file of the repository at this path, and rewrites it when expectations are being updated.
  public mutating func play(file path: String) -> String? {
    do {
      let transcript = try Transcript(try Repository.text(path), name: path)
      guard Expect.isUpdating else { return play(transcript) }
      return play(transcript) { text in
        try Repository.write(text, to: path)
      }
    } catch {
      return "\(error)"
    }
  }

  /// - Returns: what the expectation of this step should be, where it was not met and is being updated.
  private mutating func play(_ step: Transcript.Step, isUpdating: Bool) throws -> WirePattern? {
    switch step.action {
    case .send(let message):
      let text = Self.withVersion(try message.filled(variables)).description
      validator?.sent(text, by: step.client)
      try send(step.client, Array(text.utf8) + [0x0a])
    case .sendBytes(let bytes):
      validator?.sent(String(decoding: bytes, as: UTF8.self), by: step.client)
      try send(step.client, bytes)
    case .finish: try finish(step.client)
    case .command(let text): try command(text)
    case .receiveEnd:
      if let line = try receive(step.client) { throw Difference("the end of the connection", line) }
    case .receive(let expected):
      guard let line = try receive(step.client) else {
        throw Difference(expected.description, "the end of the connection")
      }
      if let complaint = validator?.complaint(line, to: step.client) {
        throw Difference(expected.description, line, "Protocol/schemas: " + complaint)
      }
      let actual = try Self.withoutVersion(try WirePattern(line), line)
      var variables = variables
      do {
        try expected.match(actual, &variables)
        self.variables = variables
      } catch let mismatch as WirePattern.Mismatch {
        guard isUpdating else { throw Difference(expected.description, actual.description, mismatch.description) }
        return expected.updated(from: actual)
      }
    }
    return nil
  }

  // MARK: "jsonrpc":"2.0"

  private static let version = WirePattern.Member("jsonrpc", .string("2.0"))

  private static func withVersion(_ message: WirePattern) -> WirePattern {
    switch message {
    case .object(let members, let rest):
      return message["jsonrpc"] == nil ? .object([version] + members, rest: rest) : message
    case .array(let elements, let rest): return .array(elements.map(withVersion), rest: rest)
    default: return message
    }
  }

  private static func withoutVersion(_ message: WirePattern, _ line: String) throws -> WirePattern {
    switch message {
    case .object(let members, let rest):
      guard members.first == version else { throw Difference(#"a message that begins with "jsonrpc":"2.0""#, line) }
      return .object(Array(members.dropFirst()), rest: rest)
    case .array(let elements, let rest):
      return .array(try elements.map { try withoutVersion($0, line) }, rest: rest)
    default: throw Difference("an object or an array", line)
    }
  }

  // MARK: Reports

  struct Difference: Error {
    var expected: String
    var actual: String
    var detail: String?

    init(_ expected: String, _ actual: String, _ detail: String? = nil) {
      self.expected = expected
      self.actual = actual
      self.detail = detail
    }
  }

  private static func comment(of line: String) -> String {
    // A comment stands after the last closing bracket.
    guard let end = line.lastIndex(where: { $0 == "}" || $0 == "]" }),
      let mark = line[end...].firstIndex(of: "#")
    else { return "" }
    return String(line[line.index(after: end)..<mark]) + String(line[mark...])
  }

  private static func report(_ transcript: Transcript, _ step: Transcript.Step, _ error: any Error) -> String {
    var report = "\(transcript.name):\(step.line): "
    if let difference = error as? Difference {
      report += difference.detail ?? "something else came"
      report += "\n  expected \(step.client)< \(difference.expected)\n  received \(step.client)< \(difference.actual)"
    } else {
      report += "\(error)"
    }
    let before = transcript.steps.filter { $0.line < step.line }.suffix(4).map { transcript.lines[$0.line - 1] }
    if !before.isEmpty { report += "\n  after\n    " + before.joined(separator: "\n    ") }
    return report
  }
}
