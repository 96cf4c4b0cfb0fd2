// A timer as a publisher.

public import Foundation

extension Timer {
  /// A publisher of the time, every `interval` seconds, once it is connected.
  /// - Parameters:
  ///   - tolerance: by how many seconds a tick may be late.
  ///   - runLoop: where the timer runs and values are delivered.
  ///   - mode: in which mode of the run loop.
  ///   - options: has no effect.
  public static func publish(
    every interval: TimeInterval, tolerance: TimeInterval? = nil, on runLoop: RunLoop, in mode: RunLoop.Mode,
    options: RunLoop.SchedulerOptions? = nil
  ) -> TimerPublisher {
    TimerPublisher(interval: interval, tolerance: tolerance, runLoop: runLoop, mode: mode, options: options)
  }

  /// Delivers the time, again and again, to all subscribers in the order in which they subscribed.
  ///
  /// Each subscriber has a demand of its own; a tick without demand is lost. Never completes. Each `connect()` starts a
  /// timer; cancelling it stops the timer and drops all subscribers.
  public final class TimerPublisher: ConnectablePublisher {
    public typealias Output = Date
    public typealias Failure = Never

    /// Seconds between two ticks.
    public final let interval: TimeInterval

    /// By how many seconds a tick may be late; nil for the timer's own.
    public final let tolerance: TimeInterval?

    /// Where the timer runs.
    public final let runLoop: RunLoop

    /// In which mode of the run loop.
    public final let mode: RunLoop.Mode

    /// Has no effect.
    public final let options: RunLoop.SchedulerOptions?

    @usableFromInline let hub = Hub<Date, Never>()

    /// A publisher of the time that is not connected yet.
    public init(
      interval: TimeInterval, tolerance: TimeInterval? = nil, runLoop: RunLoop, mode: RunLoop.Mode,
      options: RunLoop.SchedulerOptions? = nil
    ) {
      self.interval = interval
      self.tolerance = tolerance
      self.runLoop = runLoop
      self.mode = mode
      self.options = options
    }

    /// Attaches `subscriber`. A request for `.none` does nothing.
    @inlinable
    public final func receive<S: Subscriber>(subscriber: S) where S.Input == Date, S.Failure == Never {
      hub.attach(HubMember(boxed(subscriber), HubSubscription(hub, subject: self, name: "Timer", ignoresNone: true)))
    }

    /// Starts a timer. It runs until the result is cancelled.
    public final func connect() -> any Cancellable {
      // The timer calls on its own run loop; the hub makes deliveries serial whatever thread they come from.
      nonisolated(unsafe) let hub = hub
      let timer = Timer(timeInterval: interval, repeats: true) { _ in
        let now = Date()
        hub.perform { hub.deliver(now) }
      }
      if let tolerance { timer.tolerance = tolerance }
      runLoop.add(timer, forMode: mode)
      return TimerConnection(timer: timer, hub: hub)
    }
  }
}

/// A running timer. Letting go of it does not stop the timer, only cancelling does.
private final class TimerConnection: Cancellable {
  private let running: Protected<(timer: Timer, hub: UntypedHub)?>

  init(timer: Timer, hub: UntypedHub) {
    running = Protected((timer, hub))
  }

  func cancel() {
    guard let (timer, hub) = running.exchange(nil) else { return }
    timer.invalidate()
    hub.cancelAll()
  }
}
