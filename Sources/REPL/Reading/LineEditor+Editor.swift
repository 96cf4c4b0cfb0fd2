// The user's own editor, on a text of the prompt, and the pager, for what is longer than the screen.
import CReadline
import Glibc

extension LineEditor {
  /// Gives the terminal to `$VISUAL`, `$EDITOR` or vi until it ends.
  /// - Returns: the text as it is then.
  /// - Throws: if the editor could not be started, said that its text is not to be taken, or left none.
  func edit(_ text: String) throws(UsageError) -> String {
    guard let path = Self.file(holding: text + "\n", suffix: ".swift") else {
      throw UsageError("there is no room for the text in $TMPDIR: \(String(cString: strerror(errno)))", status: 73)
    }
    defer { unlink(path) }
    let named = (["VISUAL", "EDITOR"] as [String]).compactMap { getenv($0).map { String(cString: $0) } }
    let name = named.first { !$0.isEmpty } ?? "vi"
    switch withoutTerminal({ Self.run(#"exec ${VISUAL:-${EDITOR:-vi}} "$1""#, path) }) {
    case 0: break
    case 126, 127, -1:
      throw UsageError("the editor '\(name)' cannot be started", hint: "$VISUAL or $EDITOR names another", status: 69)
    case let status:
      throw UsageError("nothing is taken over: the editor '\(name)' ended with status \(status)", status: 1)
    }
    do throws(UsageError) {
      let edited = try readFile(path)
      return String(edited.reversed().drop { $0.isNewline }.reversed())
    } catch {
      let reason = error.status == 65 ? "what it saved is not UTF-8 text" : "it has removed the file"
      throw UsageError("nothing is taken over from the editor '\(name)': \(reason)", status: error.status)
    }
  }

  /// Whether a text has more rows than the screen, so that its beginning would scroll away.
  func isTaller(_ text: String) -> Bool {
    let size = size
    // In a few rows a pager shows no more than the terminal does.
    guard size.rows >= 6 else { return false }
    // The prompt comes below it.
    var room = size.rows - 1
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      room -= max(1, (shownWidth(String(line)) + size.columns - 1) / size.columns)
      if room < 0 { return true }
    }
    return false
  }

  /// Shows a text in `$PAGER` or less, until that ends; less without its commands that write files or run programs, for
  /// keys that were typed ahead and meant for the prompt. `PAGER=` and `PAGER=cat` are for those who want none.
  /// - Returns: false where there is none, or the terminal could show nothing of it.
  func page(_ text: String) -> Bool {
    let pager = getenv("PAGER").map { String(cString: $0).trimmed } ?? "less"
    guard canMoveCursor, !["", "cat"].contains(pager), let path = Self.file(holding: text, suffix: "") else {
      return false
    }
    defer { unlink(path) }
    let line = #"""
      LESS=${LESS-FRX} LESSCHARSET=${LESSCHARSET-utf-8} LESSSECURE=1
      export LESS LESSCHARSET LESSSECURE
      ${PAGER:-less} <"$1"
      """#
    // What a pager is left with says nothing, but for that there is none.
    return ![126, 127, -1].contains(withoutTerminal { Self.run(line, path) })
  }

  /// A file of our own that nobody else can read, with a text.
  private static func file(holding text: String, suffix: String) -> String? {
    let directory = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array((directory + "/combinectl.XXXXXX" + suffix).utf8CString)
    let descriptor = mkstemps(&template, Int32(suffix.utf8.count))
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    writeAll(text, to: descriptor)
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Runs a line of the shell in the foreground. Ctrl-C is for it alone; with Ctrl-Z both stop, and go on together.
  /// - Returns: its exit status; -1 if there is no shell.
  private static func run(_ command: String, _ argument: String) -> Int32 {
    var ignoring = sigaction()
    ignoring.__sigaction_handler.sa_handler = SIG_IGN
    var before = sigaction()
    sigaction(SIGINT, &ignoring, &before)
    defer { sigaction(SIGINT, &before, nil) }
    var beforeStop = sigaction()
    sigaction(SIGTSTP, &ignoring, &beforeStop)
    defer { sigaction(SIGTSTP, &beforeStop, nil) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var defaults = sigset_t()
    sigemptyset(&defaults)
    sigaddset(&defaults, SIGINT)
    sigaddset(&defaults, SIGTSTP)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var words: [UnsafeMutablePointer<CChar>?] =
      (["sh", "-c", command, "sh", argument] as [String]).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var processID: pid_t = 0
    guard posix_spawn(&processID, "/bin/sh", nil, &attributes, &words, environ) == 0 else { return -1 }
    var status: Int32 = 0
    while true {
      let found = waitpid(processID, &status, WUNTRACED)
      if found < 0, errno == EINTR { continue }
      // Of a child that has stopped the shell that started this program is to hear, which sees this program only.
      guard found == processID, status & 0xff == 0x7f else { break }
      kill(getpid(), SIGSTOP)
      kill(processID, SIGCONT)
    }
    return status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + status & 0x7f
  }
}
