// The only place that waits. One thread; what is registered here is called here.
//
// One turn:  wait ─► ready handlers ─► due timers ─► outside deadlines ─► posted work ─► endOfTurn, once
//
// `endOfTurn` is where the daemon commits its journal and then flushes what it has to say, in that order: whatever many
// handlers did in one turn costs one disk transaction, and nothing leaves before it. Reading comes before writing so that
// a request can be answered in the turn that read it.

/// Somebody with a descriptor. Called on the loop's thread when the descriptor is ready.
public protocol ReadyHandler: AnyObject {
  /// The descriptor is ready for what it was registered for, or has hung up.
  func ready(_ readiness: Readiness)
  /// Whether it may be called in the middle of a turn, by `serveMeanwhile`. It is not, unless it says so.
  var isServedMeanwhile: Bool { get }
}

extension ReadyHandler {
  public var isServedMeanwhile: Bool { false }
}

/// Somebody who keeps timers of their own, asked by the loop before it sleeps.
public protocol DeadlineSource {
  /// When there is something to do next; `nil` for never. Must be cheap: it is asked once a turn.
  var nextDeadline: MonotonicTime? { get }
  /// Does what is due. Called when `nextDeadline` has come, at most once a turn.
  func runDue(at now: MonotonicTime)
}

/// An event loop. Made, used and dropped on one thread; not `Sendable`, and the compiler holds us to it. Other threads reach
/// it through a `Mailbox` only.
public final class EventLoop {
  private struct Slot {
    var generation: UInt32 = 0
    var interest: Readiness = []
    var handler: (any ReadyHandler)?
  }

  private let poller: any Poller
  private var timers = Timers()
  /// Indexed by descriptor: the kernel gives out the lowest free numbers, so this stays small and dense.
  private var slots: [Slot] = []
  private var events: [ReadyEvent] = []
  private var posted: [() -> Void] = []
  private var stopping = false
  /// Whether it turns, for who watches it.
  public let pulse = Pulse()
  /// How long its turns took, without the wait before each.
  public private(set) var turnTimes = TurnTimes()

  /// The time at the start of this turn. One reading a turn: handlers of one turn agree on what time it is.
  public private(set) var now: MonotonicTime
  /// Called exactly once in each turn, after everything else.
  public var endOfTurn: () -> Void = {}
  /// Timers kept elsewhere, such as the engine's.
  public var deadlines: (any DeadlineSource)?
  /// Events that were dropped because their registration had ended. Rises by itself in normal work; tests look at it.
  public private(set) var staleEvents = 0

  /// A loop over a poller: `EpollPoller` in the daemon, `VirtualPoller` in tests.
  public init(poller: any Poller) {
    self.poller = poller
    now = poller.now
  }

  // MARK: Descriptors

  /// Watches `fd` and calls `handler`, which the loop keeps alive until `deregister`. One registration per descriptor.
  public func register(
    fd: Int32, interest: Readiness, handler: any ReadyHandler
  ) throws(SystemError) -> Registration {
    while slots.count <= Int(fd) { slots.append(Slot()) }
    precondition(slots[Int(fd)].handler == nil, "descriptor \(fd) is already registered")
    let registration = Registration(fd: fd, generation: slots[Int(fd)].generation)
    try poller.add(registration, interest: interest)
    slots[Int(fd)].handler = handler
    slots[Int(fd)].interest = interest
    return registration
  }

  /// Changes what is watched for; free when nothing changes.
  public func setInterest(_ interest: Readiness, of registration: Registration) throws(SystemError) {
    precondition(isCurrent(registration), "descriptor \(registration.fd) is not registered any more")
    guard slots[Int(registration.fd)].interest != interest else { return }
    try poller.modify(registration, interest: interest)
    slots[Int(registration.fd)].interest = interest
  }

  /// Stops watching and lets go of the handler; events already collected for it are dropped. Call it before closing the
  /// descriptor.
  public func deregister(_ registration: Registration) {
    precondition(isCurrent(registration), "descriptor \(registration.fd) is not registered any more")
    poller.remove(registration)
    slots[Int(registration.fd)].handler = nil
    slots[Int(registration.fd)].generation &+= 1
  }

  private func isCurrent(_ registration: Registration) -> Bool {
    let fd = Int(registration.fd)
    return fd < slots.count && slots[fd].handler != nil && slots[fd].generation == registration.generation
  }

  // MARK: Time and work

  /// Calls `action` once, in the first turn that begins at or after `delay` from now.
  public func after(_ delay: Duration, _ action: @escaping () -> Void) -> LoopTimer {
    timers.add(at: now + delay, action)
  }

  /// Cancels a timer; nothing happens if it has fired.
  public func cancel(_ timer: LoopTimer) { timers.cancel(timer) }

  /// Calls `work` later in this turn, or in the next one when it is posted while posted work runs. The loop does not sleep
  /// while there is some: this is how a connection that has used up its share of a turn asks for the next.
  public func post(_ work: @escaping () -> Void) { posted.append(work) }

  // MARK: Turning

  /// Turns until `stop`.
  public func run() {
    stopping = false
    while !stopping { turn(until: nil) }
  }

  /// Makes `run` return at the end of the current turn.
  public func stop() { stopping = true }

  /// One turn that does not wait. True if there was anything to do.
  @discardableResult
  public func poll() -> Bool { turn(until: .distantPast) }

  /// One turn that waits until something is ready, a timer is due or `limit` has come.
  @discardableResult
  public func turn(until limit: MonotonicTime?) -> Bool {
    events.removeAll(keepingCapacity: true)
    pulse.rest()
    poller.wait(until: deadline(before: limit), into: &events)
    now = poller.now
    pulse.beat(at: now)
    var worked = !events.isEmpty

    for event in events {
      guard isCurrent(event.registration) else {
        staleEvents += 1
        continue
      }
      slots[Int(event.registration.fd)].handler!.ready(event.readiness)
    }
    let timersSet = timers.sequence
    while let timer = timers.popDue(at: now, setBefore: timersSet) {
      worked = true
      timer.action()
    }
    if let deadlines, let due = deadlines.nextDeadline, due <= now {
      worked = true
      deadlines.runDue(at: now)
    }
    if !posted.isEmpty {
      worked = true
      let work = posted
      posted = []
      for item in work { item() }
    }
    endOfTurn()
    turnTimes.note(Int(poller.now.nanoseconds - now.nanoseconds))
    return worked
  }

  /// In the middle of a turn, by what takes long in it: calls those who are ready and may be called there. No timer fires,
  /// posted work waits, and this is no end of a turn.
  public func serveMeanwhile() {
    pulse.beat(at: poller.now)
    var ready: [ReadyEvent] = []
    poller.wait(until: .distantPast, into: &ready)
    for event in ready where isCurrent(event.registration) {
      let handler = slots[Int(event.registration.fd)].handler!
      if handler.isServedMeanwhile { handler.ready(event.readiness) }
    }
  }

  /// The time as it is in the middle of a turn.
  public var presentTime: MonotonicTime { poller.now }

  private func deadline(before limit: MonotonicTime?) -> MonotonicTime? {
    if !posted.isEmpty { return .distantPast }
    var earliest = limit ?? .distantFuture
    if let timer = timers.nextDeadline { earliest = min(earliest, timer) }
    if let outside = deadlines?.nextDeadline { earliest = min(earliest, outside) }
    return earliest == .distantFuture ? nil : earliest
  }
}
