// Signals as bytes in a pipe, so that the loop waits for them like for anything else.
import CLinux
import Glibc

final class SignalPipe {
  /// Can be read when a signal has come.
  let descriptor: Int32
  private let signals: [Int32]
  private let writeEnd: Int32

  /// For the handler, which can capture nothing and may do little: it writes one byte. Set once, before any handler is.
  nonisolated(unsafe) private static var writeEnd: Int32 = -1

  init(_ signals: [Int32]) {
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    descriptor = ends[0]
    self.signals = signals
    writeEnd = ends[1]
    Self.writeEnd = ends[1]
    for number in signals {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { number in
        let saved = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(SignalPipe.writeEnd, &byte, 1)
        errno = saved
      }
      sigaction(number, &action, nil)
    }
    // Whoever started the process may have had them blocked, and then it would hear of none.
    _ = clinux_unblock_signals(signals, signals.count)
  }

  /// Gives the signals back their usual effect, unless another pipe has them by now.
  deinit {
    if Self.writeEnd == writeEnd {
      for number in signals { signal(number, SIG_DFL) }
      Self.writeEnd = -1
    }
    close(descriptor)
    close(writeEnd)
  }

  /// Those that have been looked at, and not taken.
  private var held: [Int32] = []

  /// The signals that came since the last time.
  func take() -> [Int32] {
    look()
    defer { held = [] }
    return held
  }

  /// Whether one of these has come; it is still there to be taken.
  func first(of numbers: [Int32]) -> Int32? {
    look()
    return held.first(where: numbers.contains)
  }

  /// Whether one waits that the descriptor does not tell of any more.
  var isHolding: Bool { !held.isEmpty }

  private func look() {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(descriptor, &bytes, bytes.count)
    if count > 0 { held += bytes[..<count].map { Int32($0) } }
  }
}
