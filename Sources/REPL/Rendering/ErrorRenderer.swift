// Errors as people read them: where, what, and what to do.
import ClientConnection
import Wire

struct ErrorRenderer {
  let style: Style
  /// How commands are written where the error appears: `:` at the prompt.
  var commandPrefix = "combinectl "
  /// Whether it appears in a session, at the prompt or of a script, which has the clock as a command.
  var isOfSession = false

  /// The lines of an error. The source that was refused is shown as the daemon annotated it.
  func lines(_ error: ClientError) -> [String] {
    guard case .refused(let refusal) = error else { return sentence(error.message, hint: error.hint) }
    let hint = refusal.hint.map(inOwnWords)
    switch refusal.known {
    case .diagnostics:
      guard let rendered = refusal["rendered"]?.string, !rendered.isEmpty else { break }
      return annotated(rendered) + self.hint(hint)
    case .trap, .thrown: return failure(refusal) + self.hint(hint)
    // Of a statement that changed a part of what somebody else has changed meanwhile.
    case .conflict where refusal["message"] != nil: return failure(refusal) + self.hint(hint)
    default: break
    }
    return sentence(error.message, hint: error.hint.map(inOwnWords))
  }

  func lines(_ error: UsageError) -> [String] { sentence(error.message, hint: error.hint) }

  func sentence(_ message: String, hint: String? = nil) -> [String] {
    let lines = message.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(Self.abridged)
    return [mark + " " + lines[0]] + lines.dropFirst() + self.hint(hint)
  }

  /// What is quoted may be megabytes, of which nobody reads more than the beginning and the end.
  static func abridged(_ line: some StringProtocol) -> String {
    guard line.utf8.count > lineMax else { return String(line) }
    return "\(line.prefix(lineMax / 2)) … \(line.suffix(lineMax / 8))"
  }

  private static let lineMax = 2_000

  /// What an error begins with, behind its place.
  var mark: String { style("error:", .boldRed) }

  /// Where an expectation did not hold, and what was there instead.
  /// - Parameter source: its line, if it is known.
  func lines(_ failure: UnmetExpectation, source: String? = nil) -> [String] {
    let message = failure.message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return ["\(failure.file):\(failure.line):\(failure.column): \(mark) \(message[0])"]
      + (source.map { Self.excerpt($0, line: failure.line, column: failure.column) } ?? [])
      + message.dropFirst()
  }

  /// Source with carets under it, as the daemon rendered it, with its severities in colour.
  func annotated(_ rendered: String) -> [String] {
    var lines = Self.cropped(
      rendered.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init))
    while lines.last?.isEmpty == true { lines.removeLast() }
    // Of a part of a file, what stands above it is sent as empty lines, so that its own have their numbers.
    if lines.count > 1 {
      let isEmpty = lines[1...].prefix { $0.hasSuffix("| ") && $0.dropLast(2).allSatisfy { $0 == " " || $0.isNumber } }
      lines.removeSubrange(isEmpty.indices)
    }
    return lines.map { line in
      for (word, ink) in [("error:", Style.Ink.boldRed), ("warning:", .boldYellow), ("note:", .cyan)] {
        if let place = line.firstRange(of: word) {
          return line[..<place.lowerBound] + style(word, ink) + line[place.upperBound...]
        }
      }
      return line
    }
  }

  /// What stopped a program that ran: the place, the sentence, and who called it.
  private func failure(_ error: RPCError) -> [String] {
    let what = error.known == .thrown ? "thrown:" : "fault:"
    let message = error["message"]?.string ?? error.message
    let type = error.known == .thrown ? error["type"]?.string.map { " (\($0))" } ?? "" : ""
    var lines = [place(error) + style(what, .boldRed) + " " + message + type]
    if let source = error["source"]?.string, let line = error["line"]?.int, let column = error["column"]?.int {
      lines += Self.excerpt(source, line: line, column: column)
    }
    return lines + calls(error["stack"]?.array ?? [])
  }

  /// Who called, innermost first. A function that calls itself over and over takes one line.
  private func calls(_ frames: [JSONValue]) -> [String] {
    var calls: [(text: String, count: Int)] = []
    for text in frames.compactMap(Self.frame) {
      if calls.last?.text == text { calls[calls.count - 1].count += 1 } else { calls.append((text, 1)) }
    }
    return calls.map { style("  called from \($0.text)" + ($0.count > 1 ? ", \($0.count) times" : ""), .dim) }
  }

  private static func frame(_ frame: JSONValue) -> String? {
    guard let file = frame["file"]?.string, let line = frame["line"]?.int else { return nil }
    let name = frame["function"]?.string
    return (name.map { "\($0), " } ?? "") + "\(file):\(line)" + (frame["column"]?.int.map { ":\($0)" } ?? "")
  }

  /// A line of source with a caret under a place in it, as compilers show it. `column` counts UTF-8 bytes from 1.
  static func excerpt(_ source: String, line: Int, column: Int) -> [String] {
    let margin = String(line)
    let before = String(decoding: source.utf8.prefix(max(column - 1, 0)), as: UTF8.self)
    let indentation = String(before.map { $0 == "\t" ? "\t" : " " })
    return cropped([
      "\(margin) | \(source)", String(repeating: " ", count: margin.count) + " | " + indentation + "^",
    ])
  }

  /// Lines that are longer than anybody reads, around what is pointed at; also where no terminal has a width.
  private static func cropped(_ lines: [String]) -> [String] {
    guard lines.contains(where: { $0.utf8.count > lineMax }) else { return lines }
    return REPL.cropped(lines, width: lineMax / 4)
  }

  private func place(_ error: RPCError) -> String {
    guard let file = error["file"]?.string, let line = error["line"]?.int, line > 0 else { return "" }
    return "\(file):\(line):\(error["column"]?.int ?? 1): "
  }

  /// The daemon's hints name methods of the protocol; here they have commands.
  private func inOwnWords(_ hint: String) -> String {
    var hint = hint
    if isOfSession {
      hint = hint.replacing(#"clock.use {"mode":"virtual"}"#, with: ":clock virtual")
      hint = hint.replacing(#"draft.save with "overwriting":true"#, with: ":draft save NAME overwriting")
      for verb in ["draft.get", "draft.set", "draft.save", "draft.cancel", "draft.list"] {
        let command = verb == "draft.get" ? ":draft show" : ":draft \(verb.dropFirst("draft.".count))"
        hint = hint.replacing(verb, with: verb == "draft.list" ? ":draft" : command)
      }
    }
    let commands = [
      ("store.list", "ls"), ("store.schema", "ls"), ("rpc.discover", "help"), ("server.status", "status"),
      ("server.clients", "clients"),
    ]
    for (method, command) in commands {
      if let place = hint.firstRange(of: method) { hint.replaceSubrange(place, with: commandPrefix + command) }
    }
    return hint
  }

  func hint(_ line: String) -> String { style("hint:", .cyan) + " " + line }

  private func hint(_ hint: String?) -> [String] {
    guard let hint else { return [] }
    let lines = hint.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return [self.hint(Self.abridged(lines[0]))] + lines.dropFirst().map { "  " + Self.abridged($0) }
  }
}

extension StringProtocol {
  /// The first place where `word` stands. O(count × word).
  func firstRange(of word: String) -> Range<Index>? {
    guard let first = word.first else { return nil }
    var start = startIndex
    while let candidate = self[start...].firstIndex(of: first) {
      if self[candidate...].hasPrefix(word) { return candidate..<index(candidate, offsetBy: word.count) }
      start = index(after: candidate)
    }
    return nil
  }
}
