// What the program says of itself. Whoever asked must be able to rely on having all of it.

internal import Glibc

/// Prints a text to standard output, and ends the process where that cannot be.
func say(_ text: String) {
  var rest = Array((text + "\n").utf8)[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count >= 0 else {
      complain("combined: cannot write standard output: \(String(cString: strerror(errno)))")
      exit(ExitStatus.journal.rawValue)
    }
    rest = rest.dropFirst(count)
  }
}
