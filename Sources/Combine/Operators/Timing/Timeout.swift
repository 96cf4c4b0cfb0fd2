// timeout: the end if nothing comes for too long.

extension Publisher {
  /// Ends if no value comes for `interval`: with the error that `customError` makes, or by finishing without one. The
  /// upstream is cancelled first.
  ///
  /// The time runs from the subscription, again from the first request, and again from each value. Values and the
  /// completion are delivered on `scheduler`, in order and one at a time. Demand goes straight up; what the subscriber
  /// returns for a value becomes a request after the delivery. `ImmediateScheduler` cannot wait, so it traps.
  @inlinable
  public func timeout<S: Scheduler>(
    _ interval: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil,
    customError: (() -> Failure)? = nil
  ) -> Publishers.Timeout<Self, S> {
    Publishers.Timeout(
      upstream: self, interval: interval, scheduler: scheduler, options: options, customError: customError)
  }
}

extension Publishers {
  /// Ends if no value comes for too long.
  public struct Timeout<Upstream: Publisher, Context: Scheduler>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// Where the values come from.
    public let upstream: Upstream

    /// How long a value may take.
    public let interval: Context.SchedulerTimeType.Stride

    /// Where time passes and values are delivered.
    public let scheduler: Context

    /// With what work is scheduled.
    public let options: Context.SchedulerOptions?

    /// Makes the failure; without it, a timeout finishes normally.
    public let customError: (() -> Upstream.Failure)?

    /// The values of `upstream`, as long as they come in time.
    @inlinable
    public init(
      upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context,
      options: Context.SchedulerOptions?, customError: (() -> Failure)?
    ) {
      self.upstream = upstream
      self.interval = interval
      self.scheduler = scheduler
      self.options = options
      self.customError = customError
    }

    /// Attaches `subscriber`. A request for `.none` goes up like any other.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      if Context.self == ImmediateScheduler.self {
        violation("timeout was used with ImmediateScheduler", remedy: "Use a scheduler on which time passes")
      }
      let stage = TimeoutStage(subscriber, interval, scheduler, options, customError)
      upstream.subscribe(TimeoutReceiver(stage, subscriber))
    }
  }
}

/// A relay with a timer. Each timer has a number; one that is not the newest does nothing.
@usableFromInline
final class TimeoutStage<Downstream: Subscriber, Context: Scheduler>: Relay<Downstream> {
  @usableFromInline
  struct Clock {
    @usableFromInline var number = 0
    @usableFromInline var timer: (any Cancellable)?
    @usableFromInline var wasAsked = false
    @usableFromInline var isStopped = false

    @inlinable
    init() {}
  }

  @usableFromInline let interval: Context.SchedulerTimeType.Stride
  @usableFromInline let scheduler: Context
  @usableFromInline let options: Context.SchedulerOptions?
  @usableFromInline let customError: (() -> Downstream.Failure)?
  @usableFromInline let clock = Protected(Clock())

  @inlinable
  init(
    _ downstream: Downstream, _ interval: Context.SchedulerTimeType.Stride, _ scheduler: Context,
    _ options: Context.SchedulerOptions?, _ customError: (() -> Downstream.Failure)?
  ) {
    self.interval = interval
    self.scheduler = scheduler
    self.options = options
    self.customError = customError
    super.init(downstream, name: "Timeout")
  }

  @usableFromInline
  override func restoring() -> () -> Void {
    let (asRelay, clock) = (super.restoring(), clock.withLock { $0 })
    return {
      asRelay()
      _ = self.clock.exchange(clock)
    }
  }

  /// Starts a new timer instead of the one that runs.
  @inlinable
  func arm() {
    note()
    let (number, old) = clock.withLock { clock in
      let old = clock.timer
      clock.timer = nil
      clock.number &+= 1
      return (clock.number, old)
    }
    old?.cancel()
    let timer = scheduler.schedule(
      after: scheduler.now.advanced(by: interval), interval: interval, tolerance: scheduler.minimumTolerance,
      options: options
    ) {
      // Strongly: nobody else may be there to keep the stage. It lets go of the timer when it ends, and at the latest
      // when the time is up.
      self.fire(number)
    }
    let isLate = clock.withLock { clock in
      if clock.number != number || clock.isStopped { return true }
      clock.timer = timer
      return false
    }
    if isLate { timer.cancel() }
  }

  /// Stops the timer for good.
  @usableFromInline
  func disarm() {
    note()
    let timer = clock.withLock { clock in
      let timer = clock.timer
      clock.timer = nil
      clock.number &+= 1
      clock.isStopped = true
      return timer
    }
    timer?.cancel()
  }

  /// The time is up, if timer `number` is still the one.
  @usableFromInline
  func fire(_ number: Int) {
    let isCurrent = clock.withLock { clock in
      if clock.number != number || clock.isStopped { return false }
      clock.isStopped = true
      return true
    }
    guard isCurrent else { return }
    guard
      UndoLog.withoutNotes({
        disarm(); return stop()
      })
    else { return }
    put(customError.map { .failure($0()) } ?? .finished)
    run()
  }

  @usableFromInline
  override func request(_ more: Subscribers.Demand) {
    note()
    let isFirst = clock.withLock { clock in
      let isFirst = !clock.wasAsked && !clock.isStopped
      clock.wasAsked = true
      return isFirst
    }
    if isFirst { arm() }
    super.request(more)
  }

  @usableFromInline
  override func cancel() {
    disarm()
    super.cancel()
  }
}

@usableFromInline
struct TimeoutReceiver<Downstream: Subscriber, Context: Scheduler>: Subscriber {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let stage: TimeoutStage<Downstream, Context>
  @usableFromInline let downstream: Downstream
  @usableFromInline let action: () -> Void

  @inlinable
  init(_ stage: TimeoutStage<Downstream, Context>, _ downstream: Downstream) {
    self.stage = stage
    self.downstream = downstream
    action = stage.action
  }

  @inlinable
  var combineIdentifier: CombineIdentifier { stage.combineIdentifier }

  @inlinable
  func receive(subscription: any Subscription) {
    guard stage.begin(subscription) else { return }
    stage.arm()
    downstream.receive(subscription: stage)
  }

  @inlinable
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    if stage.isAwaiting || stage.isEnded { return .none }
    stage.arm()
    stage.put(input)
    stage.scheduler.schedule(options: stage.options, action)
    return .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    if stage.isAwaiting { return }
    guard stage.complete() else { return }
    stage.disarm()
    stage.put(completion)
    stage.scheduler.schedule(options: stage.options, action)
  }
}

extension TimeoutReceiver: CustomStringConvertible, CustomReflectable {
  @usableFromInline var description: String { "Timeout" }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: []) }
}
