// Why a client could not do what it was asked, for programs (cases, exit status) and for people (a sentence and a hint).
import Glibc
public import Wire

public enum ClientError: Error, Hashable, Sendable {
  /// Nobody listens at the path.
  case noDaemon(path: String)
  /// Something is there, and it cannot be connected to.
  case cannotConnect(path: String, errno: Int32)
  case pathTooLong(path: String, bytes: Int, bytesMax: Int)
  /// No daemon runs, and its program was not found.
  case noExecutable(searched: String)
  /// The daemon was started and did not become ready. `output` is what it said.
  /// `logFailure` says why nothing is known of what it said.
  case launchFailed(executable: String, reason: String, output: String, logFailure: String? = nil)
  /// The connection ended before the reply. Whether the request took effect is not known.
  case lost(method: String)
  /// The connection ended while something was followed.
  case ended
  /// There is no connection at the moment; nothing was sent.
  case notConnected
  case timedOut(method: String, after: Duration)
  /// What was to be followed or waited for has not come to its end.
  case notDone(after: Duration)
  /// The daemon refused, and says why.
  case refused(RPCError)
  /// What answers does not keep to the protocol.
  case violation(String)
}

extension ClientError {
  /// What `combinectl` exits with: sysexits.h, or the class of the daemon's error.
  public var exitStatus: Int32 {
    switch self {
    case .noDaemon, .noExecutable, .launchFailed: 69
    case .cannotConnect(_, let reason): reason == EACCES || reason == EPERM ? 77 : 69
    case .pathTooLong: 78
    case .lost, .ended, .notConnected: 75
    case .timedOut, .notDone: 8
    case .refused(let error): error.exitStatus
    case .violation: 76
    }
  }

  /// What happened, in one sentence without a full stop.
  public var message: String {
    switch self {
    case .noDaemon(let path): "no daemon listens at \(path)"
    case .cannotConnect(let path, let reason): "cannot connect to \(path): \(String(cString: strerror(reason)))"
    case .pathTooLong(let path, let bytes, let bytesMax):
      "the socket path has \(bytes) bytes, and the kernel takes at most \(bytesMax): \(path)"
    case .noExecutable: "no daemon runs, and the program 'combined' was not found to start one"
    case .launchFailed(let executable, let reason, _, _): "\(executable) was started, but \(reason)"
    case .lost(let method): "the connection was lost before the reply to \(method)"
    case .ended: "the connection to the daemon has ended"
    case .notConnected: "not connected to the daemon"
    case .timedOut(let method, let after): "\(method) was not answered within \(after)"
    case .notDone(let after): "not done after \(after)"
    case .refused(let error): error.message.hasSuffix(".") ? String(error.message.dropLast()) : error.message
    case .violation(let what): "what answers does not speak the daemon's protocol: \(what)"
    }
  }

  /// What to do about it.
  public var hint: String? {
    switch self {
    case .noDaemon: "start it with 'combined', or leave out --no-spawn"
    case .cannotConnect(_, let reason) where reason == EACCES || reason == EPERM:
      "the daemon talks to its own user only; run combinectl as that user"
    case .cannotConnect: nil
    case .pathTooLong: "choose a shorter one with --socket or $COMBINED_SOCKET, for example /tmp/combined.sock"
    case .noExecutable(let searched): "looked beside combinectl and in PATH: \(searched)"
    case .launchFailed(_, _, _, let failure?):
      failure
        + "\nits state belongs into that folder; XDG_STATE_HOME chooses another, or start combined --state DIR yourself"
    case .launchFailed(_, _, let output, nil): output.isEmpty ? nil : "it said:\n" + output.trimmingNewlines
    case .lost: "whether it took effect is not known; look before repeating it"
    case .ended, .notConnected, .timedOut, .notDone: nil
    case .refused(let error) where error.known == .protocolVersion:
      "this client speaks protocol 1; the daemon speaks "
        + (error["supported"]?.array?.compactMap(\.string).joined(separator: ", ") ?? "another")
        + ". Stop the daemon when it suits and start the one that came with this combinectl"
    case .refused(let error): error.hint
    case .violation: "is something else listening there? combinectl sockname says where"
    }
  }
}

extension String {
  fileprivate var trimmingNewlines: String {
    var text = self[...]
    while text.last?.isNewline == true { text.removeLast() }
    return String(text)
  }
}
