// A connected, non-blocking Unix stream socket: the bytes under a connection, and the only file that calls the kernel for them.
import Glibc

/// Owns one file descriptor and closes it at the end of its life. One thread at a time.
public final class UnixSocket {
  /// For polling together with other descriptors; still owned by this object.
  public private(set) var descriptor: Int32

  /// Takes over a connected stream socket, for example one end of a `socketpair`.
  public init(owning descriptor: Int32) {
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Gives the descriptor away, for example to another thread; this object is of no use after it.
  package func release() -> Int32 {
    defer { descriptor = -1 }
    return descriptor
  }

  /// Connects, which for a Unix socket is immediate: there is a listener or there is none.
  public convenience init(connectingTo socketPath: SocketPath) throws(ClientError) {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw .cannotConnect(path: socketPath.path, errno: errno) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: socketPath.path.utf8) }
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        retryingInterrupts { connect(descriptor, address, socklen_t(MemoryLayout<sockaddr_un>.size)) }
      }
    }
    guard status == 0 else {
      let reason = errno
      close(descriptor)
      // Only these two prove that nobody listens; anything else must not lead to a second daemon.
      if reason == ENOENT || reason == ECONNREFUSED { throw .noDaemon(path: socketPath.path) }
      throw .cannotConnect(path: socketPath.path, errno: reason)
    }
    self.init(owning: descriptor)
  }

  /// What one read gave.
  public enum Received: Equatable {
    case bytes(Int)
    case nothingYet
    case end
  }

  /// Reads what is there, without waiting.
  public func read(into buffer: UnsafeMutableRawBufferPointer) -> Received {
    let count = retryingInterrupts { Glibc.read(descriptor, buffer.baseAddress, buffer.count) }
    if count > 0 { return .bytes(count) }
    if count < 0, errno == EAGAIN || errno == EWOULDBLOCK { return .nothingYet }
    return .end
  }

  /// Writes as much as fits, without waiting. `nil` means that the other side is gone.
  public func write(_ bytes: UnsafeRawBufferPointer) -> Int? {
    let count = retryingInterrupts { send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)) }
    if count >= 0 { return count }
    return errno == EAGAIN || errno == EWOULDBLOCK ? 0 : nil
  }

  /// Waits until there is something to read (or to write), at most for `timeout`; `nil` waits for ever.
  /// Returns early when a signal arrives, so that the caller can look why.
  public func wait(forWriting: Bool = false, timeout: Duration?) {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN | (forWriting ? POLLOUT : 0)), revents: 0)
    _ = poll(&wanted, 1, timeout.map(pollMilliseconds) ?? -1)
  }
}

/// Rounds up, so that a wait never ends just before its deadline and spins.
public func pollMilliseconds(_ duration: Duration) -> Int32 {
  guard duration > .zero else { return 0 }
  let (seconds, attoseconds) = duration.components
  guard seconds < 1_000_000 else { return 1_000_000_000 }
  return Int32(seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
}

func retryingInterrupts<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}
