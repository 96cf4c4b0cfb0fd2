// The daemon of a run of tests: one process, which begins anew for each file. What it has found out of its library once it
// knows, and that is most of what a small program costs.
import ClientConnection
import Glibc
import Wire

final class TestDaemon {
  private let launcher: DaemonLauncher
  private let socketPath: SocketPath
  private let directory: TemporaryDirectory
  private var processID: Int32?

  static let patience = Duration.seconds(10)

  private let isSeeded: Bool

  /// - Parameters:
  ///   - mayBeginAgain: whether it is for more than one file.
  ///   - seed: what all that is random follows from.
  init(environment: [String: String], mayBeginAgain: Bool = true, seed: Int? = nil) throws {
    isSeeded = seed != nil
    guard let executable = DaemonLauncher.findExecutable(environment: environment) else {
      throw ClientError.noExecutable(searched: environment["PATH"] ?? "")
    }
    directory = try TemporaryDirectory(environment: environment)
    socketPath = try SocketPath.resolve(
      explicit: directory.path + "/sock", environment: environment, userID: geteuid())
    var launcher = DaemonLauncher(executable: executable, socketPath: socketPath, logPath: directory.path + "/log")
    launcher.arguments =
      ["--ephemeral", "--ends-with", String(getpid())] + (mayBeginAgain ? ["--again"] : [])
      + (seed.map { ["--seed", String($0)] } ?? [])
    self.launcher = launcher
  }

  deinit {
    if let processID {
      kill(processID, SIGTERM)
      var status: Int32 = 0
      waitpid(processID, &status, 0)
    }
    directory.remove()
  }

  /// A connection to a daemon that holds nothing, on virtual time. Where all is to be the same again, so is the time.
  func begin(_ client: Agent) throws(ClientError) -> Connection {
    try begin({ ClientCore(client: client) }) { connection throws(ClientError) in
      let params = ClockUse.Params {
        $0.mode = .virtual
        $0.at = isSeeded ? Timestamp("2001-01-01T00:00:00Z") : nil
      }
      _ = try connection.call(ClockUse.self, params, timeout: Self.patience)
    }
  }

  /// - Parameters:
  ///   - client: makes the client, once for each attempt.
  ///   - greet: asks for something first.
  func begin(
    _ client: () -> ClientCore, greet: (Connection) throws(ClientError) -> Void
  ) throws(ClientError) -> Connection {
    let deadline = ContinuousClock.now + Self.patience
    while true {
      let connection = Connection(core: client())
      do throws(ClientError) {
        connection.attach(try socket())
        try greet(connection)
        return connection
      } catch {
        // Between two files it is away for a moment.
        switch error {
        case .noDaemon, .lost, .notConnected: guard ContinuousClock.now < deadline else { throw error }
        default: throw error
        }
        _ = poll(nil, 0, 1)
      }
    }
  }

  /// Ends what a file has made.
  func end(_ connection: Connection) {
    guard (try? connection.call(ServerShutdown.self, .init(), timeout: Self.patience)) != nil else { return }
    let deadline = ContinuousClock.now + Self.patience
    while connection.core.isConnected, ContinuousClock.now < deadline { connection.wait(until: deadline) }
  }

  /// What became of its process, for whoever has lost the connection: how it ended, and what it said last. Nothing where it
  /// still runs.
  func lastWords() -> [String] {
    guard let running = processID else { return [] }
    var status: Int32 = 0
    let deadline = ContinuousClock.now + .seconds(1)
    while waitpid(running, &status, WNOHANG) != running {
      // Its connections end a moment before it does.
      guard ContinuousClock.now < deadline else { return [] }
      _ = poll(nil, 0, 1)
    }
    processID = nil
    let signal = status & 0x7f
    let end = signal == 0 ? "with status \(status >> 8 & 0xff)" : "by signal \(signal)"
    let said = ((try? readFile(directory.path + "/log")) ?? "").split(whereSeparator: \.isNewline)
    // Those before it had the same log: of this one is what follows its beginning.
    let start = said.lastIndex { $0.hasPrefix("combined[\(running)]") && $0.contains(" ready ") }
    return ["the daemon of this test was ended \(end)"]
      + said[(start.map { $0 + 1 } ?? said.startIndex)...].suffix(20).map { "  " + $0 }
  }

  private func socket() throws(ClientError) -> UnixSocket {
    var status: Int32 = 0
    if let running = processID, waitpid(running, &status, WNOHANG) == running { processID = nil }
    if processID != nil { return try UnixSocket(connectingTo: socketPath) }
    let launched = try launcher.launch()
    processID = launched.processID
    return launched.socket
  }
}

/// A directory of this process, for its user only, in which a socket can be.
private struct TemporaryDirectory {
  let path: String

  init(environment: [String: String]) throws {
    let name = "/combined-test.XXXXXX"
    var parent = environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    // The kernel takes short paths of sockets only.
    if (parent + name + "/sock").utf8.count > SocketPath.bytesMax { parent = "/tmp" }
    var template = Array((parent + name).utf8CString)
    guard mkdtemp(&template) != nil else {
      throw UsageError(
        "no temporary directory can be made in \(parent): \(String(cString: strerror(errno)))",
        hint: "$TMPDIR says where", status: 73)
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// With what a daemon leaves in it.
  func remove() {
    for name in ["sock", "sock.lock", "log"] { unlink(path + "/" + name) }
    rmdir(path)
  }
}
