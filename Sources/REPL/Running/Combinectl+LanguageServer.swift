// `combinectl lsp`: an editor at standard input and output, the daemon at its socket.
import ClientConnection
import Glibc
import Wire

extension Combinectl {
  /// - Returns: 0 after `shutdown`, 1 when the editor has gone without.
  func serveEditor() throws -> Int32 {
    let (connection, wake) = try standingConnection()
    let tools = ToolRuns(options: options)
    let server = LanguageServer(
      core: connection.core, namespace: options.namespace,
      // An editor is not to wait for what somebody writes into a pipe.
      readFile: { isRegularFile($0) ? try? readFile($0) : nil }, runTool: tools.start,
      send: { writeOutput(HeaderFraming.framed($0.description)) })
    server.wake = wake
    var framing = HeaderFraming()
    let input = StandardInput()
    while server.phase != .exited, !input.hasEnded {
      do throws(HeaderFraming.Failure) {
        while server.phase != .exited, let message = try framing.next() { server.receive(message) }
      } catch {
        switch error {
        case .noHeader(let text):
          throw UsageError(
            "standard input is no message of the Language Server Protocol: \(text)",
            hint: "an editor starts 'combinectl lsp'; examples/editors says how", status: 65)
        case .tooLong(let length): throw UsageError("a message of \(length) bytes is too long", status: 65)
        }
      }
      guard server.phase != .exited else { break }
      wait(for: connection, input, tools)
      framing.add(input.take())
    }
    return server.exitStatus
  }

  /// A connection that comes back when it is lost.
  /// - Parameter role: the most that it may do; `nil` is all that the user may.
  /// - Returns: with it, what has it back at once, starting a daemon where there is none: as any other command does when
  ///   something is asked. By itself it only looks for one, since somebody may have stopped it.
  func standingConnection(role: RoleName? = nil) throws -> (connection: Connection, wake: () -> ClientError?) {
    let access = try access()
    let connection = try connect(access, role: role)
    var mayLaunch = false
    connection.reconnect = { () throws(ClientError) in try access.connect(mayLaunch: mayLaunch) }
    var failure: (error: ClientError, at: ContinuousClock.Instant)?
    let wake = { () -> ClientError? in
      // Every key that is pressed asks for something, and a daemon that cannot start takes its time to say so.
      if let failure, ContinuousClock.now - failure.at < .seconds(2) { return failure.error }
      mayLaunch = true
      defer { mayLaunch = false }
      connection.connectNow(now: .now)
      failure = connection.lastFailure.map { ($0, .now) }
      return failure?.error
    }
    return (connection, wake)
  }

  /// Waits until something has come: of the one who asks, of the daemon, of a program that was started.
  func wait(for connection: Connection, _ input: StandardInput, _ tools: ToolRuns? = nil) {
    connection.flush()
    var wanted = [pollfd(fd: input.hasEnded ? -1 : STDIN_FILENO, events: Int16(POLLIN), revents: 0)]
    if let descriptor = connection.descriptor {
      wanted.append(
        pollfd(fd: descriptor, events: Int16(POLLIN | (connection.wantsToWrite ? POLLOUT : 0)), revents: 0))
    }
    wanted += tools?.descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) } ?? []
    let timeout = connection.deadline.map { pollMilliseconds(ContinuousClock.now.duration(to: $0)) } ?? -1
    poll(&wanted, nfds_t(wanted.count), timeout)
    connection.process(now: .now)
    tools?.read()
    if wanted[0].revents != 0 { input.read() }
  }
}

/// The bytes of standard input.
final class StandardInput {
  private var bytes: [UInt8] = []
  private(set) var hasEnded = false

  func read() {
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    let count = Glibc.read(STDIN_FILENO, &chunk, chunk.count)
    if count > 0 { bytes += chunk[..<count] }
    if count == 0 || count < 0 && errno != EINTR && errno != EAGAIN { hasEnded = true }
  }

  /// What has come since the last time.
  func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }
}
