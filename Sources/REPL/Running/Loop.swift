// The one place of `combinectl` that waits: for keys, the daemon, signals and deadlines, in one `poll`.
import ClientConnection
import Glibc

/// Drives a session until it is finished.
final class Loop {
  private let session: Session
  private let connection: Connection
  /// How standard input is read; `nil` when the session's work is given to it otherwise.
  private let input: Input?
  private let signals: SignalPipe

  enum Input {
    case terminal(LineEditor, TerminalScreen)
    case lines(LineStream)
  }

  init(session: Session, connection: Connection, input: Input?) {
    self.session = session
    self.connection = connection
    self.input = input
    // Signals to resize, stop and end matter where there is a terminal to give back.
    let numbers = if case .terminal = input { [SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGTSTP] } else { [SIGINT] }
    signals = SignalPipe(numbers)
    session.pump = { [connection] end in connection.wait(until: end) }
    session.isAskedToStop = { [signals] in signals.first(of: [SIGINT, SIGTERM, SIGHUP]) != nil }
    if case .terminal = input {
      session.isTypedAhead = {
        var keys = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        return poll(&keys, 1, 0) != 0
      }
    }
  }

  /// Returns the exit status.
  func run() -> Int32 {
    session.start()
    while !session.isFinished {
      if case .lines(let stream) = input { stream.feed(session) }
      if case .terminal(_, let screen) = input { screen.flush() }
      if session.isFinished { break }
      connection.flush()
      turn()
    }
    if case .terminal(let editor, let screen) = input {
      screen.flush()
      editor.restoreTerminal()
    }
    connection.flush()
    return session.exitStatus
  }

  private func turn() {
    var wanted = [pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)]
    let inputIndex = inputDescriptor.map { descriptor in
      wanted.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
      return wanted.count - 1
    }
    if let descriptor = connection.descriptor {
      wanted.append(
        pollfd(fd: descriptor, events: Int16(POLLIN | (connection.wantsToWrite ? POLLOUT : 0)), revents: 0))
    }
    let deadline = [session.deadline, connection.deadline].compactMap { $0 }.min()
    let timeout = deadline.map { pollMilliseconds(ContinuousClock.now.duration(to: $0)) } ?? -1
    poll(&wanted, nfds_t(wanted.count), signals.isHolding ? 0 : timeout)

    if wanted[0].revents != 0 || signals.isHolding { signals.take().forEach { handle(signal: $0) } }
    connection.process(now: .now)
    session.tick()
    if let inputIndex, wanted[inputIndex].revents != 0 { readInput() }
  }

  /// Standard input is left alone while the session is busy: keys wait in the terminal, lines in the pipe.
  private var inputDescriptor: Int32? {
    switch input {
    case .terminal(let editor, _): editor.isPrompting ? STDIN_FILENO : nil
    case .lines(let stream): session.isReading && !stream.hasEnded ? STDIN_FILENO : nil
    case nil: nil
    }
  }

  private func readInput() {
    switch input {
    case .terminal(let editor, _): if editor.isPrompting { editor.readAvailable() }
    case .lines(let stream): stream.read()
    case nil: break
    }
  }

  private func handle(signal: Int32) {
    switch signal {
    case SIGINT:
      if case .terminal(let editor, _) = input {
        editor.abandonLine()
        session.interrupt()
      } else {
        session.finish(status: 130)
      }
    case SIGWINCH: if case .terminal(let editor, _) = input { editor.resize() }
    case SIGTSTP: if case .terminal(let editor, let screen) = input { editor.suspend(prompt: screen.promptText) }
    default: session.finish(status: 128 + signal)
    }
  }
}

/// Lines of standard input where it is no terminal: each is entered when the session wants one, together with the next one
/// where that only goes on with it.
final class LineStream {
  private var buffer: [UInt8] = []
  private(set) var hasEnded = false
  private var lineCount = 0

  func read() {
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    let count = Glibc.read(STDIN_FILENO, &chunk, chunk.count)
    if count > 0 { buffer += chunk[..<count] }
    if count == 0 || count < 0 && errno != EINTR && errno != EAGAIN { hasEnded = true }
  }

  /// Enters the lines that are there, as long as they are wanted.
  func feed(_ session: Session) {
    while session.isReading {
      guard var end = endOfLine(from: 0) else { return hasEnded ? session.endOfInput() : () }
      while mayGoOn(buffer[..<end]), let next = endOfContinuation(from: end + 1) { end = next }
      let lines = Array(buffer[..<end])
      buffer.removeFirst(min(end + 1, buffer.count))
      enter(lines, session)
    }
  }

  /// Where the line that begins there ends, if all of it is there.
  private func endOfLine(from start: Int) -> Int? {
    guard start < buffer.count else { return nil }
    return buffer[start...].firstIndex(of: UInt8(ascii: "\n")) ?? (hasEnded ? buffer.count : nil)
  }

  /// Whether a line is one that another could go on with: a command is not.
  private func mayGoOn(_ line: ArraySlice<UInt8>) -> Bool {
    line.first != UInt8(ascii: ":") && SourceScanner.beginning(of: line) != ""
  }

  /// Where the next line that says something ends, if it only goes on with the one before. Only what is there by now is
  /// looked at: who writes line by line wants an answer to each.
  private func endOfContinuation(from start: Int) -> Int? {
    var start = start
    while true {
      guard let end = endOfLine(from: start) else {
        guard readWhatIsThere() else { return nil }
        continue
      }
      let line = buffer[start..<end]
      if SourceScanner.beginning(of: line) != "" {
        return SourceScanner.continuesStatement(String(decoding: line, as: UTF8.self)) ? end : nil
      }
      start = end + 1
    }
  }

  private func readWhatIsThere() -> Bool {
    var wanted = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard !hasEnded, poll(&wanted, 1, 0) > 0 else { return false }
    read()
    return true
  }

  private func enter(_ bytes: [UInt8], _ session: Session) {
    let first = lineCount + 1
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    lineCount += lines.count
    let texts = lines.map { String(validating: $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0, as: UTF8.self) }
    if let bad = texts.firstIndex(of: nil) { return session.fail(noText("stdin", line: first + bad)) }
    let text = texts.compactMap(\.self).joined(separator: "\n")
    session.enter(first == 1 ? evaluable(text) : text)
  }
}
