// GNU readline, which only this folder calls. Its callback interface is used, so that the program's own loop waits and a line
// being typed is no reason not to hear of changes. It reads keys and keeps the text, the history and what was killed; the
// text may have several lines, which it cannot draw, so that is done here. Where a terminal can move no cursor, it
// draws, and an entry is taken line by line.
import CReadline
import Glibc

/// The line editor of the process. readline has one line and one terminal, so there is one of these, made once.
final class LineEditor {
  /// A whole entry was entered, or a line where lines are taken one by one; `nil` is Ctrl-D on an empty line.
  var onLine: (String?) -> Void = { _ in }
  /// Whether Return ends the entry, or its line only.
  var isWhole: (String) -> Bool = { _ in true }
  /// What stands before the lines of an entry but for the first.
  var continuation = ""
  /// What Tab offers, for a line and the cursor's place in it in UTF-8 bytes.
  var complete: (_ line: String, _ point: Int) -> Completion = { _, _ in .none }

  /// The cursor or the text before it has changed.
  var onMove: (_ text: String, _ point: Int) -> Void = { _, _ in }
  /// What stands around the text.
  var surroundings = Surroundings() {
    didSet { isStale = true }
  }

  /// Whether a prompt is shown.
  private(set) var isPrompting = false

  /// For the C callbacks, which can capture nothing. Set once by `init`, before readline can call; one thread uses it.
  nonisolated(unsafe) private(set) static var current: LineEditor?

  /// A word is what a name in Swift can hold, `$` included.
  private static let wordBreaks = " \t\n\"\\'`@<>=;|&{}()[],.:?!+-*/%^~#"

  private let initialTerminal: termios?
  /// What was being typed when the prompt was taken away, and the cursor's place.
  private var kept: (line: String, point: Int32)?
  /// What was offered last, by its text.
  private var offered: [String: Completion.Candidate] = [:]
  /// What Tab has shown just above the prompt.
  private var listed: String?
  private var painter = EntryPainter()
  /// Whether the screen shows other surroundings.
  private var isStale = false
  /// The text and the cursor for which there is a hint.
  private var hinted: (line: String, point: Int)?
  private var isResizing = false
  private var isReadingKey = false
  /// How many keys were read, and which of them was the last Return.
  private(set) var keyCount = 0
  var returnKey: Int?
  var isBehindReturn: Bool { returnKey == keyCount - 1 }
  /// A prompt that was asked for while readline had not finished with the line before.
  private var nextPrompt: String?

  /// Takes over the terminal at standard input.
  init() {
    var terminal = termios()
    initialTerminal = tcgetattr(STDIN_FILENO, &terminal) == 0 ? terminal : nil
    Self.current = self
    _ = usesUTF8
    // readline keeps these two pointers, so they are never freed.
    creadline_set_name(strdup("combinectl"))
    creadline_set_word_breaks(strdup(Self.wordBreaks))
    creadline_leave_signals_alone()
    creadline_leave_terminal_alone()
    rl_variable_bind("enable-bracketed-paste", "on")
    rl_variable_bind("completion-ignore-case", "off")
    rl_variable_bind("bell-style", "none")
    // Where nothing can be added, the first Tab shows what there is.
    rl_variable_bind("show-all-if-unmodified", "on")
    // In the middle of a name its rest is not written twice.
    rl_variable_bind("skip-completed-text", "on")
    using_history()
    creadline_set_completion(
      { text, start, end in LineEditor.current?.matches(start: Int(start), end: Int(end)) },
      { matches, count, width in LineEditor.current?.display(matches, count: Int(count), width: Int(width)) })
    creadline_set_startup { LineEditor.current?.restoreKept() ?? 0 }
    if canMoveCursor {
      rl_variable_bind("bind-tty-special-chars", "off")
      creadline_set_redisplay { LineEditor.current?.draw() }
      bindKeys()
    }
    // Reads the user's settings.
    rl_initialize()
    if canMoveCursor { takeOverKeys() }
    takeTerminal()
  }

  // MARK: Prompting

  /// Shows a prompt and takes keys. What was being typed when the last prompt was taken away is there again.
  func prompt(_ text: String) {
    guard !isPrompting else { return }
    guard !isReadingKey else {
      // readline empties its line once more when it has given it away.
      nextPrompt = text
      return
    }
    isPrompting = true
    rl_callback_handler_install(text) { line in
      guard let editor = LineEditor.current else { return }
      let text = line.map { String(cString: $0) }
      free(line)
      if text != nil { writeOutput(editor.painter.leave()) }
      editor.leavePrompt()
      editor.onLine(text)
    }
  }

  /// Takes the prompt away and keeps what was typed.
  func endPrompt() {
    nextPrompt = nil
    guard isPrompting else { return }
    if creadline_end() > 0 { kept = (String(cString: creadline_line()), creadline_point()) }
    writeOutput(clearing())
    leavePrompt()
  }

  private func leavePrompt() {
    isPrompting = false
    painter = EntryPainter()
    rl_callback_handler_remove()
  }

  /// Has the next prompt begin with a text.
  func keep(_ text: String) { kept = (text, Int32(text.utf8.count)) }

  private func restoreKept() -> Int32 {
    guard let kept else { return 0 }
    self.kept = nil
    rl_insert_text(kept.line)
    creadline_set_point(kept.point)
    return 0
  }

  /// Takes the keys that are there; call it when standard input can be read.
  func readAvailable() {
    isReadingKey = true
    keyCount += 1
    rl_callback_read_char()
    isReadingKey = false
    guard let text = nextPrompt else { return }
    nextPrompt = nil
    prompt(text)
  }

  /// Ctrl-C: gives up the line, which stays on the screen with `^C` behind it.
  func abandonLine() {
    guard isPrompting else { return }
    kept = nil
    rl_free_line_state()
    rl_callback_sigcleanup()
    if canMoveCursor {
      writeOutput(painter.leave("^C"))
    } else {
      creadline_set_point(creadline_end())
      rl_redisplay()
      creadline_flush()
      writeOutput("^C\n")
    }
    leavePrompt()
  }

  // MARK: Output

  /// Writes whole lines above the prompt; the line being typed and its cursor stay as they are.
  func write(_ text: String) {
    listed = nil
    guard isPrompting else {
      writeOutput(text)
      return
    }
    if canMoveCursor {
      writeOutput(painter.clear() + text + painter.paint(layout()))
      return
    }
    writeOutput(clearing() + text)
    rl_on_new_line()
    rl_redisplay()
    creadline_flush()
  }

  /// Takes away what is being typed.
  private func clearing() -> String {
    if canMoveCursor { return painter.clear() }
    rl_clear_visible_line()
    creadline_flush()
    return ""
  }

  /// Shows surroundings that have changed.
  func drawAgain() {
    if isStale, isPrompting, canMoveCursor { writeOutput(painter.paint(layout())) }
  }

  /// readline asks for it after each key.
  private func draw() {
    guard isPrompting else { return }
    let (line, point) = (line, Int(creadline_point()))
    if hinted.map({ $0.point != point || $0.line != line }) ?? true {
      hinted = (line, point)
      listed = nil
      surroundings.hint = ""
      onMove(line, point)
    }
    let clearing = isResizing ? painter.clear(afterResizingTo: width) : ""
    isResizing = false
    writeOutput(clearing + painter.paint(layout()))
  }

  private func layout() -> EntryLayout {
    isStale = false
    let size = size
    return EntryLayout(
      above: Array(surroundings.pinned.prefix(size.rows / 3)), prompt: String(cString: creadline_prompt()),
      continuation: continuation, status: surroundings.status, text: line, point: Int(creadline_point()),
      hint: surroundings.hint, columns: size.columns, lines: size.rows)
  }

  /// Begins the screen anew, with what is being typed at its top.
  func clearScreen() -> Int32 {
    painter = EntryPainter()
    writeOutput("\u{1b}[H\u{1b}[2J")
    draw()
    return 0
  }

  /// What is being typed.
  var line: String { String(cString: creadline_line()) }

  /// The terminal has another size now.
  func resize() {
    isResizing = canMoveCursor && isPrompting
    rl_resize_terminal()
  }

  var width: Int { size.columns }

  /// readline takes one column off where it does not draw.
  var size: (rows: Int, columns: Int) { terminalSize() ?? (24, 80) }

  // MARK: Terminal

  /// Keys come one by one and unseen, from the start to the end of the session. Between prompts they wait in the terminal
  /// for the next one; going back and forth between modes would show some of them twice. Ctrl-C and Ctrl-Z stay signals,
  /// and what is written is treated as always.
  private func takeTerminal() {
    guard var terminal = initialTerminal else { return }
    terminal.c_lflag &= ~tcflag_t(ICANON | ECHO)
    terminal.c_iflag &= ~tcflag_t(ICRNL | INLCR | ISTRIP | INPCK)
    withUnsafeMutableBytes(of: &terminal.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
      // Ctrl-V is for the line editor.
      characters[Int(VLNEXT)] = 0
    }
    tcsetattr(STDIN_FILENO, TCSADRAIN, &terminal)
    if canMoveCursor { writeOutput("\u{1b}[?2004h") }
  }

  /// Terminals that know no sequences are sent none.
  let canMoveCursor = !isDumbTerminal(processEnvironment())

  /// Gives the terminal back as it was found. Call it before the process ends.
  func restoreTerminal() {
    if isPrompting {
      rl_callback_handler_remove()
      isPrompting = false
    }
    guard var terminal = initialTerminal else { return }
    // Also when nothing can be written any more.
    if canMoveCursor { writeAll("\u{1b}[?2004l", to: STDOUT_FILENO) }
    tcsetattr(STDIN_FILENO, TCSADRAIN, &terminal)
  }

  /// Gives the terminal back as it was found while `body` has it; what is being typed is drawn anew then.
  func withoutTerminal<R>(_ body: () -> R) -> R {
    writeOutput(clearing())
    if var terminal = initialTerminal { tcsetattr(STDIN_FILENO, TCSADRAIN, &terminal) }
    if canMoveCursor { writeOutput("\u{1b}[?2004l") }
    defer { takeTerminal() }
    return body()
  }

  /// Ctrl-Z: stops the process with the terminal as it was found, and goes on with the same line.
  func suspend(prompt text: String) {
    let wasPrompting = isPrompting
    if wasPrompting {
      if creadline_end() > 0 { kept = (String(cString: creadline_line()), creadline_point()) }
      writeOutput(canMoveCursor ? painter.leave() : "\n")
    }
    restoreTerminal()
    kill(getpid(), SIGSTOP)
    takeTerminal()
    if wasPrompting { prompt(text) }
  }

  // MARK: History

  func addHistory(_ entry: String) { add_history(entry) }

  // MARK: Completion

  private func matches(start: Int, end: Int) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    creadline_completion_is_final()
    let line = line
    // At the beginning of a line Tab indents.
    let before = line.utf8.prefix(end)
    if before.suffix(while: { $0 != UInt8(ascii: "\n") }).allSatisfy({ $0 == UInt8(ascii: " ") }) {
      rl_insert_text("  ")
      return nil
    }
    let completion = complete(line, end).moved(to: start, in: line)
    var seen: Set<String> = []
    let candidates = completion.candidates.filter { seen.insert($0.text).inserted }
    guard let first = candidates.first else { return nil }
    offered = Dictionary(candidates.map { ($0.text, $0) }, uniquingKeysWith: { first, _ in first })
    if candidates.count == 1, first.isWhole { creadline_completion_appends_space() }
    // readline's form: what all have in common, then all, then nothing; it frees them.
    let common = candidates.dropFirst().reduce(first.text) { $0.commonPrefix(with: $1.text) }
    let texts = candidates.count == 1 ? [first.text] : [common] + candidates.map(\.text)
    let array = calloc(texts.count + 1, MemoryLayout<UnsafeMutablePointer<CChar>?>.stride)!
      .assumingMemoryBound(to: UnsafeMutablePointer<CChar>?.self)
    for (index, text) in texts.enumerated() { array[index] = strdup(text) }
    return array
  }

  private func display(_ matches: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, count: Int, width: Int) {
    guard let matches, count > 0 else { return }
    // The first is what they have in common.
    let texts = (1...count).compactMap { matches[$0].map { String(cString: $0) } }
    let candidates = texts.map { offered[$0] ?? Completion.Candidate(text: $0) }
    let room = size.rows - (canMoveCursor ? layout().rows.count : 1)
    let list = candidateList(candidates, width: self.width, rows: room).joined(separator: "\n") + "\n"
    // Another Tab asks for what stands there already.
    guard list != listed else { return }
    write(list)
    listed = list
  }
}

extension String {
  func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}
