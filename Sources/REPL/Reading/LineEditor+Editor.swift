// The user's own editor, on a text of the prompt, and the pager, for what is longer than the screen.
import CReadline
import Glibc

extension LineEditor {
  /// Gives the terminal to `$VISUAL`, `$EDITOR` or vi until it ends.
  /// - Returns: the text as it is then; `nil` if the editor could not be started or said that it is not to be taken.
  func edit(_ text: String) -> String? {
    guard let path = Self.file(holding: text + "\n", suffix: ".swift") else { return nil }
    defer { unlink(path) }
    let status = withoutTerminal { Self.run(#"exec ${VISUAL:-${EDITOR:-vi}} "$1""#, path) }
    guard status == 0, let edited = try? readFile(path) else { return nil }
    return String(edited.reversed().drop { $0.isNewline }.reversed())
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

  /// Shows a text in `$PAGER` or less, until that ends. `PAGER=` and `PAGER=cat` are for those who want none.
  /// - Returns: false where there is none, or the terminal could show nothing of it.
  func page(_ text: String) -> Bool {
    let pager = getenv("PAGER").map { String(cString: $0).trimmed } ?? "less"
    guard canMoveCursor, !["", "cat"].contains(pager), let path = Self.file(holding: text, suffix: "") else {
      return false
    }
    defer { unlink(path) }
    let line = #"LESS=${LESS-FRX} LESSCHARSET=${LESSCHARSET-utf-8}; export LESS LESSCHARSET; ${PAGER:-less} <"$1""#
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

  /// Runs a line of the shell in the foreground. Ctrl-C is for it alone.
  /// - Returns: its exit status; -1 if there is no shell.
  private static func run(_ command: String, _ argument: String) -> Int32 {
    var ignoring = sigaction()
    ignoring.__sigaction_handler.sa_handler = SIG_IGN
    var before = sigaction()
    sigaction(SIGINT, &ignoring, &before)
    defer { sigaction(SIGINT, &before, nil) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var defaults = sigset_t()
    sigemptyset(&defaults)
    sigaddset(&defaults, SIGINT)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var words: [UnsafeMutablePointer<CChar>?] =
      (["sh", "-c", command, "sh", argument] as [String]).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var processID: pid_t = 0
    guard posix_spawn(&processID, "/bin/sh", nil, &attributes, &words, environ) == 0 else { return -1 }
    var status: Int32 = 0
    while waitpid(processID, &status, 0) < 0, errno == EINTR {}
    return status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + status & 0x7f
  }
}
