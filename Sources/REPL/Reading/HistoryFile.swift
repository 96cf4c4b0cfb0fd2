// What was entered before, in a file of one entry per line: `\n` inside an entry is written as `\` and `n`, so a class of
// twenty lines is one entry again. Entries are appended one by one, so several sessions can share the file.
import Glibc

struct HistoryFile {
  /// Entries that are kept when the file is read; an older part is dropped when it has grown to twice that.
  static let entriesMax = 10_000

  let path: String

  /// `$XDG_STATE_HOME/combinectl/history`, or `~/.local/state/combinectl/history`; `nil` without a home.
  static func defaultPath(environment: [String: String]) -> String? {
    stateDirectory("combinectl", environment: environment).map { $0 + "/history" }
  }

  /// The entries, oldest first. A file that cannot be read holds none.
  func load() -> [String] {
    guard let bytes = try? readBytes(path) else { return [] }
    // A line that is no text costs itself only.
    var lines = bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    if lines.count > 2 * Self.entriesMax {
      lines.removeFirst(lines.count - Self.entriesMax)
      replace(with: lines.joined(separator: "\n") + "\n")
    }
    return lines.suffix(Self.entriesMax).map { Self.unescape($0) }
  }

  /// Adds an entry. That it could not be written is no reason to stop anybody's work.
  func append(_ entry: String) {
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    writeAll(Self.escape(entry) + "\n", to: descriptor)
  }

  /// Atomically, so that a reader sees the old file or the new one.
  private func replace(with text: String) {
    let fresh = path + ".new"
    let descriptor = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    let isWritten = writeAll(text, to: descriptor)
    close(descriptor)
    if isWritten { rename(fresh, path) } else { unlink(fresh) }
  }

  static func escape(_ entry: String) -> String {
    var text = ""
    for scalar in entry.unicodeScalars {
      switch scalar {
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  static func unescape(_ line: some StringProtocol) -> String {
    var text = ""
    var isEscaped = false
    for scalar in line.unicodeScalars {
      if isEscaped {
        text.unicodeScalars.append(scalar == "n" ? "\n" : scalar == "r" ? "\r" : scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

/// Where a program keeps what should survive it: `$XDG_STATE_HOME/NAME` or `~/.local/state/NAME`.
func stateDirectory(_ name: String, environment: [String: String]) -> String? {
  if let directory = environment["XDG_STATE_HOME"], !directory.isEmpty { return directory + "/" + name }
  if let home = environment["HOME"], !home.isEmpty { return home + "/.local/state/" + name }
  return nil
}
