// A copy of a journal that is in use, by SQLite's backup interface. `VACUUM INTO` would make a smaller file, but in one go,
// with everybody waiting for it; this takes a few pages at a time. What is written between two steps goes through the same
// connection, so SQLite brings it into the pages that are copied already: at the end the copy is the journal as it is then,
// and nothing begins anew however much is written.

internal import CSQLite

/// A copy that is being made. It is given up when it is let go of.
public final class Backup {
  /// What the copy will be called.
  public let path: String
  private let source: Database
  private var target: OpaquePointer?
  private var handle: OpaquePointer?

  init(of source: Database, to path: String) throws(CopyError) {
    self.path = path
    self.source = source
    try JournalFile.refuse(path, ifItIs: source.path)
    let part = try JournalFile.makeUnfinished(path)
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    guard sqlite3_open_v2(part, &target, flags, nil) == SQLITE_OK,
      // It is brought to the disk at its end.
      sqlite3_exec(target, "PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF", nil, nil, nil) == SQLITE_OK
    else { throw failure(sqlite3_extended_errcode(target)) }
    handle = sqlite3_backup_init(target, "main", source.handle, "main")
    guard handle != nil else { throw failure(sqlite3_extended_errcode(target)) }
  }

  deinit { if target != nil { giveUp() } }

  /// Copies so many pages.
  /// - Returns: whether that was all; then `finish` is due.
  public func step(pages: Int) throws(CopyError) -> Bool {
    let code = sqlite3_backup_step(handle, Int32(pages))
    switch code & 0xFF {
    case SQLITE_DONE:
      close()
      return true
    // Its own connection is in the middle of something: the next step finds it free.
    case SQLITE_OK, SQLITE_BUSY, SQLITE_LOCKED: return false
    default: throw failure(code)
    }
  }

  /// Finds the copy whole, brings it to the disk and gives it its name; takes as long as the disk needs. On any thread.
  public static func finish(_ path: String) throws(CopyError) -> JournalSummary {
    do throws(CopyError) {
      let part = JournalFile.unfinished(path)
      let summary = try JournalFile.seal(part, copyOf: path)
      try JournalFile.publish(part, as: path)
      return summary
    } catch {
      JournalFile.removeUnfinished(path)
      throw error
    }
  }

  /// Removes what is there of a copy that has not got its name.
  public static func remove(_ path: String) { JournalFile.removeUnfinished(path) }

  private func failure(_ code: Int32) -> CopyError {
    let detail = String(cString: sqlite3_errstr(code))
    defer { giveUp() }
    return CopyError(JournalError.of(code: code, detail: detail, path: path), of: path)
  }

  private func giveUp() {
    close()
    JournalFile.removeUnfinished(path)
  }

  private func close() {
    sqlite3_backup_finish(handle)
    sqlite3_close_v2(target)
    (handle, target) = (nil, nil)
  }
}
