// The program itself, started as a user would start it, and a client that blocks, as a simple program's would.
import Glibc
import TestSupport
import Testing

@testable import Server

/// A running `combined`.
final class DaemonProcess {
  let socket: String
  private let pid: pid_t
  private let errors: Int32
  private var status: Int32?
  /// Whether the system kept an image of its memory.
  private(set) var leftCore = false
  /// What it has written to standard error so far.
  private(set) var output = ""

  /// Beside the tests, where the build puts it.
  static var executable: String { Tool.product("combined") }

  /// Starts it on a socket and a state directory in `directory`.
  ///
  /// - Parameters:
  ///   - arguments: in place of `--socket` and `--state`.
  ///   - wrapper: what the shell does before it becomes the daemon.
  ///   - inherited: becomes descriptor 3.
  init(
    in directory: TemporaryDirectory, socket name: String = "sock", arguments: [String]? = nil,
    environment: [String: String] = [:], wrapper: String = "", inherited: Int32? = nil
  ) throws {
    socket = directory.path + "/" + name
    var pipe: [Int32] = [0, 0]
    #expect(Glibc.pipe(&pipe) == 0)
    // A process started meanwhile would keep the pipe open and its reader waiting.
    for fd in pipe { _ = fcntl(fd, F_SETFD, FD_CLOEXEC) }
    errors = pipe[0]
    defer { close(pipe[1]) }
    let words = [Self.executable] + (arguments ?? ["--socket", socket, "--state", directory.path + "/state"])
    let command = wrapper + " exec \"$0\" \"$@\""
    pid = try spawn(
      "/bin/sh", ["-c", command] + words,
      environment: environment.merging(["PATH": "/usr/bin:/bin"]) { $1 }.map { "\($0)=\($1)" }
    ) { actions in
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
      posix_spawn_file_actions_adddup2(&actions, pipe[1], STDOUT_FILENO)
      posix_spawn_file_actions_adddup2(&actions, pipe[1], STDERR_FILENO)
      if let inherited { posix_spawn_file_actions_adddup2(&actions, inherited, 3) }
    }
  }

  deinit {
    if status == nil { _ = kill(SIGKILL) }
    close(errors)
  }

  /// Reads what it says until a line holds `text` or it says no more. False then.
  @discardableResult
  func waits(for text: String) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !output.contains(text) {
      let count = read(errors, &buffer, buffer.count)
      if count <= 0 { return false }
      output += String(decoding: buffer.prefix(count), as: UTF8.self)
    }
    return true
  }

  /// Makes room for more.
  func readWhatIsThere() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    var waiting = pollfd(fd: errors, events: Int16(POLLIN), revents: 0)
    while poll(&waiting, 1, 0) == 1 {
      let count = read(errors, &buffer, buffer.count)
      if count <= 0 { return }
      output += String(decoding: buffer.prefix(count), as: UTF8.self)
    }
  }

  func send(_ signal: Int32) { Glibc.kill(pid, signal) }

  /// Sends a signal and waits for the end.
  func kill(_ signal: Int32) -> Int32 {
    send(signal)
    return ends()
  }

  /// Waits for its end: the exit status, or the negative of the signal that ended it.
  func ends() -> Int32 {
    if let status { return status }
    var raw: Int32 = 0
    while waitpid(pid, &raw, 0) < 0, errno == EINTR {}
    let ended = raw & 0x7F == 0 ? (raw >> 8) & 0xFF : -(raw & 0x7F)
    status = ended
    leftCore = raw & 0x80 != 0
    waits(for: "\u{0}")
    return ended
  }

  func connect() throws -> BlockingClient { try BlockingClient(socket) }
}

/// A socket that waits for answers.
final class BlockingClient {
  private let fd: Int32
  private var buffered: [UInt8] = []
  private var validator: MessageValidator

  init(_ path: String) throws {
    validator = try #require(MessageValidator.known, "Protocol/schemas cannot be read")
    fd = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(fd, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(connected == 0, "\(path) does not accept: \(String(cString: strerror(errno)))")
  }

  deinit { close(fd) }

  /// Sends a message and gives the next line that comes; `nil` at the end of the connection.
  func ask(_ message: String) -> String? {
    send(message)
    return nextLine()
  }

  func send(_ message: String) {
    let line = Client.completed(message) + "\n"
    validator.sent(line, by: "")
    _ = write(fd, line, line.utf8.count)
  }

  /// The next line, which has to be as `Protocol/schemas` has it.
  func nextLine() -> String? {
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      if let end = buffered.firstIndex(of: 0x0A) {
        let line = String(decoding: buffered[..<end], as: UTF8.self)
        buffered.removeSubrange(...end)
        if let complaint = validator.complaint(line, to: "") {
          Issue.record("Protocol/schemas: \(complaint): \(line.prefix(500))")
        }
        return Client.abbreviated(line)
      }
      let count = read(fd, &chunk, chunk.count)
      if count <= 0 { return nil }
      buffered += chunk.prefix(count)
    }
  }
}
