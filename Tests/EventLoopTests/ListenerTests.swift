// The socket's place: what is accepted, what is refused and with which words, and what is left behind.
import EventLoop
import Glibc
import TestSupport
import Testing

@Suite struct ListenerTests {
  private func listen(at path: String) throws -> Listener { try Listener(at: path) }

  private func refusal(of path: String) -> String {
    do {
      try Listener(at: path).close()
      return "accepted"
    } catch {
      return error.description
    }
  }

  private func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  private func mode(_ path: String) -> UInt32 {
    var status = stat()
    lstat(path, &status)
    return status.st_mode & 0o777
  }

  @Test func makesAPrivateDirectoryListensAndCleansUp() throws {
    let directory = TemporaryDirectory()
    let path = directory.path + "/combined/sock"
    let (loop, _) = try EventLoop.virtual()
    let listener = try listen(at: path)
    #expect(mode(directory.path + "/combined") == 0o700)
    var accepted: [Stream] = []
    try listener.start(on: loop) { accepted.append($0) }
    let client = try Stream.connect(to: path)
    loop.poll()
    #expect(accepted.count == 1)
    #expect(accepted.first?.peer == .own)
    client.send("hello")
    #expect(accepted.first?.receive().text == "hello")
    listener.close()
    #expect(!exists(path))
    #expect(exists(path + ".lock"), "the lock file stays: removing it would race")
    try listen(at: path).close()
  }

  @Test func aPathOf107BytesWorksAndOneOf108IsRefusedWithAWayOut() throws {
    let directory = TemporaryDirectory()
    let start = directory.path + "/"
    let longest = start + String(repeating: "s", count: 107 - start.utf8.count)
    try listen(at: longest).close()
    let refusal = refusal(of: longest + "s")
    #expect(
      refusal
        == "The socket path has 108 bytes and the system allows 107 · \(longest)s · choose a shorter one with --socket or "
        + "COMBINED_SOCKET, such as /tmp/combined-\(geteuid())/sock")
  }

  @Test(arguments: ["sock", "run/sock", "/tmp/", ""]) func aPathThatIsNoPathIsRefused(path: String) {
    #expect(refusal(of: path).hasPrefix("The socket path must begin with / and name a file in a directory · \(path) ·"))
  }

  @Test func aDirectoryThatOthersCanEnterIsRefused() throws {
    let directory = TemporaryDirectory()
    chmod(directory.path, 0o755)
    #expect(
      refusal(of: directory.path + "/sock")
        == "The socket's directory can be entered by others (mode 755) · \(directory.path) · it must be a directory of yours "
        + "that nobody else can enter: mkdir -m 700 a new one, or chmod 700 this one")
    #expect(!exists(directory.path + "/sock.lock"))
  }

  @Test func aLinkToADirectoryIsRefused() throws {
    let directory = TemporaryDirectory()
    mkdir(directory.path + "/real", 0o700)
    symlink(directory.path + "/real", directory.path + "/link")
    #expect(refusal(of: directory.path + "/link/sock").contains("is not a directory"))
  }

  @Test func aMissingParentIsNamed() {
    #expect(
      refusal(of: "/tmp/no-such-parent/combined/sock")
        == "The socket could not be made: mkdir /tmp/no-such-parent/combined: No such file or directory · "
        + "/tmp/no-such-parent/combined/sock")
  }

  @Test func oneDaemonAtATime() throws {
    let directory = TemporaryDirectory()
    let path = directory.path + "/sock"
    let first = try listen(at: path)
    #expect(throws: ListenerError.alreadyRunning(path: path, pid: getpid())) { try listen(at: path) }
    #expect(refusal(of: path).hasPrefix("Another combined is running here, process \(getpid()) · "))
    let client = try Stream.connect(to: path)  // the refused one has not disturbed the first
    client.close()
    first.close()
    try listen(at: path).close()
  }

  @Test func aSocketThatAKilledDaemonLeftIsReplaced() throws {
    let directory = TemporaryDirectory()
    let path = directory.path + "/sock"
    _ = leaveSocket(at: path, listening: false)
    #expect(exists(path))
    let listener = try listen(at: path)
    try Stream.connect(to: path).close()
    listener.close()
  }

  @Test func aSocketThatSomebodyAnswersAtIsNotTakenAway() throws {
    let directory = TemporaryDirectory()
    let path = directory.path + "/sock"
    let fd = try #require(leaveSocket(at: path, listening: true))
    #expect(refusal(of: path).hasPrefix("A program that does not hold the lock answers at the socket · \(path) · "))
    #expect(exists(path))
    close(fd)
  }

  @Test func aFileInTheSocketsPlaceIsNotTakenAway() throws {
    let directory = TemporaryDirectory()
    let path = directory.path + "/sock"
    close(creat(path, 0o600))
    #expect(refusal(of: path).hasPrefix("Something that is not a socket is in the socket's place · \(path) · "))
    #expect(exists(path))
  }

  @Test func closingDoesNotTakeAwayAnothersSocket() throws {
    let directory = TemporaryDirectory()
    let path = directory.path + "/sock"
    let listener = try listen(at: path)
    unlink(path)
    let other = try #require(leaveSocket(at: path, listening: true))
    listener.close()
    #expect(exists(path))
    close(other)
  }

  @Test func aHandedOverSocketIsUsedAsItIs() throws {
    let directory = TemporaryDirectory()
    let path = directory.path + "/sock"
    let (loop, _) = try EventLoop.virtual()
    let listener = try Listener(adopting: try #require(leaveSocket(at: path, listening: true)))
    #expect(listener.path == nil)
    var accepted = 0
    try listener.start(on: loop) { stream in
      accepted += 1
      stream.close()
    }
    for _ in 0..<3 { try Stream.connect(to: path).close() }
    loop.poll()
    #expect(accepted == 3)
    listener.close()
    #expect(exists(path))
  }

  @Test func connectionsAreTurnedAwayWhenDescriptorsRunOutAndTheLoopDoesNotSpin() async {
    await #expect(processExitsWith: .success) {
      let directory = TemporaryDirectory()
      let path = directory.path + "/sock"
      let (loop, _) = try EventLoop.virtual()
      let listener = try Listener(at: path)
      var accepted: [Stream] = []
      try listener.start(on: loop) { accepted.append($0) }
      let client = try Stream.connect(to: path)
      // From here on not one descriptor more can be opened.
      var limit = rlimit(rlim_cur: rlim_t(dup(0)), rlim_max: 4096)
      close(Int32(limit.rlim_cur))
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      loop.poll()
      precondition(accepted.isEmpty, "there was no descriptor for it")
      precondition(client.receive().ended, "turned away, not left hanging")
      precondition(!loop.poll(), "nothing is left to wake the loop")
    }
  }

  /// Binds a socket without any of our care, and perhaps listens; without listening it is what a killed daemon leaves.
  private func leaveSocket(at path: String, listening: Bool) -> Int32? {
    let fd = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(fd, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    precondition(bound == 0, "bind failed")
    guard listening else {
      close(fd)
      return nil
    }
    Glibc.listen(fd, 8)
    return fd
  }
}
