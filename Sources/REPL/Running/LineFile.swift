import Glibc

/// A file that grows line by line.
final class LineFile {
  private let name: String
  private let descriptor: Int32
  /// Of the first write that failed: what is called later has an `errno` of its own.
  private var failed: Int32?
  private(set) var count = 0

  init(_ name: String) throws(UsageError) {
    self.name = name
    descriptor = open(expandingTilde(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    if descriptor < 0 { throw failure(errno, 73) }
  }

  deinit { if descriptor >= 0 { Glibc.close(descriptor) } }

  func write(_ line: String) {
    count += 1
    if failed == nil, !writeAll(line + "\n", to: descriptor) { failed = errno }
  }

  /// - Throws: if not all of it is there.
  func finish() throws(UsageError) {
    if failed == nil, fsync(descriptor) != 0, errno == EIO { failed = errno }
    if let failed { throw failure(failed, 74) }
  }

  private func failure(_ reason: Int32, _ status: Int32) -> UsageError {
    UsageError("cannot write \(name): \(String(cString: strerror(reason)))", status: status)
  }
}
