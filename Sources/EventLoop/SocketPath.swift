// Where the socket lives and who may get near it: a directory of ours that nobody else can enter, one daemon at a time in
// it, and no guessing about whether a socket that lies there is still in use.
internal import CLinux
internal import Glibc

/// Why the socket could not be made. Each says what happened, where, and what to do.
public enum ListenerError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The path does not fit into a socket address.
  case pathTooLong(path: String, bytes: Int)
  /// The path has no directory part or no name.
  case pathNotAbsolute(path: String)
  /// The directory is not a directory, or not ours, or others can enter it.
  case directoryUnsafe(directory: String, reason: String)
  /// Another daemon holds the lock; its process number if it wrote one.
  case alreadyRunning(path: String, pid: Int32?)
  /// Something that is not a socket, or a socket that somebody answers at, is where ours should be.
  case occupied(path: String, reason: String)
  /// A system call failed.
  case failed(path: String, SystemError)

  public var description: String {
    switch self {
    case .pathTooLong(let path, let bytes):
      "The socket path has \(bytes) bytes and the system allows \(SocketPath.bytesMax) · \(path) · "
        + "choose a shorter one with --socket or COMBINED_SOCKET, such as /tmp/combined-\(geteuid())/sock"
    case .pathNotAbsolute(let path):
      "The socket path must begin with / and name a file in a directory · \(path) · give the whole path"
    case .directoryUnsafe(let directory, let reason):
      "The socket's directory \(reason) · \(directory) · "
        + "it must be a directory of yours that nobody else can enter: mkdir -m 700 a new one, or chmod 700 this one"
    case .alreadyRunning(let path, let pid):
      "Another combined is running here\(pid.map { ", process \($0)" } ?? "") · \(path) · "
        + "use it, stop it with 'combinectl stop', or choose another --socket"
    case .occupied(let path, let reason):
      "\(reason) · \(path) · move it away or choose another --socket"
    case .failed(let path, let error):
      "The socket could not be made: \(error) · \(path)"
    }
  }
}

/// A path that has been found fit for a socket, its directory made safe and its lock taken.
struct SocketPath {
  /// `sun_path` holds 108 bytes with the NUL.
  static let bytesMax = 107

  let path: String
  /// Holds the flock for as long as the listener lives. The lock file stays behind: removing it would let two daemons
  /// hold locks on two files of one name.
  let lock: Int32

  /// Checks, makes the directory (its last component only) and takes the lock.
  /// - Parameter words: what is noted in the lock file.
  init(claiming path: String, noting words: [String]) throws(ListenerError) {
    guard path.utf8.count <= Self.bytesMax else {
      throw .pathTooLong(path: path, bytes: path.utf8.count)
    }
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), path.hasPrefix("/"),
      path.utf8.last != UInt8(ascii: "/"),
      !path.utf8.contains(0)
    else { throw .pathNotAbsolute(path: path) }
    try Self.secure(directory: slash == path.startIndex ? "/" : String(path[..<slash]), for: path)
    lock = try Self.takeLock(beside: path, noting: words)
    self.path = path
    do {
      try removeStaleSocket()
    } catch {
      Self.giveUp(lock: lock)
      throw error
    }
  }

  private static func secure(directory: String, for path: String) throws(ListenerError) {
    do {
      try checkedCall("mkdir") { mkdir(directory, 0o700) }
    } catch  where error.code != EEXIST {
      throw .failed(path: path, SystemError(call: "mkdir \(directory)", code: error.code))
    } catch {}
    var status = stat()
    // Not following links: /tmp/combined-1000 could be somebody's link to a place of theirs.
    do { try checkedCall("lstat") { lstat(directory, &status) } } catch { throw .failed(path: path, error) }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw .directoryUnsafe(directory: directory, reason: "is not a directory")
    }
    guard status.st_uid == geteuid() else {
      throw .directoryUnsafe(directory: directory, reason: "belongs to user \(status.st_uid), not to you")
    }
    guard status.st_mode & 0o077 == 0 else {
      let mode = String(status.st_mode & 0o777, radix: 8)
      throw .directoryUnsafe(directory: directory, reason: "can be entered by others (mode \(mode))")
    }
  }

  /// Its first line is for display; the words behind it, each with a zero after it, are for whoever starts the daemon again
  /// after it was killed (`ClientConnection/Launch/StartNote.swift`).
  private static func takeLock(beside path: String, noting words: [String]) throws(ListenerError) -> Int32 {
    let file = path + ".lock"
    let fd: Int32
    do {
      fd = try checkedCall("open") { clinux_open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600) }
    } catch {
      throw .failed(path: path, SystemError(call: "open \(file)", code: error.code))
    }
    switch systemCall("flock", { Int(clinux_lock(fd)) }) {
    case .done:
      let text = "\(getpid())\n" + words.map { $0 + "\0" }.joined()
      ftruncate(fd, 0)
      pwrite(fd, text, text.utf8.count, 0)
      return fd
    case .wouldBlock:
      defer { closeDescriptor(fd) }
      throw .alreadyRunning(path: path, pid: pid(in: fd))
    case .failed(let error):
      closeDescriptor(fd)
      throw .failed(path: path, error)
    }
  }

  /// Takes out what was noted, which is for after a kill, and unlocks.
  ///
  /// It does not leave that to the closing: a child that another thread is just starting has a copy of the
  /// descriptor until it runs its program, and would hold the lock for that long.
  static func giveUp(lock: Int32) {
    ftruncate(lock, 0)
    _ = systemCall("flock") { Int(clinux_unlock(lock)) }
    closeDescriptor(lock)
  }

  /// What the holder of the lock wrote, for display.
  private static func pid(in fd: Int32) -> Int32? {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = pread(fd, &bytes, bytes.count, 0)
    guard count > 0 else { return nil }
    return Int32(String(decoding: bytes.prefix(count).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
  }

  /// With the lock held nobody of ours listens here; a socket that refuses connections is what a killed daemon left.
  /// Nothing but ECONNREFUSED proves that.
  private func removeStaleSocket() throws(ListenerError) {
    var status = stat()
    if lstat(path, &status) != 0 {
      if errno == ENOENT { return }
      throw .failed(path: path, SystemError(call: "lstat", code: errno))
    }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw .occupied(path: path, reason: "Something that is not a socket is in the socket's place")
    }
    do {
      let probe = try checkedCall("socket") { clinux_unix_socket() }
      defer { closeDescriptor(probe) }
      switch systemCall("connect", { Int(clinux_connect(probe, path, path.utf8.count)) }) {
      case .done, .wouldBlock:  // EAGAIN: somebody listens whose queue is full
        throw ListenerError.occupied(path: path, reason: "A program that does not hold the lock answers at the socket")
      case .failed(let error) where error.code == ECONNREFUSED:
        try checkedCall("unlink") { unlink(path) }
      case .failed(let error):
        throw error
      }
    } catch let error as ListenerError {
      throw error
    } catch {
      throw .failed(path: path, (error as? SystemError) ?? SystemError(call: "connect", code: EIO))
    }
  }
}
