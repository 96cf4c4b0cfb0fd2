// Finding the daemon, or starting one.
import ClientConnection
import Glibc

/// How a connection is made: with the socket's place, and whether a daemon may be started.
struct DaemonAccess {
  let socketPath: SocketPath
  let options: GlobalOptions
  let environment: [String: String]
  /// Says that a daemon was started.
  var announce: (String) -> Void = { _ in }
  /// How the daemon was started that was met last: the same is started if it has gone meanwhile.
  private let met = Met()

  private final class Met { var arguments: [String]? }

  /// - Throws: `pathTooLong` before anything is tried.
  init(options: GlobalOptions, environment: [String: String]) throws(ClientError) {
    socketPath = try SocketPath.resolve(explicit: options.socketPath, environment: environment, userID: geteuid())
    self.options = options
    self.environment = environment
  }

  /// Connects; starts a daemon when nobody listens and that is allowed.
  func connect(mayLaunch: Bool) throws(ClientError) -> UnixSocket {
    do throws(ClientError) {
      let socket = try UnixSocket(connectingTo: socketPath)
      met.arguments = StartNote.arguments(at: socketPath)
      return socket
    } catch {
      guard case .noDaemon = error, mayLaunch, options.spawn else { throw error }
    }
    guard let executable = DaemonLauncher.findExecutable(environment: environment) else {
      throw .noExecutable(searched: environment["PATH"] ?? "")
    }
    let logPath = stateDirectory("combined", environment: environment).map { $0 + "/log" }
    var launcher = DaemonLauncher(executable: executable, socketPath: socketPath, logPath: logPath)
    launcher.arguments = StartNote.arguments(at: socketPath) ?? met.arguments ?? []
    let daemon = try launcher.launch()
    for death in daemon.deaths {
      announce("\(daemon.executable) was started, but \(death); started it again: 'combinectl doctor' says more")
    }
    let words = [daemon.executable] + launcher.arguments.map(shellWord)
    announce("started \(words.joined(separator: " ")), process \(daemon.processID)")
    return daemon.socket
  }
}
