// The poller of the running daemon: epoll, level-triggered, with the registration packed into the kernel's 64 user bits.
internal import CLinux
internal import Glibc

/// `Poller` over one epoll descriptor.
public final class EpollPoller: Poller {
  private let epoll: Int32
  /// Filled by the kernel; as many events as one turn handles before the journal is committed and outboxes are flushed.
  private let ready: UnsafeMutableBufferPointer<clinux_ready>
  /// Limited by the array on the C side.
  private static let eventsPerTurnMax = 256
  private var eagerness = Eagerness(processors: Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))

  /// Opens the epoll descriptor; fails only when the process is out of descriptors or memory.
  public init() throws(SystemError) {
    epoll = try checkedCall("epoll_create1") { clinux_epoll_create() }
    ready = .allocate(capacity: Self.eventsPerTurnMax)
  }

  deinit {
    ready.deallocate()
    closeDescriptor(epoll)
  }

  public var now: MonotonicTime { .now }

  public func add(_ registration: Registration, interest: Readiness) throws(SystemError) {
    try control(EPOLL_CTL_ADD, registration, interest)
  }

  public func modify(_ registration: Registration, interest: Readiness) throws(SystemError) {
    try control(EPOLL_CTL_MOD, registration, interest)
  }

  public func remove(_ registration: Registration) {
    // ENOENT would mean that it was never added: our bug, and harmless.
    _ = systemCall("epoll_ctl") { Int(clinux_epoll_ctl(epoll, EPOLL_CTL_DEL, registration.fd, 0, 0)) }
  }

  public func wait(until deadline: MonotonicTime?, into events: inout [ReadyEvent]) {
    if deadline == .distantPast {
      collect(timeout: 0, into: &events)
      return
    }
    let began = MonotonicTime.now
    var somethingCame = false
    if eagerness.lookFor > 0 {
      let end = min(began.nanoseconds + eagerness.lookFor, deadline?.nanoseconds ?? .max)
      repeat {
        somethingCame = collect(timeout: 0, into: &events)
      } while !somethingCame
        && MonotonicTime.now.nanoseconds < end
    }
    if !somethingCame { somethingCame = collect(timeout: Self.timeout(until: deadline), into: &events) }
    eagerness.note(waited: MonotonicTime.now.nanoseconds - began.nanoseconds, somethingCame: somethingCame)
  }

  /// Asks the kernel once; true if something was ready. An interrupted wait finds nothing, and the loop comes round again.
  @discardableResult
  private func collect(timeout: Int64, into events: inout [ReadyEvent]) -> Bool {
    let count = clinux_epoll_wait(epoll, ready.baseAddress, Int32(ready.count), timeout)
    if count < 0 {
      precondition(errno == EINTR, "epoll_wait failed with errno \(errno)")
      return false
    }
    for entry in ready.prefix(Int(count)) {
      events.append(
        ReadyEvent(registration: Registration(token: entry.token), readiness: Self.readiness(entry.events)))
    }
    return count > 0
  }

  /// Nanoseconds for the kernel: negative for ever, 0 for not at all. Reads the clock only where a time has to be computed.
  private static func timeout(until deadline: MonotonicTime?) -> Int64 {
    guard let deadline else { return -1 }
    if deadline == .distantPast { return 0 }
    let now = MonotonicTime.now
    return deadline <= now ? 0 : deadline.nanoseconds - now.nanoseconds
  }

  private func control(_ operation: Int32, _ registration: Registration, _ interest: Readiness) throws(SystemError) {
    var bits: UInt32 = 0
    if interest.contains(.readable) { bits |= EPOLLIN.rawValue }
    if interest.contains(.writable) { bits |= EPOLLOUT.rawValue }
    try checkedCall("epoll_ctl") { clinux_epoll_ctl(epoll, operation, registration.fd, bits, registration.token) }
  }

  private static func readiness(_ bits: UInt32) -> Readiness {
    var readiness: Readiness = []
    if bits & EPOLLIN.rawValue != 0 { readiness.insert(.readable) }
    if bits & EPOLLOUT.rawValue != 0 { readiness.insert(.writable) }
    if bits & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 { readiness.insert(.hangup) }
    return readiness
  }
}
