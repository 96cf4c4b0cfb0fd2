// collect by time, or by time and count.

extension Publisher {
  /// Collects values and delivers them as an array when the time of `strategy` is over, on its scheduler; with
  /// `.byTimeOrCount` also when there are enough of them.
  ///
  /// An interval without values delivers nothing. By time, the upstream is asked for one value per request and one more
  /// for each value; by time or count, for as many as the arrays that are wanted can hold. Arrays without demand wait.
  /// When the upstream finishes, the rest is delivered before the end, as soon as there is demand; a failure drops it.
  /// - Parameter options: with what work is scheduled.
  @inlinable
  public func collect<S: Scheduler>(
    _ strategy: Publishers.TimeGroupingStrategy<S>, options: S.SchedulerOptions? = nil
  ) -> Publishers.CollectByTime<Self, S> {
    Publishers.CollectByTime(upstream: self, strategy: strategy, options: options)
  }
}

extension Publishers {
  /// How values are grouped by time.
  public enum TimeGroupingStrategy<Context: Scheduler> {
    /// An array per interval.
    case byTime(Context, Context.SchedulerTimeType.Stride)

    /// An array per interval, or as soon as there are so many values; the interval begins anew then.
    case byTimeOrCount(Context, Context.SchedulerTimeType.Stride, Int)
  }

  /// Delivers values in arrays, by time, or by time and count.
  public struct CollectByTime<Upstream: Publisher, Context: Scheduler>: Publisher {
    public typealias Output = [Upstream.Output]
    public typealias Failure = Upstream.Failure

    /// Where the values come from.
    public let upstream: Upstream

    /// How they are grouped.
    public let strategy: TimeGroupingStrategy<Context>

    /// With what work is scheduled.
    public let options: Context.SchedulerOptions?

    /// The values of `upstream` in arrays.
    @inlinable
    public init(
      upstream: Upstream, strategy: TimeGroupingStrategy<Context>, options: Context.SchedulerOptions?
    ) {
      self.upstream = upstream
      self.strategy = strategy
      self.options = options
    }

    /// Attaches `subscriber`. A request for `.none` does nothing.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let stage: CollectByTimeStage<Upstream.Output, S, Context> =
        switch strategy {
        case .byTime(let scheduler, let interval): CollectByTimeStage(subscriber, scheduler, interval, nil, options)
        case .byTimeOrCount(let scheduler, let interval, let count):
          CollectByTimeStage(subscriber, scheduler, interval, count, options)
        }
      upstream.subscribe(CollectByTimeReceiver(stage))
    }
  }
}

/// The array that is being filled, the full ones that wait for their turn, and the timer.
@usableFromInline
final class CollectByTimeStage<Element, Downstream: Subscriber, Context: Scheduler>: Stage
where Downstream.Input == [Element] {
  @usableFromInline
  struct Collected {
    @usableFromInline var current: [Element] = []
    @usableFromInline var full = Fifo<[Element]>()
    @usableFromInline var completion: Subscribers.Completion<Downstream.Failure>?
    @usableFromInline var timer: (any Cancellable)?
    /// The stage itself, while there are values for the end of the interval. The timer goes on without an end, so it
    /// does not keep the stage; but what was collected is due also if nobody else does.
    @usableFromInline var keeper: AnyObject?

    @inlinable
    init() {}
  }

  @usableFromInline let serial = Serial()
  @usableFromInline let demand = DemandCounter()
  @usableFromInline let collected = Protected(Collected())
  @usableFromInline let scheduler: Context
  @usableFromInline let interval: Context.SchedulerTimeType.Stride
  /// How many values fill an array; nil if only time does.
  @usableFromInline let count: Int?
  @usableFromInline let options: Context.SchedulerOptions?

  // Owner of `serial` only.
  @exclusivity(unchecked) @usableFromInline var downstream: Downstream?

  @inlinable
  init(
    _ downstream: Downstream, _ scheduler: Context, _ interval: Context.SchedulerTimeType.Stride, _ count: Int?,
    _ options: Context.SchedulerOptions?
  ) {
    self.downstream = downstream
    self.scheduler = scheduler
    self.interval = interval
    self.count = count.map { Swift.max($0, 1) }
    self.options = options
    super.init(name: "CollectByTime")
  }

  @usableFromInline
  override func restoring() -> () -> Void {
    let (asStage, count, collected) = (super.restoring(), demand.count, collected.withLock { $0 })
    let downstream = downstream
    return {
      asStage()
      self.demand.restore(count)
      _ = self.collected.exchange(collected)
      self.downstream = downstream
    }
  }

  /// Starts a new interval.
  @inlinable
  func startTimer() {
    let timer = scheduler.schedule(
      after: scheduler.now.advanced(by: interval), interval: interval, tolerance: scheduler.minimumTolerance,
      options: options
    ) { [weak self] in
      self?.intervalIsOver()
    }
    replaceTimer(isEnded ? nil : timer)
    if isEnded { timer.cancel() }
  }

  @usableFromInline
  func replaceTimer(_ new: (any Cancellable)?) {
    note()
    let old = collected.withLock { collected in
      let old = collected.timer
      collected.timer = new
      return old
    }
    old?.cancel()
  }

  /// Adds a value. True if it fills the array.
  @inlinable
  func add(_ value: Element) -> Bool {
    note()
    return collected.withLock { collected in
      if collected.current.isEmpty { collected.keeper = self }
      collected.current.append(value)
      guard let count, collected.current.count >= count else { return false }
      collected.full.append(collected.current)
      collected.current = []
      return true
    }
  }

  /// What was collected is delivered, or goes on growing if it is not wanted: then somebody has to be there who may
  /// ask for it.
  @usableFromInline
  func intervalIsOver() {
    let keeper = collected.withLock { $0.keeper.take() }
    defer { withExtendedLifetime(keeper) {} }
    serial.perform {
      guard self.demand.isPositive else { return }
      self.collected.withLock { collected in
        guard !collected.current.isEmpty else { return }
        collected.full.append(collected.current)
        collected.current = []
      }
      self.deliver()
    }
  }

  /// Delivers arrays as far as they are wanted, and the completion after the last. Owner only.
  @usableFromInline
  func deliver() {
    note()
    while let downstream, demand.isPositive, let array = collected.withLock({ $0.full.popFirst() }) {
      _ = demand.take(noting: note)
      let more = downstream.receive(array)
      if more == .none { continue }
      demand.add(more, noting: note)
      if let count { requestUpstream(more * count) }
    }
    let completion: Subscribers.Completion<Downstream.Failure>? = collected.withLock { collected in
      if case .finished = collected.completion, !collected.full.isEmpty { return nil }
      return collected.completion
    }
    guard let completion, let downstream, demand.end(noting: note) else { return }
    self.downstream = nil
    downstream.receive(completion: completion)
  }

  @usableFromInline
  func scheduleDelivery() {
    scheduler.schedule(options: options) { self.serial.perform { self.deliver() } }
  }

  /// The upstream is done.
  @usableFromInline
  func finish(_ completion: Subscribers.Completion<Downstream.Failure>) {
    note()
    replaceTimer(nil)
    let dropped = collected.withLock { collected in
      let rest = collected.current
      collected.current = []
      collected.keeper = nil
      collected.completion = completion
      if case .finished = completion, !rest.isEmpty { collected.full.append(rest) }
      return rest
    }
    withExtendedLifetime(dropped) { scheduleDelivery() }
  }

  @usableFromInline
  override func request(_ more: Subscribers.Demand) {
    if more == .none { return }
    note()
    demand.add(more, noting: note)
    let arrayWaits = collected.withLock { !$0.full.isEmpty }
    if arrayWaits { scheduleDelivery() }
    requestUpstream(count.map { more * $0 } ?? .max(1))
  }

  @usableFromInline
  override func cancel() {
    note()
    guard demand.end(noting: note) else { return }
    super.cancel()
    let dropped = collected.exchange(Collected())
    dropped.timer?.cancel()
    serial.perform { self.downstream = nil }
  }
}

@usableFromInline
struct CollectByTimeReceiver<Input, Downstream: Subscriber, Context: Scheduler>: Subscriber
where Downstream.Input == [Input] {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let stage: CollectByTimeStage<Input, Downstream, Context>

  @inlinable
  init(_ stage: CollectByTimeStage<Input, Downstream, Context>) {
    self.stage = stage
  }

  @inlinable
  var combineIdentifier: CombineIdentifier { stage.combineIdentifier }

  @inlinable
  func receive(subscription: any Subscription) {
    guard stage.begin(subscription) else { return }
    stage.downstream?.receive(subscription: stage)
    if !stage.isEnded { stage.startTimer() }
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    if stage.isAwaiting || stage.isEnded { return .none }
    if stage.add(input) {
      stage.scheduleDelivery()
      stage.startTimer()
    }
    return stage.count == nil ? .max(1) : .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    if stage.isAwaiting { return }
    if stage.complete() { stage.finish(completion) }
  }
}

extension CollectByTimeReceiver: CustomStringConvertible, CustomReflectable {
  @usableFromInline var description: String { "CollectByTime" }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: []) }
}
