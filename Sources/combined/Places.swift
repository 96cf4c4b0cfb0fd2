// Where things are when nobody says. The client resolves the socket by the same rule.

internal import Glibc

/// Default places, from the environment.
struct Places {
  /// The value of a variable; `nil` when unset or empty.
  let environment: (String) -> String?
  let userID: UInt32

  /// Of this process.
  static var own: Places {
    Places(
      environment: { name in
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
      }, userID: geteuid())
  }

  /// `$COMBINED_SOCKET`, `$XDG_RUNTIME_DIR/combined/sock`, `${TMPDIR:-/tmp}/combined-UID/sock`.
  var socket: String {
    if let path = environment("COMBINED_SOCKET") { return path }
    if let directory = environment("XDG_RUNTIME_DIR") { return directory + "/combined/sock" }
    return (environment("TMPDIR") ?? "/tmp") + "/combined-\(userID)/sock"
  }

  /// `$XDG_STATE_HOME/combined`, `~/.local/state/combined`; without a home beside the socket's default.
  var state: String {
    if let directory = environment("XDG_STATE_HOME") { return directory + "/combined" }
    if let home = environment("HOME") { return home + "/.local/state/combined" }
    return (environment("TMPDIR") ?? "/tmp") + "/combined-\(userID)/state"
  }

  /// The journal in a state directory.
  static func journal(in directory: String) -> String { directory + "/journal.sqlite" }

  /// `path` as seen from the root, whatever the working directory becomes.
  static func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    guard let directory = getcwd(nil, 0) else { return path }
    defer { free(directory) }
    return String(cString: directory) + "/" + path
  }

  /// Makes a directory and those above it that are missing, for their owner only. Says why it could not.
  static func makeDirectory(_ path: String) -> String? {
    var end = path.startIndex
    while end != path.endIndex {
      end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
      if mkdir(String(path[..<end]), 0o700) != 0, errno != EEXIST, errno != EISDIR {
        return "mkdir \(path[..<end]): \(String(cString: strerror(errno)))"
      }
      if end != path.endIndex, path.index(after: end) == path.endIndex { break }
    }
    return nil
  }
}
