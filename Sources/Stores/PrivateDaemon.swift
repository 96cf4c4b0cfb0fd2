// A daemon that is there for one program only.
internal import ClientConnection
internal import Glibc

/// Started with the program and gone with it: the daemon watches the process that started it, so that it ends also when
/// that is killed.
struct PrivateDaemon {
  let path: String
  private let processID: Int32

  init(path: String, executable: String?) throws(ClientError) {
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
  }

  func stop() {
    kill(processID, SIGTERM)
    var status: Int32 = 0
    waitpid(processID, &status, 0)
  }
}
