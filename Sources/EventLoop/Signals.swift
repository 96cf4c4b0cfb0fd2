// Signals as readable events: blocked in the process and read from a signalfd, so that no code of ours runs in a signal
// handler and a SIGTERM is handled between two turns like everything else. What ends the process cannot wait so long: the
// handler of these writes a line, in C, and lets them pass.
internal import CLinux
internal import Glibc

/// What the daemon listens to.
public enum Signal: CaseIterable, Sendable {
  /// Interrupt from the terminal.
  case interrupt
  /// Please end.
  case terminate
  /// The terminal is gone; for a daemon, by custom: read the configuration again.
  case hangup

  var number: Int32 {
    switch self {
    case .interrupt: SIGINT
    case .terminate: SIGTERM
    case .hangup: SIGHUP
    }
  }
}

/// Receives signals on a loop. Make it before any other thread exists: threads inherit the blocked set, and one that
/// does not block a signal would take it by dying of it.
public final class Signals: ReadyHandler {
  private let loop: EventLoop
  private let fd: Int32
  private let numbers: [Int32]
  private var registration: Registration?
  private let receive: (Signal) -> Void
  public var isServedMeanwhile: Bool { true }

  /// Blocks `signals` in the calling thread and calls `receive` for each that arrives. Several of one kind that arrive
  /// together count as one.
  public init(
    _ signals: [Signal] = Signal.allCases, on loop: EventLoop, receive: @escaping (Signal) -> Void
  ) throws(SystemError) {
    self.loop = loop
    self.receive = receive
    let numbers = signals.map(\.number)
    self.numbers = numbers
    fd = try checkedCall("signalfd") { clinux_signals(numbers, numbers.count) }
    registration = try loop.register(fd: fd, interest: .readable, handler: self)
  }

  /// Gives the signals back their usual effect. Those that wait are lost first.
  /// - Returns: whether any did.
  @discardableResult
  public func close() -> Bool {
    guard let registration else { return false }
    self.registration = nil
    loop.deregister(registration)
    var wasWaiting = false
    while next() != nil { wasWaiting = true }
    closeDescriptor(fd)
    _ = systemCall("pthread_sigmask") { Int(clinux_unblock_signals(numbers, numbers.count)) }
    return wasWaiting
  }

  /// Makes writing to a closed pipe, or beyond the size that files may have, an error instead of the end of the process
  /// (sockets are written with MSG_NOSIGNAL anyway; this is for files and for libraries), and does nothing at the signals
  /// that mean what a program makes of them.
  public static func ignoreUnwanted() {
    for number in [SIGPIPE, SIGXFSZ, SIGUSR1, SIGUSR2] { _ = clinux_ignore_signal(number) }
  }

  /// From now on the process that ends by a signal of its own, such as SIGSEGV or SIGABRT, leaves a line in a file: the
  /// signal's number and the milliseconds since this call. It ends as it would have. For the main thread, once.
  public static func noteCrashes(in file: Int32) throws(SystemError) {
    try checkedCall("sigaction") { clinux_note_crashes(file) }
  }

  /// What the process holds is nobody's business after its end: there is no core dump of it, and no backtrace, which would print
  /// the memory that registers point to. Before `noteCrashes`, which goes on to what was there before it.
  public static func refuseDumps() throws(SystemError) { try checkedCall("prctl") { clinux_refuse_dumps() } }

  /// When whoever started this process ends, it gets SIGTERM.
  public static func endWithParent() { _ = clinux_end_with_parent() }

  public func ready(_ readiness: Readiness) {
    while registration != nil, let number = next() {
      if let signal = Signal.allCases.first(where: { $0.number == number }) { receive(signal) }
    }
  }

  private func next() -> Int32? {
    var information = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    guard case .done(size) = systemCall("read", { read(fd, &information, size) }) else { return nil }
    return Int32(information.ssi_signo)
  }
}
