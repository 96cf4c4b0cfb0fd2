// Why the journal cannot be used. Every case ends the journal: what was acknowledged is safe on disk, what was not is not,
// and going on would blur the two. None is worth retrying in the process that met it.
internal import CSQLite

/// What went wrong with the journal, in words for whoever runs the daemon.
public enum JournalError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Another process has it open.
  case inUse(path: String)
  /// It was made by a program that knows more than this one.
  case newerFormat(path: String, found: Int, known: Int)
  /// The file is something else.
  case notAJournal(path: String)
  /// What is in it makes no sense.
  case corrupt(path: String, detail: String)
  /// It was deleted, or another file put in its place, while it was in use.
  case gone(path: String)
  /// There was no room for a write.
  case diskFull(path: String)
  /// A value is nested too deeply to be kept. The engine's own limit is lower; reaching this one is a bug.
  case valueTooDeep(path: String, limit: Int)
  /// The file cannot be opened or made.
  case cannotOpen(path: String, detail: String)
  /// Reading or writing failed.
  case failed(path: String, detail: String)

  public var description: String {
    switch self {
    case .inUse(let path):
      "The journal is in use by another process · \(path) · stop that one, or choose another --state"
    case .newerFormat(let path, let found, let known):
      "The journal was made by a newer combined (format \(found), this one knows up to \(known)) · \(path) · "
        + "run that version, or choose another --state"
    case .notAJournal(let path):
      "The file is not a journal of combined · \(path) · move it away, or choose another --state"
    case .corrupt(let path, let detail):
      "The journal is damaged: \(detail) · \(path) · restore a copy, or move it away to start empty"
    case .gone(let path):
      "The journal was deleted while it was in use · \(path) · start combined again; what was not on the disk is lost"
    case .diskFull(let path):
      "There is no room on the disk for the journal · \(path) · "
        + "free some and start combined again; everything that was acknowledged is kept"
    case .valueTooDeep(let path, let limit):
      "A value is nested deeper than \(limit) levels and cannot be kept · \(path) · restart combined"
    case .cannotOpen(let path, let detail):
      "The journal cannot be opened: \(detail) · \(path) · check the directory and its permissions, or choose another --state"
    case .failed(let path, let detail):
      "The journal cannot be read or written: \(detail) · \(path) · "
        + "check the disk and start combined again; everything that was acknowledged is kept"
    }
  }

  /// The error for a result code of SQLite; `detail` is SQLite's own sentence.
  static func of(code: Int32, detail: String, path: String) -> JournalError {
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED: .inUse(path: path)
    case SQLITE_NOTADB: .notAJournal(path: path)
    case SQLITE_CORRUPT: .corrupt(path: path, detail: detail)
    case SQLITE_FULL: .diskFull(path: path)
    case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_READONLY: .cannotOpen(path: path, detail: detail)
    default: .failed(path: path, detail: "\(detail) (\(code))")
    }
  }
}
