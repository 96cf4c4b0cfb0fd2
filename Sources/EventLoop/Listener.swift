// The listening socket: made inside its private directory, so that there is no moment at which others could connect, and
// taken away at the end only if it is still ours.
internal import CLinux
internal import Glibc

/// Accepts connections on a Unix stream socket. Loop thread only.
public final class Listener: ReadyHandler {
  /// Where it listens; `nil` when the socket was handed over by a service manager.
  public let path: String?
  private let fd: Int32
  private let claim: (lock: Int32, device: UInt, inode: UInt)?
  /// Given up for a moment when the process is out of descriptors, so that the connection in the queue can be taken and
  /// closed. Without it, the loop would be woken for that connection without end.
  private var reserve: Int32
  private var registration: (loop: EventLoop, id: Registration)?
  private var accept: (Stream) -> Void = { $0.close() }
  /// Told of each connection that could not be taken, as when the process is out of descriptors.
  public var onFailure: (SystemError) -> Void = { _ in }

  /// One turn takes at most so many connections; the rest are reported again by the next.
  private static let acceptsPerTurnMax = 64
  /// The kernel caps it at net.core.somaxconn.
  private static let backlog: Int32 = 4096

  /// Makes the socket at `path`: checks the length, makes or checks the directory, takes the lock beside the path, removes a
  /// socket that a killed daemon left, binds and listens.
  /// - Parameter words: how the daemon was started, to be found beside the path until it ends in order.
  public init(at path: String, noting words: [String] = []) throws(ListenerError) {
    let claimed = try SocketPath(claiming: path, noting: words)
    var socket: Int32 = -1
    do {
      socket = try checkedCall("socket") { clinux_unix_socket() }
      try checkedCall("bind") { clinux_bind(socket, path, path.utf8.count) }
      try checkedCall("listen") { listen(socket, Self.backlog) }
      reserve = try Self.openReserve()
    } catch {
      if socket >= 0 { closeDescriptor(socket) }
      SocketPath.giveUp(lock: claimed.lock)
      throw .failed(path: path, error)
    }
    var status = stat()
    lstat(path, &status)
    self.path = path
    fd = socket
    claim = (claimed.lock, UInt(status.st_dev), UInt(status.st_ino))
  }

  /// Takes over a socket that already listens, as systemd hands it over. Its path and its safety are the giver's business.
  public init(adopting fd: Int32) throws(SystemError) {
    reserve = try Self.openReserve()
    // A socket unit may leave it blocking; a connection that goes away before accept would then block the loop.
    let flags = try checkedCall("fcntl") { fcntl(fd, F_GETFL) }
    try checkedCall("fcntl") { fcntl(fd, F_SETFL, flags | O_NONBLOCK) }
    try checkedCall("fcntl") { fcntl(fd, F_SETFD, FD_CLOEXEC) }
    self.fd = fd
    path = nil
    claim = nil
  }

  /// Calls `accept` with each connection from now on. A connection whose credentials cannot be had is closed unseen.
  public func start(on loop: EventLoop, accept: @escaping (Stream) -> Void) throws(SystemError) {
    precondition(registration == nil, "a listener is started once")
    self.accept = accept
    registration = (loop, try loop.register(fd: fd, interest: .readable, handler: self))
  }

  /// Stops listening, takes the socket away if it is still the one we made, and gives up the lock.
  public func close() {
    if let registration { registration.loop.deregister(registration.id) }
    registration = nil
    accept = { $0.close() }
    if let claim, let path {
      var status = stat()
      if lstat(path, &status) == 0, UInt(status.st_dev) == claim.device, UInt(status.st_ino) == claim.inode {
        unlink(path)
      }
      SocketPath.giveUp(lock: claim.lock)
    }
    closeDescriptor(fd)
    closeDescriptor(reserve)
  }

  public var isServedMeanwhile: Bool { true }

  public func ready(_ readiness: Readiness) {
    for _ in 0..<Self.acceptsPerTurnMax {
      guard registration != nil else { return }
      switch systemCall("accept4", { Int(clinux_accept(fd)) }) {
      case .done(let connection):
        if let stream = try? Stream(adopting: Int32(connection)) { accept(stream) }
      case .wouldBlock:
        return
      case .failed(let error) where error.code == EMFILE || error.code == ENFILE:
        turnAway()
        onFailure(error)
        return
      case .failed(let error) where error.code == ECONNABORTED:
        continue
      case .failed(let error):
        // Out of memory, or a security module's refusal: this connection is lost, the daemon goes on.
        onFailure(error)
        return
      }
    }
  }

  private func turnAway() {
    closeDescriptor(reserve)
    if case .done(let connection) = systemCall("accept4", { Int(clinux_accept(fd)) }) {
      closeDescriptor(Int32(connection))
    }
    // Nobody else opens descriptors on this thread in between; if another thread took it, the next time turns nobody away.
    reserve = (try? Self.openReserve()) ?? reserve
  }

  private static func openReserve() throws(SystemError) -> Int32 {
    try checkedCall("open") { clinux_open("/dev/null", O_RDONLY | O_CLOEXEC, 0) }
  }
}
