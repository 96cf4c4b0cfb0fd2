// How far the write-ahead log goes, said beside it. SQLite takes a log that was cut short, or whose file is missing, for all
// there ever was; so the journal notes after each append how many pages must be there. The note is in the kernel's hands like
// the log itself, so it survives the death of the process, and what a loss of power does to either shows in the boot's name.
internal import Glibc

/// A file of eight bytes beside the database. Writing costs one system call, 0.7 µs where an append takes 4; failing to
/// only means knowing less.
final class LogMark {
  private let path: String
  private let fd: Int32

  /// What the note of the database at `path` says; `nil` if there is none, as after an end in order.
  static func pages(ofDatabaseAt path: String) -> Int? {
    let fd = open(path + suffix, O_RDONLY | O_CLOEXEC)
    guard fd >= 0 else { return nil }
    defer { Glibc.close(fd) }
    var pages: UInt64 = 0
    guard pread(fd, &pages, 8, 0) == 8 else { return nil }
    return Int(exactly: UInt64(littleEndian: pages))
  }

  private static let suffix = "-mark"

  init(databaseAt path: String) {
    self.path = path + Self.suffix
    fd = open(self.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
  }

  deinit { if fd >= 0 { Glibc.close(fd) } }

  func note(_ pages: Int) {
    var pages = UInt64(pages).littleEndian
    _ = pwrite(fd, &pages, 8, 0)
  }

  /// Everything is in the database: there is nothing to be missed.
  func remove() { unlink(path) }
}
