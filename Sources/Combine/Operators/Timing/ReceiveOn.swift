// receive(on:): values and the end are delivered on a scheduler. The work is in `Relay`.

extension Publisher {
  /// Delivers values and the completion on `scheduler`, in order and one at a time, also on a concurrent one.
  ///
  /// The subscription is passed on at once. Demand goes straight up; what the subscriber returns for a value becomes a
  /// request after the delivery. What is still on its way when the subscription is cancelled is dropped.
  @inlinable
  public func receive<S: Scheduler>(
    on scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.ReceiveOn<Self, S> {
    Publishers.ReceiveOn(upstream: self, scheduler: scheduler, options: options)
  }
}

extension Publishers {
  /// Delivers values and the end on a scheduler, in order and one at a time.
  public struct ReceiveOn<Upstream: Publisher, Context: Scheduler>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// Where the values come from.
    public let upstream: Upstream

    /// Where they are delivered.
    public let scheduler: Context

    /// With what work is scheduled.
    public let options: Context.SchedulerOptions?

    /// `upstream`, delivered on `scheduler`.
    @inlinable
    public init(upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions?) {
      self.upstream = upstream
      self.scheduler = scheduler
      self.options = options
    }

    /// Attaches `subscriber`. A request for `.none` goes up like any other.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        RelayReceiver(
          subscriber, scheduler, options, interval: nil, tolerance: scheduler.minimumTolerance, name: "ReceiveOn"))
    }
  }
}
