// Standard error as a log is written to it: whoever reads it, or does not, holds nobody up. What finds no room is counted and told
// once there is some.

internal import Glibc
internal import Synchronization

/// Writes lines without ever waiting, of any thread.
final class LogOutput: Sendable {
  private struct State {
    /// How many lines found no room since one last did.
    var lost = 0
    /// Whether the last line that was written ended in the middle.
    var isTorn = false
  }

  private let descriptor: Int32
  private let isSocket: Bool
  private let state = Mutex(State())

  /// To a descriptor that others may write to as well, and that is therefore left as it is.
  init(to descriptor: Int32 = STDERR_FILENO) {
    var status = stat()
    let kind = fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : 0
    isSocket = kind == S_IFSOCK
    // A pipe or a terminal that is opened once more can be made not to wait without those knowing who had it before. A file
    // never waits for a reader, and has a position that would be another.
    guard kind == S_IFIFO || kind == S_IFCHR else {
      self.descriptor = descriptor
      return
    }
    let own = open("/proc/self/fd/\(descriptor)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    self.descriptor = own >= 0 ? own : descriptor
  }

  /// Writes a line, as one write, so that lines of several processes in one log do not mix.
  func write(_ line: String) { state.withLock { write(line, &$0) } }

  private func write(_ line: String, _ state: inout State) {
    var text = line + "\n"
    if state.lost > 0 {
      text = "combined[\(getpid())]: nobody read the log, lost lines=\(state.lost)\n" + text
    }
    if state.isTorn { text = "\n" + text }
    let bytes = Array(text.utf8)
    let count = hasRoom ? put(bytes) : -1
    guard count > 0 else {
      state.lost += 1
      return
    }
    state.lost = 0
    state.isTorn = count < bytes.count
  }

  /// For what could not be opened once more.
  private var hasRoom: Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&waiting, 1, 0) == 1
  }

  private func put(_ bytes: [UInt8]) -> Int {
    isSocket
      ? send(descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
      : Glibc.write(descriptor, bytes, bytes.count)
  }
}
