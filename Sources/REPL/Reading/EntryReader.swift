// Turns lines into entries: pieces of Swift that are ready to be evaluated, and `:` commands. The same reader serves the
// prompt (one line at a time), a paste (several lines at once) and a script (all of it), so that a session can be pasted
// into a file and back.

/// What a user has given to be done.
enum Entry: Equatable {
  /// `:name arguments`, without the colon, and the number of its line.
  case command(String, line: Int)
  /// Swift text, and the number of the line it begins on within what is being read, from 1.
  case swift(String, line: Int)
  /// What the entry before has printed, as a test has it in comments: `// → text`, from this line on. One `// →` with nothing
  /// behind it says that nothing was printed, and has no lines; with a space behind it it is one empty line.
  case printed([String], line: Int)
}

struct EntryReader {
  /// What a test says and nobody would look at: with it the test could not fail.
  struct Overlooked: Equatable {
    var line: Int
    /// In bytes, from 1.
    var column: Int
    var message: String
    var hint: String
  }

  private var scanner = SourceScanner()
  private var lines: [String] = []
  private var firstLine = 1
  private var lineCount = 0
  private var goesOn = false
  /// Whether comments say what is printed, as in tests.
  private let readsPrinted: Bool
  /// The first thing in a test that would not be looked at.
  private(set) var overlooked: Overlooked?
  /// Whether there is something above that can have printed.
  private var hasEntries = false

  init(readsPrinted: Bool = false) { self.readsPrinted = readsPrinted }

  /// Whether something has been given that is not an entry yet.
  var isInsideEntry: Bool { !lines.isEmpty }

  /// The open brackets of the unfinished entry.
  var depth: Int {
    if case .unfinished(let depth) = scanner.completeness { depth } else { 0 }
  }

  /// Whether only the daemon can say if the pending text is whole.
  var isDoubtful: Bool { isInsideEntry && !goesOn && scanner.completeness == .doubtful }

  /// Whether the pending text is whole, and an `else` or a `catch` on the next line would belong to it.
  var isExtensible: Bool { isInsideEntry && !goesOn && scanner.completeness == .extensible }

  /// The text that is waiting for more lines.
  var pendingText: String { lines.joined(separator: "\n") }

  /// Adds text that was given at once, and returns the entries that are ready. Statements given at once stay together in one
  /// entry, so that all their errors are reported; a command between them divides them.
  mutating func add(_ text: some StringProtocol) -> [Entry] {
    var entries: [Entry] = []
    // In Swift "\r\n" is one character.
    let given = text.split(omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r\n" })
    if isExtensible, let next = given.first(where: { SourceScanner.beginning(of: $0.utf8) != "" }),
      !SourceScanner.continuesStatement(String(next))
    {
      entries += take()
    }
    // What is copied from a terminal has its prompts, and between them what was answered.
    let isCopied = lines.isEmpty && given.first.map { Self.behindPrompt($0) != nil } == true
    if isCopied, readsPrinted {
      overlook(
        lineCount + 1, 1, "this is copied from a terminal, and what was answered there would not be compared",
        "at the prompt, :save FILE writes a test of what was done")
    }
    for line in given {
      lineCount += 1
      let typed = isCopied || !lines.isEmpty ? Self.behindPrompt(line) : nil
      if isCopied, typed == nil { continue }
      let line = typed.map { Substring($0) } ?? Substring(line)
      if !goesOn, scanner.isBetweenStatements, let command = Self.command(line) {
        entries += take()
        entries.append(.command(command, line: lineCount))
      } else if readsPrinted, !goesOn, scanner.isBetweenStatements, let text = Self.printedText(line) {
        entries += take()
        if entries.isEmpty, !hasEntries {
          overlook(
            lineCount, 1, "nothing stands above that could print this",
            "'\(Self.printedMark) text' says what the statement above it prints")
        }
        if case .printed(let before, let first)? = entries.last, first + before.count == lineCount {
          entries[entries.count - 1] = .printed(before + [text], line: first)
        } else {
          entries.append(.printed([text], line: lineCount))
        }
      } else {
        addSwift(line)
      }
    }
    if !goesOn, scanner.completeness == .complete { entries += take() }
    if !entries.isEmpty { hasEntries = true }
    return entries.map(Self.expectation)
  }

  /// Comments, of which all that stands behind their marks has been read, as what they say.
  private static func expectation(_ entry: Entry) -> Entry {
    guard case .printed(let comments, let line) = entry else { return entry }
    return .printed(printed(in: comments), line: line)
  }

  /// What comments say is printed, given what stands behind their marks.
  static func printed(in comments: [String]) -> [String] {
    comments == [""] ? [] : comments.map { $0.first == " " ? String($0.dropFirst()) : $0 }
  }

  /// The comments that say this.
  static func comments(for printed: [String]) -> [String] {
    printed.isEmpty ? [printedMark] : printed.map { "\(printedMark) \($0)" }
  }

  /// Gives what is pending as it is: at the end of a script, or when the daemon found that it is whole.
  mutating func finish() -> [Entry] { take() }

  /// Forgets what is pending.
  mutating func abandon() { _ = take() }

  /// What stands behind a prompt of ours: `combined> let a = 1`, and `      ... }` of a line that goes on.
  private static func behindPrompt(_ line: some StringProtocol) -> String? {
    for prompt in [Session.prompt, Session.continuation] where line.hasPrefix(prompt) {
      return String(line.dropFirst(prompt.count))
    }
    return nil
  }

  private mutating func addSwift(_ line: some StringProtocol) {
    if lines.isEmpty {
      if line.allSatisfy(\.isWhitespace) { return }
      firstLine = lineCount
    }
    let continued = Self.droppingTrailingBackslash(line)
    if let continued, !scanner.isInsideText(after: continued) {
      goesOn = true
      scanner.feed(line: continued)
      lines.append(String(continued))
    } else {
      goesOn = false
      scanner.feed(line: line)
      lines.append(String(line))
    }
    if readsPrinted { look(forPrintedIn: line) }
  }

  /// What is printed is compared between statements only; a comment that says it elsewhere would be nothing but a comment.
  private mutating func look(forPrintedIn line: some StringProtocol) {
    guard let start = scanner.lineComment,
      line.utf8.dropFirst(start + 2).drop(while: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") })
        .starts(with: "→".utf8)
    else { return }
    overlook(
      lineCount, start + 1, "what is expected of the output here would not be looked at",
      "'\(Self.printedMark) text' stands in the first column of a line of its own, below a whole statement")
  }

  private mutating func overlook(_ line: Int, _ column: Int, _ message: String, _ hint: String) {
    if overlooked == nil { overlooked = Overlooked(line: line, column: column, message: message, hint: hint) }
  }

  private mutating func take() -> [Entry] {
    defer {
      lines = []
      goesOn = false
      scanner = SourceScanner()
    }
    while let last = lines.last, last.allSatisfy(\.isWhitespace) { lines.removeLast() }
    return lines.isEmpty ? [] : [.swift(pendingText, line: firstLine)]
  }

  /// A command begins in the first column, with a letter or `?` right behind the colon: `: b` goes on a ternary.
  private static func command(_ line: some StringProtocol) -> String? {
    guard line.first == ":", let second = line.dropFirst().first, second.isLetter || second == "?" else { return nil }
    return String(line.dropFirst())
  }

  static let printedMark = "// →"

  /// What stands behind the mark of a comment that says what is printed.
  static func printedText(_ line: some StringProtocol) -> String? {
    line.hasPrefix(printedMark) ? String(line.dropFirst(printedMark.count)) : nil
  }

  private static func droppingTrailingBackslash<S: StringProtocol>(_ line: S) -> S.SubSequence? {
    guard let last = line.lastIndex(where: { !$0.isWhitespace }), line[last] == "\\" else { return nil }
    return line[..<last]
  }
}

extension SourceScanner {
  /// Whether the text would stand inside a string or a comment once `line` was added; a backslash there is its own.
  func isInsideText(after line: some StringProtocol) -> Bool {
    var copy = self
    copy.feed(line: line)
    return copy.isInStringOrComment
  }
}
