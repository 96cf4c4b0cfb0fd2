// Keys of a terminal one by one, for what is looked at and not typed into. The terminal is given back as it was found: however
// the program ends, and while it is stopped or in the background.
import ClientConnection
import Glibc

final class TerminalKeys {
  /// The one there is, for who ends the process in the middle of something.
  nonisolated(unsafe) private(set) static var current: TerminalKeys?

  private var initial = termios()
  private(set) var isTaken = false
  private let signals = SignalPipe([SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGTSTP, SIGCONT])
  /// Called when the terminal has been taken, and before it is given back.
  var onTake: () -> Void = {}
  var onGiveBack: () -> Void = {}

  /// What came while it was waited.
  struct Arrival {
    var keys: [TopKey] = []
    var isResized = false
    /// What the process is to exit with, where a signal or the end of the terminal says so.
    var end: Int32?
  }

  /// `nil` where there is no terminal to read from and write to, or it belongs to somebody else.
  init?() {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1, Self.isInForeground,
      tcgetattr(STDIN_FILENO, &initial) == 0
    else { return nil }
    Self.current = self
  }

  deinit { giveBack() }

  /// Who changes a terminal from the background is stopped.
  private static var isInForeground: Bool { tcgetpgrp(STDIN_FILENO) == getpgrp() }

  /// Keys come one by one and are not echoed; those for signals stay what they are.
  func take() {
    guard !isTaken, Self.isInForeground else { return }
    isTaken = true
    var terminal = initial
    terminal.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
    tcsetattr(STDIN_FILENO, TCSADRAIN, &terminal)
    onTake()
  }

  /// Also when nothing can be written any more.
  func giveBack() {
    guard isTaken else { return }
    isTaken = false
    onGiveBack()
    if Self.isInForeground { tcsetattr(STDIN_FILENO, TCSADRAIN, &initial) }
  }

  // MARK: Waiting

  /// Waits for a key, a signal, the daemon or the time; does what the connection has to do.
  func wait(for connection: Connection, until deadline: ContinuousClock.Instant?) -> Arrival {
    connection.flush()
    var wanted = [
      pollfd(fd: isTaken ? STDIN_FILENO : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    if let descriptor = connection.descriptor {
      wanted.append(
        pollfd(fd: descriptor, events: Int16(POLLIN | (connection.wantsToWrite ? POLLOUT : 0)), revents: 0))
    }
    let end = [deadline, connection.deadline].compactMap { $0 }.min()
    poll(&wanted, nfds_t(wanted.count), end.map { pollMilliseconds(ContinuousClock.now.duration(to: $0)) } ?? -1)
    var arrival = Arrival()
    if wanted[1].revents != 0 { for signal in signals.take() { handle(signal, &arrival) } }
    connection.process(now: .now)
    if wanted[0].revents != 0 { read(into: &arrival) }
    return arrival
  }

  private func handle(_ signal: Int32, _ arrival: inout Arrival) {
    switch signal {
    case SIGWINCH: arrival.isResized = true
    case SIGCONT: take()
    case SIGTSTP:
      giveBack()
      kill(getpid(), SIGSTOP)
      take()
    default: arrival.end = 128 + signal
    }
  }

  private func read(into arrival: inout Arrival) {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
    if count > 0 { return arrival.keys = TopKey.keys(Array(bytes[..<count])) }
    if count == 0 || errno != EINTR && errno != EAGAIN { arrival.end = 128 + SIGHUP }
  }
}
