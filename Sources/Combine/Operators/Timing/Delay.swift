// delay: everything comes later by the same time. The work is in `Relay`.

extension Publisher {
  /// Delivers values and the completion, also a failure, `interval` later on `scheduler`, in order and one at a time,
  /// also on a concurrent one.
  ///
  /// The subscription is passed on at once. Demand goes straight up; what the subscriber returns for a value becomes a
  /// request after the delivery. What is still on its way when the subscription is cancelled is dropped.
  /// - Parameter tolerance: how much later than that it may be; nil for the scheduler's least tolerance.
  @inlinable
  public func delay<S: Scheduler>(
    for interval: S.SchedulerTimeType.Stride, tolerance: S.SchedulerTimeType.Stride? = nil, scheduler: S,
    options: S.SchedulerOptions? = nil
  ) -> Publishers.Delay<Self, S> {
    Publishers.Delay(
      upstream: self, interval: interval, tolerance: tolerance ?? scheduler.minimumTolerance, scheduler: scheduler,
      options: options)
  }
}

extension Publishers {
  /// Delivers values and the end later, in order and one at a time.
  public struct Delay<Upstream: Publisher, Context: Scheduler>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// Where the values come from.
    public let upstream: Upstream

    /// How much later they are delivered.
    public let interval: Context.SchedulerTimeType.Stride

    /// How much later than that it may be.
    public let tolerance: Context.SchedulerTimeType.Stride

    /// Where time passes and values are delivered.
    public let scheduler: Context

    /// With what work is scheduled.
    public let options: Context.SchedulerOptions?

    /// `upstream`, later by `interval`.
    @inlinable
    public init(
      upstream: Upstream, interval: Context.SchedulerTimeType.Stride, tolerance: Context.SchedulerTimeType.Stride,
      scheduler: Context, options: Context.SchedulerOptions? = nil
    ) {
      self.upstream = upstream
      self.interval = interval
      self.tolerance = tolerance
      self.scheduler = scheduler
      self.options = options
    }

    /// Attaches `subscriber`. A request for `.none` goes up like any other.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        RelayReceiver(subscriber, scheduler, options, interval: interval, tolerance: tolerance, name: "Delay"))
    }
  }
}
