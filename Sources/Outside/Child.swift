// A program that runs as a child of ours: started without a shell as the leader of a process group, watched through a
// descriptor, ended with its whole group, and always waited for.

internal import CLinux
internal import EventLoop
internal import Glibc

/// The children that have not ended, or whose group has not. Loop thread only.
final class Children {
  private var all: [pid_t: Child] = [:]
  let loop: EventLoop
  /// What a group gets between being asked to end and being made to.
  static let grace = Duration.seconds(2)

  init(on loop: EventLoop) { self.loop = loop }

  var count: Int { all.count }

  /// Starts a program. Fails with the errno of what could not be done.
  /// - Parameter exited: called once with the exit status as shells have it, never inside this call, and not after `end`.
  /// - Returns: the child, and its standard output if that was wanted.
  func start(
    _ words: [String], wantsOutput: Bool, exited: @escaping (Int) -> Void
  ) throws(SystemError) -> (child: Child, output: Descriptor?) {
    let errors = try Self.pipe()
    let output = wantsOutput ? try Self.pipe() : nil
    var pid: pid_t = 0
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    guard clinux_spawn(&arguments, output?.write.number ?? -1, errors.write.number, &pid) == 0 else {
      throw SystemError(call: "spawn", code: errno)
    }
    let descriptor = clinux_pidfd(pid)
    guard descriptor >= 0 else {
      let code = errno
      // Nobody would hear of its end.
      kill(-pid, SIGKILL)
      waitpid(pid, nil, 0)
      throw SystemError(call: "pidfd_open", code: code)
    }
    let child = Child(pid, Descriptor(descriptor), errors.read, self, exited)
    all[pid] = child
    return (child, output?.read)
  }

  private static func pipe() throws(SystemError) -> (read: Descriptor, write: Descriptor) {
    var ends: [Int32] = [-1, -1]
    guard clinux_pipe(&ends) == 0 else { throw SystemError(call: "pipe2", code: errno) }
    return (Descriptor(ends[0]), Descriptor(ends[1]))
  }

  fileprivate func forget(_ child: Child) { all[child.pid] = nil }

  /// Ends everything that runs and waits for it. For the end of the process only.
  func endAll() {
    for child in all.values { child.end() }
    let deadline = MonotonicTime.now + Self.grace
    while MonotonicTime.now < deadline, settle() {}
    for child in all.values { child.kill() }
    // Nothing but a wait in the kernel itself withstands this.
    while MonotonicTime.now < deadline + Self.grace, settle(), all.values.contains(where: { !$0.isReaped }) {}
    for child in all.values { child.close() }
    all = [:]
  }

  /// Waits a moment for something to end. False when nothing is left.
  private func settle() -> Bool {
    for child in all.values { child.reap() }
    if all.isEmpty { return false }
    var watched = all.values.filter { !$0.isReaped }.map {
      pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0)
    }
    poll(&watched, nfds_t(watched.count), 10)
    return true
  }
}

/// One child and its group. Loop thread only.
final class Child {
  let pid: pid_t
  private(set) var isReaped = false
  private let children: Children
  private var exited: ((Int) -> Void)?
  private let pidfd: Descriptor
  private let errors: Descriptor
  private var exitWatch: Watch!
  private var errorWatch: Watch!
  private var lastErrors: [UInt8] = []
  /// Bytes of standard error that are kept.
  private static let errorsKept = 4096
  private static let errorLinesKept = 10
  private var killTimer: LoopTimer?
  private var isKilled = false

  fileprivate init(
    _ pid: pid_t, _ pidfd: Descriptor, _ errors: Descriptor, _ children: Children, _ exited: @escaping (Int) -> Void
  ) {
    self.pid = pid
    self.pidfd = pidfd
    self.errors = errors
    self.children = children
    self.exited = exited
    exitWatch = Watch(pidfd, on: children.loop) { [weak self] in self?.reap() }
    errorWatch = Watch(errors, on: children.loop) { [weak self] in _ = self?.readErrors() }
    exitWatch.start()
    errorWatch.start()
  }

  fileprivate var descriptor: Int32 { pidfd.number }

  /// The last lines it wrote to standard error.
  var standardError: String {
    String(decoding: lastErrors, as: UTF8.self)
      .split(whereSeparator: \.isNewline).suffix(Self.errorLinesKept).joined(separator: "\n")
  }

  /// Asks the group to end, and sees to it that it does. Nothing is reported. Idempotent.
  func end() {
    exited = nil
    guard killTimer == nil else { return }
    Glibc.kill(-pid, SIGTERM)
    // A group that is stopped hears nothing before it goes on.
    Glibc.kill(-pid, SIGCONT)
    killTimer = children.loop.after(Children.grace) { [self] in
      kill()
      if isReaped { close() }
    }
  }

  fileprivate func kill() {
    isKilled = true
    Glibc.kill(-pid, SIGKILL)
  }

  /// Looks whether it has ended, and takes its status.
  fileprivate func reap() {
    var status: Int32 = 0
    if !isReaped {
      guard clinux_reap(pid, &status) != 0 else { return }
      isReaped = true
      exitWatch.stop()
      // What it wrote last is in the pipe by now. Others of its group may go on writing; nobody waits for them.
      for _ in 0..<16 where !readErrors() { break }
      errorWatch.stop()
      let tell = exited
      exited = nil
      if isKilled || groupIsEmpty { close() } else { end() }
      tell?(Int(status))
    } else if groupIsEmpty {
      close()
    }
  }

  /// As long as somebody is in the group, the kernel gives its number to nobody else.
  private var groupIsEmpty: Bool { Glibc.kill(-pid, 0) < 0 && errno == ESRCH }

  fileprivate func close() {
    exitWatch.stop()
    errorWatch.stop()
    if let killTimer { children.loop.cancel(killTimer) }
    killTimer = nil
    children.forget(self)
  }

  /// False when there is nothing to read.
  private func readErrors() -> Bool {
    switch errors.read(max: 1 << 14) {
    case .bytes(let bytes):
      lastErrors = Array((lastErrors + bytes).suffix(Self.errorsKept))
      return true
    case .wouldBlock: return false
    case .end, .failed:
      errorWatch.stop()
      return false
    }
  }
}

extension SystemError {
  /// The failure of a command that could not be started, as shells report it.
  var status: Int { code == EACCES || code == ENOEXEC ? 126 : 127 }
}
