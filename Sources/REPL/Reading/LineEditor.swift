// GNU readline: the one file that calls it. Its callback interface is used, so that the program's own loop waits and a line
// being typed is no reason not to hear of changes.
import CReadline
import Glibc

/// The line editor of the process. readline has one line and one terminal, so there is one of these, made once.
final class LineEditor {
  /// A line was entered; `nil` is Ctrl-D on an empty line.
  var onLine: (String?) -> Void = { _ in }
  /// What Tab offers, for a line and the cursor's place in it in UTF-8 bytes.
  var complete: (_ line: String, _ point: Int) -> Completion = { _, _ in .none }

  /// Whether a prompt is shown.
  private(set) var isPrompting = false

  /// For the C callbacks, which can capture nothing. Set once by `init`, before readline can call; one thread uses it.
  nonisolated(unsafe) private static var current: LineEditor?

  /// A word is what a name in Swift can hold, `$` included.
  private static let wordBreaks = " \t\n\"\\'`@<>=;|&{}()[],.:?!+-*/%^~#"

  private let initialTerminal: termios?
  /// What was being typed when the prompt was taken away, and the cursor's place.
  private var kept: (line: String, point: Int32)?
  private var notes: [String: String] = [:]

  /// Takes over the terminal at standard input.
  init() {
    var terminal = termios()
    initialTerminal = tcgetattr(STDIN_FILENO, &terminal) == 0 ? terminal : nil
    Self.current = self
    Self.useUTF8()
    // readline keeps these two pointers, so they are never freed.
    creadline_set_name(strdup("combinectl"))
    creadline_set_word_breaks(strdup(Self.wordBreaks))
    creadline_leave_signals_alone()
    creadline_leave_terminal_alone()
    rl_variable_bind("enable-bracketed-paste", "on")
    rl_variable_bind("completion-ignore-case", "off")
    rl_variable_bind("bell-style", "none")
    using_history()
    creadline_set_completion(
      { text, start, end in LineEditor.current?.matches(start: Int(start), end: Int(end)) },
      { matches, count, width in LineEditor.current?.display(matches, count: Int(count), width: Int(width)) })
    creadline_set_startup { LineEditor.current?.restoreKept() ?? 0 }
    takeTerminal()
  }

  /// Names in Swift and values may hold any character, whatever the environment forgot to say about it.
  private static func useUTF8() {
    setlocale(LC_CTYPE, "")
    let codeset = nl_langinfo(Int32(CODESET)).map { String(cString: $0) }
    if codeset != "UTF-8" { setlocale(LC_CTYPE, "C.UTF-8") }
  }

  // MARK: Prompting

  /// Shows a prompt and takes keys. What was being typed when the last prompt was taken away is there again.
  func prompt(_ text: String) {
    guard !isPrompting else { return }
    isPrompting = true
    rl_callback_handler_install(text) { line in
      guard let editor = LineEditor.current else { return }
      let text = line.map { String(cString: $0) }
      free(line)
      editor.leavePrompt()
      editor.onLine(text)
    }
  }

  /// Takes the prompt away and keeps what was typed.
  func endPrompt() {
    guard isPrompting else { return }
    if creadline_end() > 0 { kept = (String(cString: creadline_line()), creadline_point()) }
    rl_clear_visible_line()
    creadline_flush()
    leavePrompt()
  }

  private func leavePrompt() {
    isPrompting = false
    rl_callback_handler_remove()
  }

  private func restoreKept() -> Int32 {
    guard let kept else { return 0 }
    self.kept = nil
    rl_insert_text(kept.line)
    creadline_set_point(kept.point)
    return 0
  }

  /// Takes the keys that are there; call it when standard input can be read.
  func readAvailable() { rl_callback_read_char() }

  /// Ctrl-C: gives up the line, which stays on the screen with `^C` behind it.
  func abandonLine() {
    guard isPrompting else { return }
    kept = nil
    rl_free_line_state()
    rl_callback_sigcleanup()
    creadline_set_point(creadline_end())
    rl_redisplay()
    creadline_flush()
    writeAll("^C\n", to: STDOUT_FILENO)
    leavePrompt()
  }

  // MARK: Output

  /// Writes whole lines above the prompt; the line being typed and its cursor stay as they are.
  func write(_ text: String) {
    guard isPrompting else {
      writeAll(text, to: STDOUT_FILENO)
      return
    }
    rl_clear_visible_line()
    creadline_flush()
    writeAll(text, to: STDOUT_FILENO)
    rl_on_new_line()
    rl_redisplay()
    creadline_flush()
  }

  /// The terminal has another size now.
  func resize() { rl_resize_terminal() }

  var width: Int {
    var rows: Int32 = 0, columns: Int32 = 0
    rl_get_screen_size(&rows, &columns)
    return columns > 0 ? Int(columns) : 80
  }

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
    if marksPastes { writeAll("\u{1b}[?2004h", to: STDOUT_FILENO) }
  }

  /// Terminals that know no sequences are asked for none.
  private let marksPastes = getenv("TERM").map { String(cString: $0) != "dumb" } ?? false

  /// Gives the terminal back as it was found. Call it before the process ends.
  func restoreTerminal() {
    if isPrompting {
      rl_callback_handler_remove()
      isPrompting = false
    }
    guard var terminal = initialTerminal else { return }
    if marksPastes { writeAll("\u{1b}[?2004l", to: STDOUT_FILENO) }
    tcsetattr(STDIN_FILENO, TCSADRAIN, &terminal)
  }

  /// Ctrl-Z: stops the process with the terminal as it was found, and goes on with the same line.
  func suspend(prompt text: String) {
    let wasPrompting = isPrompting
    if wasPrompting {
      if creadline_end() > 0 { kept = (String(cString: creadline_line()), creadline_point()) }
      writeAll("\n", to: STDOUT_FILENO)
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
    let line = String(cString: creadline_line())
    let before = Array(line.utf8.prefix(end))
    // At the beginning of a line Tab indents.
    if before.allSatisfy({ $0 == UInt8(ascii: " ") }) {
      rl_insert_text("  ")
      return nil
    }
    let completion = complete(line, end).moved(to: start, in: line)
    var seen: Set<String> = []
    let candidates = completion.candidates.filter { seen.insert($0.text).inserted }
    guard let first = candidates.first else { return nil }
    notes = Dictionary(candidates.map { ($0.text, $0.note) }, uniquingKeysWith: { first, _ in first })
    if candidates.count == 1, first.isWhole { creadline_completion_appends_space() }
    // readline's form: what all have in common, then all, then nothing; it frees them.
    let common = candidates.dropFirst().reduce(first.text) { $0.commonPrefix(with: $1.text) }
    let texts = candidates.count == 1 ? [first.text] : [common] + candidates.map(\.text)
    let array = calloc(texts.count + 1, MemoryLayout<UnsafeMutablePointer<CChar>?>.stride)!
      .assumingMemoryBound(to: UnsafeMutablePointer<CChar>?.self)
    for (index, text) in texts.enumerated() { array[index] = strdup(text) }
    return array
  }

  /// How many candidates are shown; the rest is a number.
  private static let shownMax = 100

  private func display(_ matches: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, count: Int, width: Int) {
    guard let matches, count > 0 else { return }
    // The first is what they have in common.
    let texts = (1...count).compactMap { matches[$0].map { String(cString: $0) } }
    let shown = texts.prefix(Self.shownMax)
    var lines: [String]
    if shown.count <= 24, shown.contains(where: { !(notes[$0] ?? "").isEmpty }) {
      lines = aligned(shown.map { ($0, String((notes[$0] ?? "").prefix(self.width / 2))) })
    } else {
      lines = columns(Array(shown), width: self.width)
    }
    if texts.count > shown.count { lines.append("… and \(texts.count - shown.count) more") }
    rl_crlf()
    creadline_flush()
    writeAll(lines.joined(separator: "\n") + "\n", to: STDOUT_FILENO)
    rl_on_new_line()
    rl_forced_update_display()
  }
}

extension String {
  func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}
