// subscribe(on:): what goes up is done on a scheduler.

extension Publisher {
  /// Subscribes, requests and cancels on `scheduler`. Values and the completion come on whatever thread the upstream
  /// delivers them; the demand returned for a value goes back to it at once.
  @inlinable
  public func subscribe<S: Scheduler>(
    on scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.SubscribeOn<Self, S> {
    Publishers.SubscribeOn(upstream: self, scheduler: scheduler, options: options)
  }
}

extension Publishers {
  /// Does what goes up on a scheduler.
  public struct SubscribeOn<Upstream: Publisher, Context: Scheduler>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// Where the values come from.
    public let upstream: Upstream

    /// Where it is subscribed to, asked and cancelled.
    public let scheduler: Context

    /// With what work is scheduled.
    public let options: Context.SchedulerOptions?

    /// `upstream`, spoken to on `scheduler`.
    @inlinable
    public init(upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions?) {
      self.upstream = upstream
      self.scheduler = scheduler
      self.options = options
    }

    /// Attaches `subscriber` later, on the scheduler. A request for `.none` goes up like any other.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let receiver = SubscribeOnReceiver(subscriber, SubscribeOnStage(scheduler, options))
      scheduler.schedule(options: options) { upstream.subscribe(receiver) }
    }
  }
}

@usableFromInline
final class SubscribeOnStage<Context: Scheduler>: Stage {
  @usableFromInline let scheduler: Context
  @usableFromInline let options: Context.SchedulerOptions?

  @inlinable
  init(_ scheduler: Context, _ options: Context.SchedulerOptions?) {
    self.scheduler = scheduler
    self.options = options
    super.init(name: "SubscribeOn")
  }

  @usableFromInline
  override func request(_ more: Subscribers.Demand) {
    scheduler.schedule(options: options) { self.requestUpstream(more) }
  }

  /// Silences at once; the upstream hears of it on the scheduler.
  @usableFromInline
  override func cancel() {
    guard let subscription = detach() else { return }
    scheduler.schedule(options: options) { subscription.cancel() }
  }
}

@usableFromInline
struct SubscribeOnReceiver<Downstream: Subscriber, Context: Scheduler>: Subscriber {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let stage: SubscribeOnStage<Context>

  @inlinable
  init(_ downstream: Downstream, _ stage: SubscribeOnStage<Context>) {
    self.downstream = downstream
    self.stage = stage
  }

  @inlinable
  var combineIdentifier: CombineIdentifier { stage.combineIdentifier }

  @inlinable
  func receive(subscription: any Subscription) {
    if stage.begin(subscription) { downstream.receive(subscription: stage) }
  }

  @inlinable
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    if stage.isAwaiting || stage.isEnded { return .none }
    return downstream.receive(input)
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    if stage.isAwaiting { return }
    if stage.complete() { downstream.receive(completion: completion) }
  }
}

extension SubscribeOnReceiver: CustomStringConvertible, CustomReflectable {
  @usableFromInline var description: String { stage.name }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: []) }
}
