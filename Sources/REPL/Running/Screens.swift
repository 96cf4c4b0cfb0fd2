// The two screens a session really has: a terminal with a line being typed, and plain streams.
import Glibc

/// Standard input and output are a terminal. What is written in one turn of the loop appears at once, so that the line
/// being typed is drawn again once.
final class TerminalScreen: Screen {
  let editor: LineEditor
  private var pending = ""
  private(set) var promptText = ""

  init(editor: LineEditor) { self.editor = editor }

  var width: Int { editor.width }
  let folds = true

  func write(_ lines: [String], to channel: OutputChannel) {
    for line in lines { pending += harmless(line) + "\n" }
  }

  func page(_ lines: [String]) {
    let text = harmless(lines.joined(separator: "\n")) + "\n"
    guard editor.isTaller(text) else { return write(lines, to: .output) }
    flush()
    if !editor.page(text) { write(lines, to: .output) }
  }

  func prompt(_ text: String) {
    promptText = text
    flush()
    editor.prompt(text)
  }

  func endPrompt() { editor.endPrompt() }
  var hasSurroundings: Bool { editor.canMoveCursor }
  func surround(_ surroundings: Surroundings) { editor.surroundings = surroundings }
  func edit(_ text: String) throws(UsageError) -> String { try editor.edit(text) }
  func keep(_ text: String) { editor.keep(text) }

  /// Shows what was written since the last time.
  func flush() {
    guard !pending.isEmpty else { return editor.drawAgain() }
    editor.write(pending)
    pending = ""
  }
}

/// Output goes to standard output, everything else to standard error; nothing prompts.
final class StreamScreen: Screen {
  /// Somebody may look at the output of one command, too.
  private let terminal = terminalSize()
  var width: Int { terminal?.columns ?? 80 }
  var folds: Bool { terminal != nil }

  func write(_ lines: [String], to channel: OutputChannel) {
    let isSeen = channel == .output ? outputIsTerminal : errorsAreOnTerminal
    let text = lines.map { (isSeen ? harmless($0) : $0) + "\n" }.joined()
    if channel == .output { writeOutput(text) } else { writeAll(text, to: STDERR_FILENO) }
  }

  func prompt(_ text: String) {}
  func endPrompt() {}
}
