/// What is offered where a text is refused. The mistakes are `fixits.txt`.
import InterpreterHarness
import Language
import TestSupport
import Testing

@Suite struct FixItTests {
  private static let file = "Tests/LanguageTests/fixits.txt"

  private struct Mistake {
    let title: String
    let text: String

    /// One after the title; what is said of it has a mark at the beginning of the line.
    init(_ part: String) {
      let lines = part.split(separator: "\n", omittingEmptySubsequences: false)
      title = String(lines[0])
      text = lines.dropFirst().prefix { !$0.hasPrefix("=> ") }.joined(separator: "\n")
    }

    /// What is said, and the text after each choice.
    func answer(_ check: (String) -> [Diagnostic]) -> (lines: [String], isRepaired: Bool) {
      let found = check(text)
      var lines = found.map { "=> \($0.start.line):\($0.start.column) \($0.severity): \($0.message)" }
      let choices = found.first { $0.applicable.count > 1 }?.applicable.count ?? 1
      var isRepaired = !found.isEmpty
      for choice in 0..<choices {
        let (repaired, used) = RepairedText.of(text, found, choosing: choice)
        if used.isEmpty {
          isRepaired = false
          lines.append("=> no fix-it")
          continue
        }
        lines += used.map { "=> fix-it\(choices > 1 ? " \(choice + 1)" : ""): \($0)" }
        lines += RepairedText.difference(text, repaired)
        for refused in check(repaired) where refused.severity == .error {
          lines.append("=> refused \(refused.start.line):\(refused.start.column) \(refused.message)")
        }
        isRepaired = isRepaired && converges(repaired, choosing: choice, check)
      }
      return (lines, isRepaired)
    }

    /// Whether a text is accepted once what is offered has been taken a few times more: one fix-it may uncover the next
    /// mistake, but none leads back to its own.
    private func converges(_ text: String, choosing choice: Int, _ check: (String) -> [Diagnostic]) -> Bool {
      var text = text
      for _ in 0..<3 {
        let found = check(text).filter { $0.severity == .error }
        if found.isEmpty { return true }
        text = RepairedText.of(text, found, choosing: choice).text
      }
      return check(text).allSatisfy { $0.severity != .error }
    }
  }

  /// A loop that never begins, or has no end, is no loop over a range.
  @Test(arguments: ["i = 10; i >= 0; i++", "i = 10; i < 0; i--", "i = 10; i > 0; i -= a - 1", "i = 0; i != 3; i++"])
  func whatHasNoEqualIsNotOffered(_ head: String) {
    let program = Program(host: VirtualHost(), library: LibraryPool.take())
    let session = program.openResults(of: "main")
    defer {
      session.close()
      program.close()
    }
    let found = program.check(
      SourceText(file: "t", text: "let a = 3\nfor (var \(head)) { print(i) }"), session: session
    )
    .diagnostics
    #expect(found.map(\.message) == ["C-style for statement was removed in Swift 3; write it with 'while'"])
    #expect(found.allSatisfy { $0.applicable.isEmpty })
  }

  @Test func whatIsOfferedIsAccepted() throws {
    let parts = try Repository.text(Self.file).split(separator: "\n-------- ").map(String.init)
    var now = parts[0]
    // A check changes nothing, so that one program is enough for all.
    let program = Program(host: VirtualHost(), library: LibraryPool.take())
    let session = program.openResults(of: "main")
    defer {
      session.close()
      program.close()
    }
    for mistake in parts.dropFirst().map(Mistake.init) {
      let (lines, isRepaired) = mistake.answer {
        program.check(SourceText(file: "t", text: $0), session: session).diagnostics
      }
      #expect(isRepaired, "\(mistake.title)")
      now += "\n-------- \(mistake.title)\n\(mistake.text)\n" + lines.joined(separator: "\n")
    }
    let difference = Expect.difference(file: Self.file, from: now + "\n")
    #expect(difference == nil)
  }
}

/// A text after the fix-its of its diagnostics, as `:fix` applies them.
private enum RepairedText {
  static func of(_ text: String, _ diagnostics: [Diagnostic], choosing choice: Int) -> (text: String, used: [String]) {
    var bytes = Array(text.utf8)
    var starts = [0]
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") { starts.append(index + 1) }
    var edits: [(range: Range<Int>, text: String)] = []
    var used: [String] = []
    for diagnostic in diagnostics {
      let fixIts = diagnostic.applicable
      guard let fixIt = fixIts.indices.contains(choice) ? fixIts[choice] : fixIts.first else { continue }
      let own = fixIt.edits.map { edit in
        let start = starts[edit.start.line - 1] + edit.start.column - 1
        return (range: start..<(starts[edit.end.line - 1] + edit.end.column - 1), text: edit.replacement)
      }
      let isFree = own.allSatisfy { new in
        !edits.contains {
          $0.range.overlaps(new.range) || $0.range == new.range && (!new.range.isEmpty || $0.text == new.text)
        }
      }
      guard isFree else { continue }
      edits += own
      used.append(fixIt.message)
    }
    // What is inserted at one place stands in the order of what asks for it.
    for (_, edit) in edits.enumerated().sorted(by: {
      ($0.element.range.lowerBound, $0.offset) > ($1.element.range.lowerBound, $1.offset)
    }) {
      bytes.replaceSubrange(edit.range, with: edit.text.utf8)
    }
    return (String(decoding: bytes, as: UTF8.self), used)
  }

  static func difference(_ old: String, _ new: String) -> [String] {
    let before = old.split(separator: "\n", omittingEmptySubsequences: false)
    let after = new.split(separator: "\n", omittingEmptySubsequences: false)
    var removed: [Int: Substring] = [:]
    var added: [Int: Substring] = [:]
    for change in after.difference(from: before) {
      switch change {
      case .remove(let offset, let line, _): removed[offset] = line
      case .insert(let offset, let line, _): added[offset] = line
      }
    }
    return removed.sorted { $0.key < $1.key }.map { "- \($0.value)" }
      + added.sorted { $0.key < $1.key }.map { "+ \($0.value)" }
  }
}

extension Diagnostic {
  /// Those in which nobody has to fill in anything.
  fileprivate var applicable: [FixIt] {
    (fixIts + notes.flatMap(\.fixIts)).filter { fixIt in !fixIt.edits.contains { $0.replacement.contains("<#") } }
  }
}
