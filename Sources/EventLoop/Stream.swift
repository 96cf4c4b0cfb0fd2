// A connected stream socket that never blocks, and the protocol behind which tests and simulation can stand.
internal import CLinux
internal import Glibc

/// Who is at the other end of a connection, as the kernel recorded it when it was made. The user and group decide; the
/// process number is for display only, since it may belong to another process by now.
public struct PeerCredentials: Equatable, Sendable {
  public let uid: UInt32
  public let gid: UInt32
  public let pid: Int32

  public init(uid: UInt32, gid: UInt32, pid: Int32) {
    self.uid = uid
    self.gid = gid
    self.pid = pid
  }

  /// This process.
  public static var own: PeerCredentials { PeerCredentials(uid: geteuid(), gid: getegid(), pid: getpid()) }
}

/// What a read found.
public enum ReadOutcome: Equatable, Sendable {
  /// So many bytes, at least one.
  case bytes(Int)
  /// Nothing now.
  case wouldBlock
  /// The peer will send nothing more. It may still be reading.
  case end
  /// The connection is gone.
  case failed(SystemError)
}

/// What a write did.
public enum WriteOutcome: Equatable, Sendable {
  /// So many bytes were taken; when fewer than offered, there is no more room for now.
  case written(Int)
  /// No room at all.
  case wouldBlock
  /// The peer will read nothing more, or the connection is gone.
  case failed(SystemError)
}

/// Bytes both ways, never blocking. Loop thread only.
public protocol Transport: AnyObject {
  /// Who is at the other end.
  var peer: PeerCredentials { get }
  /// Reads once into `buffer`, which must not be empty.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadOutcome
  /// Writes what `vector` holds, from its start, once.
  func write(_ vector: WriteVector) -> WriteOutcome
  /// Watches for readiness from now on.
  func attach(to loop: EventLoop, interest: Readiness, handler: any ReadyHandler) throws(SystemError)
  /// Changes what is watched for. Only while attached.
  func setInterest(_ interest: Readiness) throws(SystemError)
  /// Makes room for so many bytes more than a write takes otherwise, as far as the system allows it: for last words to
  /// a peer that does not read.
  func makeRoom(for count: Int)
  /// Ends both directions and lets go of the descriptor; nothing may be called afterwards.
  func close()
}

extension Transport {
  public func makeRoom(for count: Int) {}
}

/// The buffers of one gathered write. Reused from write to write, so that a flush allocates nothing.
///
/// It holds pointers only: whoever fills it keeps the memory alive and in place until the write has returned.
public final class WriteVector {
  /// Linux takes 1,024 in one call; beyond a few dozen the calls saved no longer show.
  public static let buffersMax = 256
  private let buffers: UnsafeMutableBufferPointer<iovec>
  /// How many buffers there are.
  public private(set) var count = 0
  /// How many bytes there are.
  public private(set) var byteCount = 0

  public init() { buffers = .allocate(capacity: Self.buffersMax) }
  deinit { buffers.deallocate() }

  /// True when `append` must not be called again.
  public var isFull: Bool { count == Self.buffersMax }

  /// Empties it.
  public func removeAll() {
    count = 0
    byteCount = 0
  }

  /// Adds one buffer; an empty one is left out.
  public func append(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress, !bytes.isEmpty else { return }
    precondition(!isFull, "a write vector takes \(Self.buffersMax) buffers")
    buffers[count] = iovec(iov_base: UnsafeMutableRawPointer(mutating: base), iov_len: bytes.count)
    count += 1
    byteCount += bytes.count
  }

  /// One of the bytes; O(buffers).
  public func byte(at index: Int) -> UInt8 {
    var rest = index
    for buffer in buffers.prefix(count) {
      if rest < buffer.iov_len { return buffer.iov_base.load(fromByteOffset: rest, as: UInt8.self) }
      rest -= buffer.iov_len
    }
    preconditionFailure("there are \(byteCount) bytes")
  }

  /// Calls `body` with each buffer in order; for transports that are not sockets.
  public func forEach(_ body: (UnsafeRawBufferPointer) -> Void) {
    for buffer in buffers.prefix(count) { body(UnsafeRawBufferPointer(start: buffer.iov_base, count: buffer.iov_len)) }
  }

  var pointer: UnsafePointer<iovec>? { UnsafePointer(buffers.baseAddress) }
}

/// `Transport` over a stream socket, which it owns.
public final class Stream: Transport {
  private let fd: Int32
  public let peer: PeerCredentials
  private var registration: (loop: EventLoop, id: Registration)?
  private var closed = false

  /// Takes over a connected, nonblocking socket and asks the kernel who is at the other end.
  public init(adopting fd: Int32) throws(SystemError) {
    var uid: UInt32 = 0
    var gid: UInt32 = 0
    var pid: Int32 = 0
    do {
      try checkedCall("getsockopt") { clinux_peer(fd, &uid, &gid, &pid) }
    } catch {
      closeDescriptor(fd)
      throw error
    }
    self.fd = fd
    peer = PeerCredentials(uid: uid, gid: gid, pid: pid)
  }

  /// Two streams connected to each other; the peer of both is this process.
  public static func pair() throws(SystemError) -> (Stream, Stream) {
    var fds: [Int32] = [-1, -1]
    try checkedCall("socketpair") { clinux_socketpair(&fds) }
    let first = try Stream(adopting: fds[0])
    return (first, try Stream(adopting: fds[1]))
  }

  /// A stream connected to the socket at `path`.
  public static func connect(to path: String) throws(SystemError) -> Stream {
    let fd = try checkedCall("socket") { clinux_unix_socket() }
    do {
      try checkedCall("connect") { clinux_connect(fd, path, path.utf8.count) }
    } catch {
      closeDescriptor(fd)
      throw error
    }
    return try Stream(adopting: fd)
  }

  deinit { if !closed { close() } }

  public func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadOutcome {
    precondition(!buffer.isEmpty, "a read into no room would look like the end of input")
    switch systemCall("recv", { clinux_receive(fd, buffer.baseAddress!, buffer.count) }) {
    case .done(0): return .end
    case .done(let count): return .bytes(count)
    case .wouldBlock: return .wouldBlock
    case .failed(let error): return .failed(error)
    }
  }

  public func write(_ vector: WriteVector) -> WriteOutcome {
    switch systemCall("sendmsg", { clinux_send(fd, vector.pointer, vector.count) }) {
    case .done(let count): return .written(count)
    case .wouldBlock: return .wouldBlock
    case .failed(let error): return .failed(error)
    }
  }

  public func attach(to loop: EventLoop, interest: Readiness, handler: any ReadyHandler) throws(SystemError) {
    precondition(registration == nil && !closed, "a stream is attached once, while it is open")
    registration = (loop, try loop.register(fd: fd, interest: interest, handler: handler))
  }

  public func setInterest(_ interest: Readiness) throws(SystemError) {
    guard let registration else { return }
    try registration.loop.setInterest(interest, of: registration.id)
  }

  public func makeRoom(for count: Int) { clinux_grow_send_buffer(fd, Int32(clamping: count)) }

  /// Ends our sending direction; the peer reads what was written and then the end.
  public func endWriting() { _ = systemCall("shutdown") { Int(shutdown(fd, Int32(SHUT_WR))) } }

  public func close() {
    precondition(!closed, "a stream is closed once")
    closed = true
    if let registration { registration.loop.deregister(registration.id) }
    registration = nil
    // Now, for the peer, also while a child that another thread is starting still has a copy.
    _ = systemCall("shutdown") { Int(shutdown(fd, Int32(SHUT_RDWR))) }
    closeDescriptor(fd)
  }
}
