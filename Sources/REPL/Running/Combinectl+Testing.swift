// `combinectl test`: each file against a daemon of its own, which keeps nothing and whose clock stands still until the file
// moves it.
import ClientConnection
import Glibc
import Wire

extension Combinectl {
  /// - Returns: 0 when everything held, 2 when an expectation did not, else the class of what went wrong.
  func test(_ files: [String]) throws -> Int32 {
    let texts = try files.map { (name: $0 == "-" ? "stdin" : $0, text: try readFile($0)) }
    var status: Int32 = 0
    for (name, text) in texts {
      let own = try test(text, name: name)
      if status == 0 { status = own }
    }
    return status
  }

  private func test(_ text: String, name: String) throws -> Int32 {
    guard let executable = DaemonLauncher.findExecutable(environment: environment) else {
      throw ClientError.noExecutable(searched: environment["PATH"] ?? "")
    }
    let directory = try TemporaryDirectory(environment: environment)
    defer { directory.remove() }
    let path = try SocketPath.resolve(explicit: directory.path + "/sock", environment: environment, userID: geteuid())
    var launcher = DaemonLauncher(executable: executable, socketPath: path, logPath: directory.path + "/log")
    launcher.arguments = ["--ephemeral"]
    let client = Agent(name: "combinectl", version: Self.version, pid: Int(getpid()))
    let connection = Connection(core: ClientCore(client: client))
    connection.attach(try launcher.launch().socket)
    _ = try connection.call(ClockUse.self, ClockUse.Params { $0.mode = .virtual }, timeout: .seconds(10))

    let settings = SessionSettings(
      isInteractive: false, isJSON: options.json, isQuiet: true, stopsAtFailure: true, isTest: true,
      showsResults: false,
      timeout: options.timeout,
      style: style)
    let session = Session(core: connection.core, screen: StreamScreen(), settings: settings)
    session.run(text, file: name)
    session.endOfInput()
    let status = Loop(session: session, connection: connection, input: nil).run()
    _ = try? connection.call(ServerShutdown.self, .init(), timeout: .seconds(10))
    if !options.json {
      let tally = session.expectations
      let count = "\(tally.held + tally.failed) \(tally.held + tally.failed == 1 ? "expectation" : "expectations")"
      let verdict = status == 0 ? style("ok", .green) : style("failed", .red)
      show(lines: ["\(verdict)  \(name)  \(count)" + (tally.failed == 0 ? "" : ", \(tally.failed) not met")])
    }
    return status
  }
}

/// A directory of this process, for its user only.
private struct TemporaryDirectory {
  let path: String

  init(environment: [String: String]) throws {
    var template = Array(((environment["TMPDIR"] ?? "/tmp") + "/combined-test.XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      throw UsageError("no temporary directory can be made: \(String(cString: strerror(errno)))", status: 73)
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// With what a daemon leaves in it.
  func remove() {
    for name in ["sock", "sock.lock", "log"] { unlink(path + "/" + name) }
    rmdir(path)
  }
}
