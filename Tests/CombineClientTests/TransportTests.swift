// Where the socket is, how long to wait between attempts, and a real daemon process started from a script.
import Glibc
import TestSupport
import Testing
import Wire

@testable import ClientConnection
@testable import CombineClient

struct TransportTests {
  @Test(
    arguments: [
      ([:], nil, "/tmp/combined-7/sock"),
      (["TMPDIR": "/var/t"], nil, "/var/t/combined-7/sock"),
      (["TMPDIR": "/var/t", "XDG_RUNTIME_DIR": "/run/user/7"], nil, "/run/user/7/combined/sock"),
      (["XDG_RUNTIME_DIR": "", "COMBINED_SOCKET": ""], nil, "/tmp/combined-7/sock"),
      (["XDG_RUNTIME_DIR": "/run/user/7", "COMBINED_SOCKET": "/s"], nil, "/s"),
      (["COMBINED_SOCKET": "/s"], "/mine", "/mine"),
    ] as [([String: String], String?, String)])
  func theSocketIsFoundLikeTheDaemonMakesIt(environment: [String: String], explicit: String?, path: String) throws {
    #expect(try SocketPath.resolve(explicit: explicit, environment: environment, userID: 7).path == path)
  }

  @Test func aPathThatTheKernelWouldCutOffIsRefusedBeforeItIsTried() throws {
    let longest = "/" + String(repeating: "a", count: 106)
    #expect(try SocketPath(longest).path == longest)
    let error = #expect(throws: ClientError.self) { try SocketPath(longest + "b") }
    #expect(error?.exitStatus == 78)
    #expect(error?.message.hasPrefix("the socket path has 108 bytes, and the kernel takes at most 107") == true)
    // Bytes, not characters.
    #expect(throws: ClientError.self) { try SocketPath("/" + String(repeating: "é", count: 54)) }
  }

  @Test func backoffDoublesToItsCapAndStartsAnew() {
    var backoff = Backoff()
    let longest = (0..<10).map { _ in backoff.next { 1 } }
    let expected = [50, 100, 200, 400, 800, 1000, 1000, 1000, 1000, 1000].map { Duration.milliseconds($0) }
    #expect(longest == expected)
    backoff.reset()
    #expect(backoff.next { 0.5 } == .milliseconds(25))
    #expect(backoff.next { 0 } == .zero, "full jitter reaches down to nothing")
  }

  @Test func pollWaitsNeverEndBeforeTheirDeadline() {
    #expect(pollMilliseconds(.zero) == 0)
    #expect(pollMilliseconds(.seconds(-1)) == 0)
    #expect(pollMilliseconds(.nanoseconds(1)) == 1)
    #expect(pollMilliseconds(.milliseconds(2)) == 2)
    #expect(pollMilliseconds(.microseconds(2001)) == 3)
  }

  @Test func whereNobodyListensThereIsNoDaemon() throws {
    let error = #expect(throws: ClientError.self) { try UnixSocket(connectingTo: SocketPath("/nowhere/at/all")) }
    #expect(error == .noDaemon(path: "/nowhere/at/all"))
    let directory = TemporaryDirectory()
    let file = directory.path + "/file"
    close(open(file, O_CREAT | O_WRONLY, 0o600))
    // The kernel says the same of a file that is no socket; the daemon that is started then says what is wrong with it.
    #expect(throws: ClientError.noDaemon(path: file)) { try UnixSocket(connectingTo: SocketPath(file)) }
  }

  @Test func aDaemonThatEndsAtOnceIsReportedWithItsWords() throws {
    let directory = TemporaryDirectory()
    let program = directory.path + "/combined"
    try write("#!/bin/sh\necho \"cannot open the journal of $2\" >&2\nexit 3\n", to: program, mode: 0o700)
    let launcher = DaemonLauncher(
      executable: program, socketPath: try SocketPath(directory.path + "/s"), logPath: directory.path + "/state/log")
    let error = #expect(throws: ClientError.self) { try launcher.launch() }
    guard case .launchFailed(program, "it ended with status 3", let output, nil) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(output == "cannot open the journal of \(directory.path)/s\n")
  }

  @Test func whereItCannotSayWhyItEndsThatIsSaid() throws {
    let directory = TemporaryDirectory()
    let (program, state) = (directory.path + "/combined", directory.path + "/state")
    try write("#!/bin/sh\nexit 74\n", to: program, mode: 0o700)
    try write("", to: state, mode: 0o600)
    let launcher = DaemonLauncher(
      executable: program, socketPath: try SocketPath(directory.path + "/s"), logPath: state + "/combined/log")
    let error = #expect(throws: ClientError.self) { try launcher.launch() }
    #expect(error?.message == "\(program) was started, but it ended with status 74")
    #expect(error?.hint?.hasPrefix("cannot write \(state)/combined/log: Not a directory\n") == true)
    #expect(error?.hint?.contains("XDG_STATE_HOME") == true)
  }

  /// A program that a signal ends so many times, and then is the daemon.
  private func mortal(_ deaths: Int, in directory: TemporaryDirectory) throws -> DaemonLauncher {
    let program = directory.path + "/combined"
    let count = directory.path + "/count"
    try write(
      """
      #!/bin/sh
      echo >> \(count)
      [ $(wc -l < \(count)) -gt \(deaths) ] || kill -9 $$
      exec \(Tool.product("combined")) --ephemeral "$@"

      """, to: program, mode: 0o700)
    return DaemonLauncher(
      executable: program, socketPath: try SocketPath(directory.path + "/s"), logPath: directory.path + "/log")
  }

  @Test func aDaemonThatASignalEndsIsStartedAgain() throws {
    let directory = TemporaryDirectory()
    let daemon = try mortal(2, in: directory).launch()
    defer {
      kill(daemon.processID, SIGTERM)
      waitpid(daemon.processID, nil, 0)
    }
    #expect(daemon.deaths == ["it was ended by signal 9", "it was ended by signal 9"])
  }

  @Test func itIsNotStartedForEver() throws {
    let directory = TemporaryDirectory()
    let launcher = try mortal(100, in: directory)
    let error = #expect(throws: ClientError.self) { try launcher.launch() }
    #expect(error?.message == "\(launcher.executable) was started, but 3 times in a row it was ended by signal 9")
  }

  @Test func aProgramThatCannotBeStartedIsReported() throws {
    let directory = TemporaryDirectory()
    let launcher = DaemonLauncher(
      executable: directory.path + "/none", socketPath: try SocketPath(directory.path + "/s"), logPath: nil)
    let error = #expect(throws: ClientError.self) { try launcher.launch() }
    #expect(error?.message == "\(directory.path)/none was started, but No such file or directory")
  }

  @Test func theDaemonIsLookedForBesideTheClientThenInPath() throws {
    let directories = (TemporaryDirectory(), TemporaryDirectory())
    let (beside, elsewhere) = (directories.0.path, directories.1.path)
    try write("", to: elsewhere + "/combined", mode: 0o700)
    let environment = ["PATH": "/nowhere:\(elsewhere)"]
    #expect(
      DaemonLauncher.findExecutable(environment: environment, ownPath: beside + "/combinectl") == elsewhere
        + "/combined")
    try write("", to: beside + "/combined", mode: 0o700)
    #expect(
      DaemonLauncher.findExecutable(environment: environment, ownPath: beside + "/combinectl") == beside + "/combined")
    #expect(DaemonLauncher.findExecutable(environment: [:], ownPath: nil) == nil)
  }

  @Test func whatCannotBeRunIsNoProgram() throws {
    let directories = (TemporaryDirectory(), TemporaryDirectory(), TemporaryDirectory())
    let (beside, first, second) = (directories.0.path, directories.1.path, directories.2.path)
    let environment = ["PATH": "\(first):\(second)"]
    mkdir(beside + "/combined", 0o700)
    mkdir(first + "/combined", 0o700)
    try write("", to: second + "/combined", mode: 0o600)
    #expect(DaemonLauncher.findExecutable(environment: environment, ownPath: beside + "/combinectl") == nil)
    chmod(second + "/combined", 0o700)
    #expect(
      DaemonLauncher.findExecutable(environment: environment, ownPath: beside + "/combinectl") == second + "/combined")
    mkdir(first + "/swiftc", 0o700)
    symlink(second + "/combined", second + "/swiftc")
    #expect(DaemonLauncher.findProgram("swiftc", environment: environment) == second + "/swiftc")
  }
}

func write(_ text: String, to path: String, mode: mode_t) throws {
  let descriptor = open(path, O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, mode)
  try #require(descriptor >= 0)
  defer { close(descriptor) }
  #expect(Glibc.write(descriptor, text, text.utf8.count) == text.utf8.count)
}
