// measureInterval: the times between values.

extension Publisher {
  /// Delivers the time since the previous value, and for the first value since the subscription, by `scheduler`'s
  /// clock.
  ///
  /// Nothing is scheduled: everything comes on the upstream's thread. Demand goes straight up; what the subscriber
  /// returns for a value becomes a request. Completion and failure pass at once.
  /// - Parameter options: has no effect.
  @inlinable
  public func measureInterval<S: Scheduler>(
    using scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.MeasureInterval<Self, S> {
    Publishers.MeasureInterval(upstream: self, scheduler: scheduler)
  }
}

extension Publishers {
  /// Delivers the times between values.
  public struct MeasureInterval<Upstream: Publisher, Context: Scheduler>: Publisher {
    public typealias Output = Context.SchedulerTimeType.Stride
    public typealias Failure = Upstream.Failure

    /// Where the values come from.
    public let upstream: Upstream

    /// Whose clock is read.
    public let scheduler: Context

    /// The times between the values of `upstream`.
    @inlinable
    public init(upstream: Upstream, scheduler: Context) {
      self.upstream = upstream
      self.scheduler = scheduler
    }

    /// Attaches `subscriber`. A request for `.none` goes up like any other.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(MeasureIntervalReceiver<Upstream.Output, S, Context>(subscriber, scheduler))
    }
  }
}

@usableFromInline
final class MeasureIntervalStage<Time>: Stage {
  /// When the last value came. Belongs to the receiver.
  @exclusivity(unchecked) @usableFromInline var last: Time?

  @inlinable
  init() {
    super.init(name: "MeasureInterval")
  }

  @usableFromInline
  override func restoring() -> () -> Void {
    let (asStage, last) = (super.restoring(), last)
    return {
      asStage()
      self.last = last
    }
  }

  @usableFromInline
  override func request(_ more: Subscribers.Demand) {
    requestUpstream(more)
  }
}

@usableFromInline
struct MeasureIntervalReceiver<Input, Downstream: Subscriber, Context: Scheduler>: Subscriber
where Downstream.Input == Context.SchedulerTimeType.Stride {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let scheduler: Context
  @usableFromInline let stage = MeasureIntervalStage<Context.SchedulerTimeType>()

  @inlinable
  init(_ downstream: Downstream, _ scheduler: Context) {
    self.downstream = downstream
    self.scheduler = scheduler
  }

  @inlinable
  var combineIdentifier: CombineIdentifier { stage.combineIdentifier }

  @inlinable
  func receive(subscription: any Subscription) {
    guard stage.begin(subscription) else { return }
    stage.last = scheduler.now
    downstream.receive(subscription: stage)
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    if stage.isAwaiting || stage.isEnded { return .none }
    let now = scheduler.now
    let interval = stage.last?.distance(to: now) ?? .seconds(0)
    stage.note()
    stage.last = now
    let more = downstream.receive(interval)
    if more != .none { stage.requestUpstream(more) }
    return .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    if stage.isAwaiting { return }
    if stage.complete() { downstream.receive(completion: completion) }
  }
}

extension MeasureIntervalReceiver: CustomStringConvertible, CustomReflectable {
  @usableFromInline var description: String { "MeasureInterval" }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: []) }
}
