// throttle: at most one value per interval.

extension Publisher {
  /// Delivers at most one value per `interval`, on `scheduler`: the first at once, then the latest or the first of each
  /// interval when it is over.
  ///
  /// The upstream is asked for everything; a value that comes without demand is lost. A completion waits for the value
  /// that waits, and is delivered right after it.
  /// - Parameter latest: whether a later value takes the place of one that waits.
  @inlinable
  public func throttle<S: Scheduler>(
    for interval: S.SchedulerTimeType.Stride, scheduler: S, latest: Bool
  ) -> Publishers.Throttle<Self, S> {
    Publishers.Throttle(upstream: self, interval: interval, scheduler: scheduler, latest: latest)
  }
}

extension Publishers {
  /// Delivers at most one value per interval, one delivery at a time even on a concurrent scheduler.
  public struct Throttle<Upstream: Publisher, Context: Scheduler>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// Where the values come from.
    public let upstream: Upstream

    /// The least time between two values.
    public let interval: Context.SchedulerTimeType.Stride

    /// Where time passes and values are delivered.
    public let scheduler: Context

    /// Whether it is the latest value of an interval that is delivered, or the first.
    public let latest: Bool

    /// The values of `upstream`, not more than one per `interval`.
    @inlinable
    public init(
      upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context, latest: Bool
    ) {
      self.upstream = upstream
      self.interval = interval
      self.scheduler = scheduler
      self.latest = latest
    }

    /// Attaches `subscriber`. A request for `.none` does nothing.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(ThrottleReceiver(subscriber, scheduler, interval, latest))
    }
  }
}

/// The way up and what waits for its time.
@usableFromInline
final class ThrottleStage<Downstream: Subscriber, Time>: Stage {
  @usableFromInline
  struct Window {
    @usableFromInline var value: Downstream.Input?
    @usableFromInline var completion: Subscribers.Completion<Downstream.Failure>?
    /// When a value was delivered last.
    @usableFromInline var last: Time?

    @inlinable
    init() {}
  }

  @usableFromInline let serial = Serial()
  @usableFromInline let demand = DemandCounter()
  @usableFromInline let window = Protected(Window())
  /// What is to be called off when nothing is wanted any more; nil where the scheduler cannot.
  @usableFromInline let work: PendingWork?

  // Owner of `serial` only.
  @exclusivity(unchecked) @usableFromInline var downstream: Downstream?

  @inlinable
  init(_ downstream: Downstream, _ work: PendingWork?) {
    self.downstream = downstream
    self.work = work
    super.init(name: "Throttle")
  }

  @usableFromInline
  override func restoring() -> () -> Void {
    let (asStage, count, window) = (super.restoring(), demand.count, window.withLock { $0 })
    let downstream = downstream
    return {
      asStage()
      self.demand.restore(count)
      _ = self.window.exchange(window)
      self.downstream = downstream
    }
  }

  /// What waits is due.
  @inlinable
  func deliver(at now: Time) {
    serial.perform {
      guard let downstream = self.downstream, !self.demand.isEnded else { return }
      let due = self.window.withLock { window in
        let due = window
        if window.value != nil { window.last = now }
        window.value = nil
        window.completion = nil
        return due
      }
      self.note()
      if let value = due.value, self.demand.take(noting: self.note) {
        self.demand.add(downstream.receive(value), noting: self.note)
      }
      if let completion = due.completion, self.demand.end(noting: self.note) {
        self.downstream = nil
        downstream.receive(completion: completion)
      }
    }
  }

  @usableFromInline
  override func request(_ more: Subscribers.Demand) {
    note()
    demand.add(more, noting: note)
  }

  @usableFromInline
  override func cancel() {
    note()
    guard demand.end(noting: note) else { return }
    super.cancel()
    work?.cancel()
    let dropped = window.exchange(Window())
    serial.perform { self.downstream = nil }
    withExtendedLifetime(dropped) {}
  }
}

@usableFromInline
struct ThrottleReceiver<Downstream: Subscriber, Context: Scheduler>: Subscriber {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let stage: ThrottleStage<Downstream, Context.SchedulerTimeType>
  @usableFromInline let scheduler: Context
  @usableFromInline let interval: Context.SchedulerTimeType.Stride
  @usableFromInline let latest: Bool

  @inlinable
  init(
    _ downstream: Downstream, _ scheduler: Context, _ interval: Context.SchedulerTimeType.Stride, _ latest: Bool
  ) {
    self.downstream = downstream
    let (scheduler, work) = PendingWork.onScheduler(scheduler)
    stage = ThrottleStage(downstream, work)
    self.scheduler = scheduler
    self.interval = interval
    self.latest = latest
  }

  @inlinable
  var combineIdentifier: CombineIdentifier { stage.combineIdentifier }

  @inlinable
  func receive(subscription: any Subscription) {
    guard stage.begin(subscription) else { return }
    stage.requestUpstream(.unlimited)
    downstream.receive(subscription: stage)
  }

  @inlinable
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    if stage.isAwaiting || stage.isEnded || !stage.demand.isPositive { return .none }
    stage.note()
    let (isFirst, last, dropped) = stage.window.withLock { window in
      let old = window.value
      if old == nil || latest { window.value = input }
      return (old == nil, window.last, old)
    }
    withExtendedLifetime(dropped) {}
    if isFirst { schedule(since: last) }
    return .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    if stage.isAwaiting { return }
    guard stage.complete() else { return }
    let valueWaits = stage.window.withLock { window in
      window.completion = completion
      return window.value != nil
    }
    if !valueWaits { schedule(since: nil) }
  }

  /// Has what waits delivered as soon as the interval since `last` is over.
  @inlinable
  func schedule(since last: Context.SchedulerTimeType?) {
    let (stage, scheduler) = (stage, scheduler)
    if let last, last.distance(to: scheduler.now) < interval {
      scheduler.schedule(
        after: last.advanced(by: interval), tolerance: scheduler.minimumTolerance, options: nil
      ) {
        stage.deliver(at: scheduler.now)
      }
    } else {
      scheduler.schedule(options: nil) { stage.deliver(at: scheduler.now) }
    }
  }
}

extension ThrottleReceiver: CustomStringConvertible, CustomReflectable {
  @usableFromInline var description: String { "Throttle" }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: []) }
}
