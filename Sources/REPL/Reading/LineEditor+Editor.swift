// The user's own editor, on a text of the prompt.
import CReadline
import Glibc

extension LineEditor {
  /// Gives the terminal to `$VISUAL`, `$EDITOR` or vi until it ends.
  /// - Returns: the text as it is then; `nil` if the editor could not be started or said that it is not to be taken.
  func edit(_ text: String) -> String? {
    let directory = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array((directory + "/combinectl.XXXXXX.swift").utf8CString)
    let descriptor = mkstemps(&template, Int32(".swift".utf8.count))
    guard descriptor >= 0 else { return nil }
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { unlink(path) }
    writeAll(text + "\n", to: descriptor)
    close(descriptor)
    let status = withoutTerminal { Self.run(#"exec ${VISUAL:-${EDITOR:-vi}} "$1""#, path) }
    guard status == 0, let edited = try? readFile(path) else { return nil }
    return String(edited.reversed().drop { $0.isNewline }.reversed())
  }

  /// Runs a line of the shell in the foreground. Ctrl-C is for it alone.
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
    return status
  }
}
