// Starts a daemon when none listens, and knows when it is ready: when it answers. One that a signal ends before that is
// started again: what it did not survive it leaves out after the second time. A program of its own session,
// so that the Ctrl-C meant for the client does not reach it, with its messages in a log file that is shown if it fails.
import Glibc

/// What `DaemonLauncher` found or did.
public struct LaunchedDaemon {
  public var socket: UnixSocket
  /// The process that was started.
  public var processID: Int32
  /// How those ended that were started before it, and died before they answered.
  public var deaths: [String] = []
  public var executable: String
}

public struct DaemonLauncher {
  /// The program to start.
  public var executable: String
  public var socketPath: SocketPath
  /// Where its standard output and error go; created if missing. `nil` throws them away.
  public var logPath: String?
  /// Its arguments but for its socket.
  public var arguments: [String] = []
  /// How long it may take until it accepts connections, and how long is waited for its first answer: one that is still
  /// busy with what it holds is left to it.
  public var readyWithin: Duration = .seconds(5)
  /// How often it is started, if each time a signal ends it.
  public var startsMax = 3

  public init(executable: String, socketPath: SocketPath, logPath: String?) {
    self.executable = executable
    self.socketPath = socketPath
    self.logPath = logPath
  }

  /// Looks for `combined` beside the running program, then in the directories of `$PATH`.
  public static func findExecutable(environment: [String: String], ownPath: String? = ownExecutable()) -> String? {
    let beside = ownPath.flatMap { path in path.lastIndex(of: "/").map { "\(path[..<$0])/combined" } }
    if let beside, isProgram(beside) { return beside }
    return findProgram("combined", environment: environment)
  }

  /// Looks for a program in the directories of `$PATH`.
  public static func findProgram(_ name: String, environment: [String: String]) -> String? {
    (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }.first(where: isProgram)
  }

  /// A folder that can be entered is executable for the system, too.
  private static func isProgram(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
  }

  /// The running program's file.
  public static func ownExecutable() -> String? {
    guard let resolved = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Starts it and waits until it answers. Blocks the thread for at most twice `readyWithin` a start.
  public func launch() throws(ClientError) -> LaunchedDaemon {
    let log = openLog()
    // Where it would say why it ends. Mostly that is the reason: its state belongs into the same folder.
    let logFailure = log < 0 ? logPath.map { "cannot write \($0): \(String(cString: strerror(errno)))" } : nil
    defer { if log >= 0 { close(log) } }
    let logStart = log >= 0 ? lseek(log, 0, SEEK_END) : 0
    var deaths: [String] = []
    while true {
      let processID = try spawn(log: log)
      let (socket, status) = try awaitAnswer(of: processID)
      if let socket {
        return LaunchedDaemon(socket: socket, processID: processID, deaths: deaths, executable: executable)
      }
      let reason = status.map(Self.describe) ?? "it did not accept connections within \(readyWithin)"
      if let status, Self.isSignal(status) {
        deaths.append(reason)
        if deaths.count < startsMax { continue }
      }
      throw .launchFailed(
        executable: executable, reason: deaths.count > 1 ? "\(deaths.count) times in a row \(reason)" : reason,
        output: output(log, from: logStart), logFailure: logFailure)
    }
  }

  /// Waits until it answers or ends.
  /// - Returns: a connection to it, or how it ended; neither if it does not accept any in time.
  private func awaitAnswer(of processID: Int32) throws(ClientError) -> (socket: UnixSocket?, status: Int32?) {
    let deadline = ContinuousClock.now + readyWithin
    var pause = Duration.milliseconds(4)
    while true {
      do {
        let socket = try UnixSocket(connectingTo: socketPath)
        if let status = try awaitEndOrAnswer(of: processID) { return (nil, status) }
        return (socket, nil)
      } catch .noDaemon {
        // Not listening yet.
      }
      if let status = Self.end(of: processID) {
        // It may have found that another one has just been started; then that one answers.
        return ((try? UnixSocket(connectingTo: socketPath)), status)
      }
      guard ContinuousClock.now < deadline else { return (nil, nil) }
      _ = poll(nil, 0, pollMilliseconds(pause))
      pause = min(pause * 2, .milliseconds(100))
    }
  }

  /// A daemon accepts connections before it has brought back what it holds, and answers when it has. It is asked on a
  /// connection of its own, so that the one that is handed out is as good as new.
  /// - Returns: how it ended, if it did before it has answered.
  private func awaitEndOrAnswer(of processID: Int32) throws(ClientError) -> Int32? {
    let probe = try UnixSocket(connectingTo: socketPath)
    var request = #"{"jsonrpc":"2.0","id":1,"method":"session.ping"}"# + "\n"
    _ = request.withUTF8 { probe.write(UnsafeRawBufferPointer($0)) }
    let deadline = ContinuousClock.now + readyWithin
    while case let rest = deadline - .now, rest > .zero {
      probe.wait(timeout: rest)
      var byte: UInt8 = 0
      switch withUnsafeMutableBytes(of: &byte, { probe.read(into: $0) }) {
      case .bytes: return nil
      case .nothingYet: continue
      case .end:
        // The socket is gone a moment before the process is.
        while ContinuousClock.now < deadline {
          if let status = Self.end(of: processID) { return status }
          _ = poll(nil, 0, 2)
        }
      }
    }
    return nil
  }

  /// How the process ended; nil if it lives.
  private static func end(of processID: Int32) -> Int32? {
    var status: Int32 = 0
    return waitpid(processID, &status, WNOHANG) == processID ? status : nil
  }

  private static func isSignal(_ status: Int32) -> Bool { status & 0x7f != 0 }

  private func spawn(log: Int32) throws(ClientError) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    if log >= 0 {
      posix_spawn_file_actions_adddup2(&actions, log, STDOUT_FILENO)
      posix_spawn_file_actions_adddup2(&actions, log, STDERR_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
      posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    }
    keepDescriptorsToThisProcess()
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var defaults = sigset_t()
    sigfillset(&defaults)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    var mask = sigset_t()
    sigemptyset(&mask)
    posix_spawnattr_setsigmask(&attributes, &mask)
    posix_spawnattr_setflags(
      &attributes, Int16(Self.setsid | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

    let words = [executable, "--socket", Self.absolute(socketPath.path)] + arguments
    var argv: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for word in argv { free(word) } }
    var processID: pid_t = 0
    let failure = posix_spawn(&processID, executable, &actions, &attributes, &argv, environ)
    guard failure == 0 else {
      throw .launchFailed(executable: executable, reason: String(cString: strerror(failure)), output: "")
    }
    return processID
  }

  /// POSIX_SPAWN_SETSID of <spawn.h>, which glibc shows to GNU programs only.
  private static let setsid: Int32 = 0x80

  /// A descriptor that this process happens to hold, such as a pipe of the shell that waits for its end, must not be kept
  /// open by the daemon.
  private func keepDescriptorsToThisProcess() {
    guard let directory = opendir("/proc/self/fd") else { return }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if let descriptor = Int32(name), descriptor > STDERR_FILENO { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    }
  }

  private func openLog() -> Int32 {
    guard let logPath else { return -1 }
    if let slash = logPath.lastIndex(of: "/") { makeDirectories(String(logPath[..<slash])) }
    return open(logPath, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
  }

  /// What was logged since `start`, the last 4 KiB of it.
  private func output(_ log: Int32, from start: Int) -> String {
    guard log >= 0 else { return "" }
    let end = lseek(log, 0, SEEK_END)
    let count = min(4096, max(0, end - start))
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(0, pread(log, buffer.baseAddress, count, end - count))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// How a process ended, by what `waitpid` says.
  public static func describe(_ status: Int32) -> String {
    let signal = status & 0x7f
    return signal == 0 ? "it ended with status \((status >> 8) & 0xff)" : "it was ended by signal \(signal)"
  }

  private static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let here = getcwd(nil, 0) else { return path }
    defer { free(here) }
    return String(cString: here) + "/" + path
  }
}

/// Makes a directory and those above it, private to the user. Failures show when the directory is used.
public func makeDirectories(_ path: String) {
  var made = ""
  for part in path.split(separator: "/") {
    made += (made.isEmpty && !path.hasPrefix("/") ? "" : "/") + part
    mkdir(made, 0o700)
  }
}
