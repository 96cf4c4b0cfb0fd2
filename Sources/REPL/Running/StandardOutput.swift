// What the program is there to say. Whoever reads it must be able to rely on having all of it.
import Glibc

/// Writes to standard output. A write that fails ends the process, whatever it is at: nothing more could be said.
func writeOutput(_ text: String) {
  var text = text
  text.withUTF8 { writeOutput(UnsafeRawBufferPointer($0)) }
}

func writeOutput(_ bytes: UnsafeRawBufferPointer) {
  guard !writeAll(bytes, to: STDOUT_FILENO) else { return }
  let reason = errno
  LineEditor.current?.restoreTerminal()
  TerminalKeys.current?.giveBack()
  switch reason {
  // The reader has seen enough, and a terminal is gone: as the signals would have it that say so.
  case EPIPE: exit(128 + SIGPIPE)
  case EIO where LineEditor.current != nil || TerminalKeys.current != nil: exit(128 + SIGHUP)
  default: exit(Combinectl.complain(outputFailure(reason)))
  }
}

private func outputFailure(_ reason: Int32) -> UsageError {
  UsageError("cannot write standard output: \(String(cString: strerror(reason)))", status: 74)
}

/// Of the terminal that standard output is; `nil` where it is none, or says nothing.
func terminalSize() -> (rows: Int, columns: Int)? {
  var window = winsize()
  guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else { return nil }
  return (window.ws_row > 0 ? Int(window.ws_row) : 24, Int(window.ws_col))
}

/// Opens what of the three standard streams was closed, so that no connection takes its place: reading from them, and
/// writing to them, fails as before.
func reserveStandardStreams() {
  for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
    _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
  }
}
