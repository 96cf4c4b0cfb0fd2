// Where a session's words go, and where its lines come from. A terminal with a line being typed, a pipe, or a test.

/// What a session needs of whatever it talks to.
protocol Screen: AnyObject {
  /// Characters in a line, for columns.
  var width: Int { get }
  /// Whether a line that is longer is to go on in the next row with a whole word.
  var folds: Bool { get }
  /// Adds whole lines of output; they appear at the latest with the next prompt.
  func write(_ lines: [String], to channel: OutputChannel)
  /// Shows what was written, without waiting for a prompt.
  func flush()
  /// The same for output that may be longer than a screen.
  func page(_ lines: [String])
  /// Asks for a line, which comes as `Session.enter`.
  func prompt(_ text: String)
  /// Stops asking: what is typed now is kept for the next prompt.
  func endPrompt()
  /// Whether it shows what is around the line being typed.
  var hasSurroundings: Bool { get }
  /// Shows it, now and with the prompts to come.
  func surround(_ surroundings: Surroundings)
  /// Opens the user's own editor on a text, and says why it has none afterwards.
  func edit(_ text: String) throws(UsageError) -> String
  /// Has the next prompt begin with a text.
  func keep(_ text: String)
}

extension Screen {
  func flush() {}
  func page(_ lines: [String]) { write(lines, to: .output) }
  var hasSurroundings: Bool { false }
  func surround(_ surroundings: Surroundings) {}
  func edit(_ text: String) throws(UsageError) -> String {
    throw UsageError("an editor needs a terminal", hint: "type it here, or combinectl run FILE")
  }
  func keep(_ text: String) {}
}

enum OutputChannel {
  /// What was asked for.
  case output
  /// Errors and notices; standard error where the output is not a terminal.
  case diagnostics
}
