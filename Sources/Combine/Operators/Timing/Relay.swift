// Events on their way through a scheduler, in order and one at a time whatever the scheduler does.
//
//   upstream ──► receiver ──► waiting values ──► an action per event, run by the scheduler ──► downstream
//
// An action does not carry its event: it delivers whatever is next. So it does not matter in which order a concurrent
// queue runs the actions, or whether two run at once (`Serial`); there are as many actions as events, and the completion
// is the last of them. One closure serves all actions, hence no allocation per value by the operator.

@usableFromInline
class Relay<Downstream: Subscriber>: Stage {
  @usableFromInline
  struct Waiting {
    @usableFromInline var values = Fifo<Downstream.Input>()
    @usableFromInline var completion: Subscribers.Completion<Downstream.Failure>?

    @inlinable
    init() {}
  }

  @usableFromInline final let serial = Serial()
  @usableFromInline final let waiting = Protected(Waiting())
  /// Only its end is used: after it nothing may be delivered.
  @usableFromInline final let demand = DemandCounter()
  /// Made where the types are known; see `SubscriberBox`.
  @usableFromInline final let deliverNext: (Relay) -> Void
  /// What is to be called off when nothing is wanted any more; nil where the scheduler cannot.
  @usableFromInline final let work: PendingWork?

  // Owner of `serial` only.
  @exclusivity(unchecked) @usableFromInline final var downstream: Downstream?

  @inlinable
  init(_ downstream: Downstream, name: String, work: PendingWork? = nil) {
    self.downstream = downstream
    self.work = work
    deliverNext = { $0.deliverNow() }
    super.init(name: name)
  }

  @usableFromInline
  override func restoring() -> () -> Void {
    let (asStage, count, waiting) = (super.restoring(), demand.count, waiting.withLock { $0 })
    let downstream = downstream
    return {
      asStage()
      self.demand.restore(count)
      _ = self.waiting.exchange(waiting)
      self.downstream = downstream
    }
  }

  /// What the scheduler has to run for each event.
  @inlinable
  final var action: () -> Void {
    { self.run() }
  }

  @inlinable
  final func run() {
    switch serial.enter() {
    case .entered:
      deliverNow()
      serial.leave()
    case .nested:
      deliverNow()
    case .busy:
      if serial.post({ self.deliverNext(self) }) { serial.leave() }
    }
  }

  /// Delivers the event that is next. Owner only.
  @inlinable
  final func deliverNow() {
    guard let downstream, !demand.isEnded else { return }
    if let value = waiting.withLock({ $0.values.popFirst() }) {
      let more = downstream.receive(value)
      if more != .none { requestUpstream(more) }
    } else if let completion = waiting.withLock({ $0.completion.take() }) {
      note()
      guard demand.end(noting: note) else { return }
      self.downstream = nil
      downstream.receive(completion: completion)
    }
  }

  @inlinable
  final func put(_ value: Downstream.Input) {
    note()
    waiting.withLock { $0.values.append(value) }
  }

  @inlinable
  final func put(_ completion: Subscribers.Completion<Downstream.Failure>) {
    waiting.withLock { $0.completion = completion }
  }

  @usableFromInline
  override func request(_ more: Subscribers.Demand) {
    requestUpstream(more)
  }

  @usableFromInline
  override func cancel() {
    note()
    guard demand.end(noting: note) else { return }
    super.cancel()
    work?.cancel()
    serial.perform { self.release() }
  }

  /// Lets go of everything that waits. Owner only, after the end.
  @usableFromInline
  func release() {
    downstream = nil
    let dropped = waiting.exchange(Waiting())
    withExtendedLifetime(dropped) {}
  }
}

/// The upstream's side of a relay: puts each event and has it delivered, at once or after a while.
@usableFromInline
struct RelayReceiver<Downstream: Subscriber, Context: Scheduler>: Subscriber {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let relay: Relay<Downstream>
  @usableFromInline let action: () -> Void
  @usableFromInline let scheduler: Context
  @usableFromInline let options: Context.SchedulerOptions?
  /// How long an event takes; nil for as soon as possible.
  @usableFromInline let interval: Context.SchedulerTimeType.Stride?
  @usableFromInline let tolerance: Context.SchedulerTimeType.Stride

  @inlinable
  init(
    _ downstream: Downstream, _ scheduler: Context, _ options: Context.SchedulerOptions?,
    interval: Context.SchedulerTimeType.Stride?, tolerance: Context.SchedulerTimeType.Stride, name: String
  ) {
    self.downstream = downstream
    // What is to happen as soon as possible does not wait for long.
    let (own, work) = interval == nil ? (scheduler, nil) : PendingWork.onScheduler(scheduler)
    relay = Relay(downstream, name: name, work: work)
    action = relay.action
    self.scheduler = own
    self.options = options
    self.interval = interval
    self.tolerance = tolerance
  }

  @inlinable
  var combineIdentifier: CombineIdentifier { relay.combineIdentifier }

  @inlinable
  func receive(subscription: any Subscription) {
    if relay.begin(subscription) { downstream.receive(subscription: relay) }
  }

  @inlinable
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    if relay.isAwaiting || relay.isEnded { return .none }
    if Context.self == ImmediateScheduler.self {
      // Work would run before `schedule` returns, so nothing ever waits.
      let more = downstream.receive(input)
      if more != .none { relay.requestUpstream(more) }
      return .none
    }
    relay.put(input)
    schedule()
    return .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    if relay.isAwaiting { return }
    guard relay.complete() else { return }
    relay.put(completion)
    schedule()
  }

  @inlinable
  func schedule() {
    if let interval {
      scheduler.schedule(after: scheduler.now.advanced(by: interval), tolerance: tolerance, options: options, action)
    } else {
      scheduler.schedule(options: options, action)
    }
  }
}

extension RelayReceiver: CustomStringConvertible, CustomReflectable {
  @usableFromInline var description: String { relay.name }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: []) }
}
