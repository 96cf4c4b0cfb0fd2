// Waiting for the disk on another thread than the journal's: that takes 20 ms where much was appended, and as long as it likes
// where the disk is slow or has other work.
internal import Glibc

/// The write-ahead log by a descriptor of its own. SQLite holds its locks on the database, not on this file, so that closing this
/// loses none.
final class LogFile: Sendable {
  private let path: String
  private let fd: Int32

  init(path: String) throws(JournalError) {
    self.path = path
    fd = open(path, O_RDONLY | O_CLOEXEC)
    guard fd >= 0 else {
      throw errno == ENOENT ? .gone(path: path) : .cannotOpen(path: path, detail: String(cString: strerror(errno)))
    }
  }

  deinit { close(fd) }

  func sync() -> JournalError? {
    while fdatasync(fd) != 0 {
      if errno != EINTR { return .failed(path: path, detail: String(cString: strerror(errno))) }
    }
    return nil
  }
}

/// Until everything that was appended when it began is on the disk itself. What is appended meanwhile may be there, too.
public struct JournalSync: Sendable {
  let log: LogFile
  /// How many appends there were.
  let appends: Int

  /// Waits for it, on any thread.
  /// - Returns: why it will not be there.
  public func wait() -> JournalError? { log.sync() }
}
