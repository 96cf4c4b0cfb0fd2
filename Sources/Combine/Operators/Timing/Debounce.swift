// debounce: the last value of a burst, once it has been quiet for a while.

extension Publisher {
  /// Delivers a value once `dueTime` has passed without another one, on `scheduler`.
  ///
  /// The upstream is asked for everything. A value that is due without demand is lost. A completion is scheduled at
  /// once and drops the value that is still waiting.
  @inlinable
  public func debounce<S: Scheduler>(
    for dueTime: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.Debounce<Self, S> {
    Publishers.Debounce(upstream: self, dueTime: dueTime, scheduler: scheduler, options: options)
  }
}

extension Publishers {
  /// Delivers the last value of each burst, one delivery at a time even on a concurrent scheduler.
  public struct Debounce<Upstream: Publisher, Context: Scheduler>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// Where the values come from.
    public let upstream: Upstream

    /// How long it has to be quiet.
    public let dueTime: Context.SchedulerTimeType.Stride

    /// Where time passes and values are delivered.
    public let scheduler: Context

    /// With what work is scheduled.
    public let options: Context.SchedulerOptions?

    /// The values of `upstream` that are followed by silence.
    @inlinable
    public init(
      upstream: Upstream, dueTime: Context.SchedulerTimeType.Stride, scheduler: Context,
      options: Context.SchedulerOptions?
    ) {
      self.upstream = upstream
      self.dueTime = dueTime
      self.scheduler = scheduler
      self.options = options
    }

    /// Attaches `subscriber`. A request for `.none` does nothing.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(DebounceReceiver(subscriber, dueTime, scheduler, options))
    }
  }
}

/// The way up, the waiting value and the timer. The newest value's number tells a timer whether it is still the one.
@usableFromInline
final class DebounceStage<Output>: Stage {
  @usableFromInline
  struct Waiting {
    @usableFromInline var value: Output?
    @usableFromInline var number = 0
    @usableFromInline var timer: (any Cancellable)?

    @inlinable
    init() {}
  }

  @usableFromInline let serial = Serial()
  @usableFromInline let demand = DemandCounter()
  @usableFromInline let waiting = Protected(Waiting())

  @inlinable
  init() {
    super.init(name: "Debounce")
  }

  @usableFromInline
  override func restoring() -> () -> Void {
    let (asStage, count, waiting) = (super.restoring(), demand.count, waiting.withLock { $0 })
    return {
      asStage()
      self.demand.restore(count)
      _ = self.waiting.exchange(waiting)
    }
  }

  /// A new value: the number its timer has to come with.
  @inlinable
  func put(_ value: Output) -> Int {
    note()
    return waiting.withLock { waiting in
      waiting.number &+= 1
      let old = waiting.value
      waiting.value = value
      return (waiting.number, old)
    }.0
  }

  /// The timer of value `number` is armed; an older one is cancelled, and so is this one if it is late.
  @usableFromInline
  func arm(_ timer: any Cancellable, for number: Int) {
    let obsolete: (any Cancellable)? = waiting.withLock { waiting in
      guard waiting.number == number, waiting.value != nil else { return timer }
      let old = waiting.timer
      waiting.timer = timer
      return old
    }
    obsolete?.cancel()
  }

  /// The timer of value `number` is due: the value, unless a newer one waits.
  @inlinable
  func takeDue(_ number: Int) -> Output? {
    let due: (Output, (any Cancellable)?)? = waiting.withLock { waiting in
      guard waiting.number == number, let value = waiting.value else { return nil }
      let timer = waiting.timer
      waiting.value = nil
      waiting.timer = nil
      return (value, timer)
    }
    if let timer = due?.1 { UndoLog.withoutNotes { timer.cancel() } }
    return due?.0
  }

  /// Forgets what waits.
  @usableFromInline
  func clear() {
    note()
    let old = waiting.withLock { waiting in
      let old = waiting
      waiting.number &+= 1
      waiting.value = nil
      waiting.timer = nil
      return old
    }
    old.timer?.cancel()
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
    clear()
    super.cancel()
  }
}

@usableFromInline
struct DebounceReceiver<Downstream: Subscriber, Context: Scheduler>: Subscriber {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let dueTime: Context.SchedulerTimeType.Stride
  @usableFromInline let scheduler: Context
  @usableFromInline let options: Context.SchedulerOptions?
  @usableFromInline let stage = DebounceStage<Downstream.Input>()

  @inlinable
  init(
    _ downstream: Downstream, _ dueTime: Context.SchedulerTimeType.Stride, _ scheduler: Context,
    _ options: Context.SchedulerOptions?
  ) {
    self.downstream = downstream
    self.dueTime = dueTime
    self.scheduler = scheduler
    self.options = options
  }

  @inlinable
  var combineIdentifier: CombineIdentifier { stage.combineIdentifier }

  @inlinable
  func receive(subscription: any Subscription) {
    guard stage.begin(subscription) else { return }
    downstream.receive(subscription: stage)
    stage.requestUpstream(.unlimited)
  }

  @inlinable
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    if stage.isAwaiting || stage.isEnded { return .none }
    let number = stage.put(input)
    let timer = scheduler.schedule(
      after: scheduler.now.advanced(by: dueTime), interval: dueTime, tolerance: scheduler.minimumTolerance,
      options: options
    ) {
      self.deliver(number)
    }
    stage.arm(timer, for: number)
    return .none
  }

  @inlinable
  func deliver(_ number: Int) {
    guard let value = stage.takeDue(number) else { return }
    stage.serial.perform {
      guard stage.demand.take(noting: stage.note) else { return }
      stage.demand.add(downstream.receive(value), noting: stage.note)
    }
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    if stage.isAwaiting { return }
    guard stage.complete() else { return }
    stage.clear()
    scheduler.schedule(options: options) {
      stage.serial.perform {
        if stage.demand.end(noting: stage.note) { downstream.receive(completion: completion) }
      }
    }
  }
}

extension DebounceReceiver: CustomStringConvertible, CustomReflectable {
  @usableFromInline var description: String { "Debounce" }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: []) }
}
