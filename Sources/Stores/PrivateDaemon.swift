// A daemon that is there for one program only.
internal import ClientConnection
internal import Foundation
internal import Glibc
internal import Synchronization

/// Started with the program and gone with it: the daemon watches the process that started it, so that it ends also when
/// that is killed.
final class PrivateDaemon: Sendable {
  let path: String
  let processID: Int32
  /// Whether it is gone; a number that is free again may be that of another process.
  private let isGone = Mutex(false)
  private let gone = DispatchSemaphore(value: 0)

  /// - Parameter ended: told once that it is gone, and how, on a thread of its own.
  init(path: String, executable: String?, ended: @escaping @Sendable (String) -> Void) throws(ClientError) {
    var environment: [String: String] = [:]
    for variable in ["PATH", "XDG_RUNTIME_DIR", "TMPDIR"] {
      environment[variable] = getenv(variable).map { String(cString: $0) }
    }
    guard let executable = executable ?? DaemonLauncher.findExecutable(environment: environment) else {
      throw .noExecutable(searched: environment["PATH"] ?? "")
    }
    let socketPath = try SocketPath.resolve(explicit: path, environment: environment, userID: geteuid())
    var launcher = DaemonLauncher(executable: executable, socketPath: socketPath, logPath: path + ".log")
    launcher.arguments = ["--ephemeral", "--ends-with", "\(getpid())", "--log", "warning"]
    processID = try launcher.launch().processID
    self.path = socketPath.path
    Thread.detachNewThread { [self] in
      let reason = awaitEnd()
      gone.signal()
      ended(reason)
    }
  }

  private func awaitEnd() -> String {
    var info = siginfo_t()
    while waitid(P_PID, id_t(processID), &info, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    return isGone.withLock { isGone in
      var status: Int32 = 0
      let isKnown = waitpid(processID, &status, 0) == processID
      isGone = true
      return isKnown ? DaemonLauncher.describe(status) : "it is gone"
    }
  }

  func stop() {
    isGone.withLock { if !$0 { kill(processID, SIGTERM) } }
    gone.wait()
    gone.signal()
  }
}
