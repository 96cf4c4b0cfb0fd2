// dropFirst: without the first values.

extension Publisher {
  /// Drops the first `count` values. The upstream is asked for them as soon as it is subscribed to, together with what
  /// the subscriber has asked for until then. Completion and failure pass through.
  /// - Precondition: `count` is not negative; a subscription finds out.
  @inlinable
  public func dropFirst(_ count: Int = 1) -> Publishers.Drop<Self> {
    Publishers.Drop(upstream: self, count: count)
  }
}

extension Publishers {
  /// Drops a number of values, which are asked for in addition, before anybody asks for anything.
  public struct Drop<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// Where the values come from.
    public let upstream: Upstream

    /// How many values are dropped.
    public let count: Int

    /// `upstream` without its first `count` values.
    @inlinable
    public init(upstream: Upstream, count: Int) {
      self.upstream = upstream
      self.count = count
    }

    /// Attaches `subscriber`, then subscribes to the upstream. `.none` traps.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      if count < 0 {
        violation("\(count) values were to be dropped", remedy: "Drop zero or more")
      }
      let stage = DropStage(count: count)
      subscriber.receive(subscription: stage)
      upstream.subscribe(DropReceiver(subscriber, stage, count))
    }
  }
}

extension Publishers.Drop: Equatable where Upstream: Equatable {}

/// The downstream has this before there is an upstream: what it asks for until then is added to what is dropped.
@usableFromInline
final class DropStage: Stage {
  /// Asked for before the upstream's subscription came; the values to drop are among it.
  private let outstanding: Protected<Subscribers.Demand>

  @usableFromInline
  init(count: Int) {
    outstanding = Protected(.max(count))
    super.init(name: "Drop")
  }

  @usableFromInline
  override func restoring() -> () -> Void {
    let (asStage, outstanding) = (super.restoring(), outstanding.withLock { $0 })
    return {
      asStage()
      _ = self.outstanding.exchange(outstanding)
    }
  }

  @usableFromInline
  func connect(_ subscription: any Subscription) {
    if begin(subscription) { askForOutstanding() }
  }

  @usableFromInline
  override func request(_ demand: Subscribers.Demand) {
    requirePositive(demand, name)
    if !isAwaiting {
      requestUpstream(demand)
      return
    }
    outstanding.withLock { $0 += demand }
    // The subscription may have come meanwhile, and have missed this.
    if !isAwaiting { askForOutstanding() }
  }

  private func askForOutstanding() {
    let demand = outstanding.exchange(.none)
    if demand != .none { requestUpstream(demand) }
  }
}

@usableFromInline
struct DropReceiver<Downstream: Subscriber>: Subscriber {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let stage: DropStage
  @usableFromInline let left: Cell<Int>

  @inlinable
  init(_ downstream: Downstream, _ stage: DropStage, _ count: Int) {
    self.downstream = downstream
    self.stage = stage
    left = Cell(count)
  }

  @inlinable
  var combineIdentifier: CombineIdentifier { stage.combineIdentifier }

  @inlinable
  func receive(subscription: any Subscription) {
    stage.connect(subscription)
  }

  @inlinable
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    if stage.isEnded { return .none }
    if left.value > 0 {
      left.value -= 1
      return .none
    }
    return downstream.receive(input)
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    if stage.complete(early: true) { downstream.receive(completion: completion) }
  }
}

extension DropReceiver: CustomStringConvertible, CustomReflectable {
  @usableFromInline var description: String { "Drop" }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: []) }
}
