// The thread of an asynchronous client, which is at the same time its actor's executor: whatever runs on the actor runs on
// the thread that owns the socket, in the order in which it was asked for, and nobody else waits in `poll`.
import ClientConnection
import Glibc
import Synchronization

/// One thread that runs an actor's jobs and, between them, waits for a socket.
final class ClientThread: SerialExecutor {
  enum Work: Sendable {
    case job(UnownedJob)
    case action(@Sendable () -> Void)
  }

  private struct State {
    var work: [Work] = []
    var isStopped = false
    var thread: UInt?
  }

  private let state = Mutex(State())
  /// A byte in this pipe ends a wait.
  private let wakeRead: Int32
  private let wakeWrite: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    precondition(pipe(&ends) == 0, "no file descriptors are left")
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    (wakeRead, wakeWrite) = (ends[0], ends[1])
  }

  deinit {
    close(wakeRead)
    close(wakeWrite)
  }

  // MARK: From any thread

  func enqueue(_ job: consuming ExecutorJob) { add(.job(UnownedJob(job))) }

  /// Runs `action` on the thread, after everything that was asked for before.
  func post(_ action: @escaping @Sendable () -> Void) { add(.action(action)) }

  private func add(_ work: Work) {
    state.withLock { $0.work.append(work) }
    wake()
  }

  private func wake() {
    var byte: UInt8 = 1
    // A full pipe wakes as well as one more byte would.
    _ = write(wakeWrite, &byte, 1)
  }

  /// Ends the thread when what was asked for is done.
  func stop() {
    state.withLock { $0.isStopped = true }
    wake()
  }

  var isCurrent: Bool { state.withLock { $0.thread == UInt(pthread_self()) } }

  func checkIsolated() { precondition(isCurrent, "not on the client's thread") }

  // MARK: The thread

  /// What to wait for between jobs.
  struct Wait {
    var descriptor: Int32?
    var forWriting = false
    var deadline: ContinuousClock.Instant?
  }

  /// Starts the thread. `prepare` says what to wait for and `service` does what can be done after the wait; both run on the
  /// thread. `nil` from `prepare` ends it.
  func start(prepare: @escaping @Sendable () -> Wait?, service: @escaping @Sendable () -> Void) {
    let start = Unmanaged.passRetained(Start { [self] in run(prepare, service) })
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { argument in
        Unmanaged<Start>.fromOpaque(argument!).takeRetainedValue().body()
        return nil
      }, start.toOpaque())
    precondition(status == 0, "no thread could be made: \(String(cString: strerror(status)))")
    pthread_detach(thread)
  }

  private final class Start {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }

  private func run(_ prepare: () -> Wait?, _ service: () -> Void) {
    state.withLock { $0.thread = UInt(pthread_self()) }
    while true {
      let work = state.withLock { state in
        defer { state.work = [] }
        return state.work
      }
      for item in work {
        switch item {
        case .job(let job): job.runSynchronously(on: asUnownedSerialExecutor())
        case .action(let action): action()
        }
      }
      if work.isEmpty, state.withLock({ $0.isStopped && $0.work.isEmpty }) { return }
      guard let wait = prepare() else {
        if state.withLock({ $0.isStopped }) { continue }
        poll(nil)
        continue
      }
      poll(wait)
      service()
    }
  }

  private func poll(_ wait: Wait?) {
    var wanted = [pollfd(fd: wakeRead, events: Int16(POLLIN), revents: 0)]
    if let descriptor = wait?.descriptor {
      let events = POLLIN | (wait?.forWriting == true ? POLLOUT : 0)
      wanted.append(pollfd(fd: descriptor, events: Int16(events), revents: 0))
    }
    let timeout = (wait?.deadline).map { pollMilliseconds(ContinuousClock.now.duration(to: $0)) } ?? -1
    _ = Glibc.poll(&wanted, nfds_t(wanted.count), timeout)
    if wanted[0].revents != 0 {
      var bytes = [UInt8](repeating: 0, count: 256)
      while read(wakeRead, &bytes, bytes.count) == bytes.count {}
    }
  }
}
