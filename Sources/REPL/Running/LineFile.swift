import Glibc

/// A file that grows line by line.
final class LineFile {
  private let name: String
  private let descriptor: Int32
  private var hasFailed = false
  private(set) var count = 0

  init(_ name: String) throws(UsageError) {
    self.name = name
    descriptor = open(expandingTilde(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    if descriptor < 0 { throw failure(73) }
  }

  deinit { if descriptor >= 0 { Glibc.close(descriptor) } }

  func write(_ line: String) {
    count += 1
    if !hasFailed, !writeAll(line + "\n", to: descriptor) { hasFailed = true }
  }

  /// - Throws: if not all of it is there.
  func finish() throws(UsageError) { if hasFailed || fsync(descriptor) != 0 && errno == EIO { throw failure(74) } }

  private func failure(_ status: Int32) -> UsageError {
    UsageError("cannot write \(name): \(String(cString: strerror(errno)))", status: status)
  }
}
