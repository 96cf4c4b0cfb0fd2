// A poller whose time is moved by hand, so that everything that waits can be tested without waiting. Descriptors are real
// (socket pairs deliver at once), only the clock is not.

/// `Poller` that never sleeps: readiness comes from the poller beneath, asked without waiting, and time stands still
/// until `advance` moves it.
public final class VirtualPoller: Poller {
  public private(set) var now = MonotonicTime(nanoseconds: 0)
  private let beneath: any Poller

  /// A poller on top of `beneath`, at time 0.
  public init(over beneath: any Poller) { self.beneath = beneath }

  /// Moves the time; what falls due is found by the loop's next turn.
  /// - Precondition: `duration` is not negative.
  public func advance(by duration: Duration) {
    precondition(duration >= .zero, "time does not go back")
    now = now + duration
  }

  public func add(_ registration: Registration, interest: Readiness) throws(SystemError) {
    try beneath.add(registration, interest: interest)
  }

  public func modify(_ registration: Registration, interest: Readiness) throws(SystemError) {
    try beneath.modify(registration, interest: interest)
  }

  public func remove(_ registration: Registration) { beneath.remove(registration) }

  public func wait(until deadline: MonotonicTime?, into events: inout [ReadyEvent]) {
    beneath.wait(until: .distantPast, into: &events)
  }
}
