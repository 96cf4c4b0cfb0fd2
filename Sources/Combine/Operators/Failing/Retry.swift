// retry: the same publisher again, after a failure.

extension Publisher {
  /// Subscribes again after a failure, at most `retries` times (for ever if negative); then the failure passes. What
  /// was asked for and not delivered is asked again.
  @inlinable
  public func retry(_ retries: Int) -> Publishers.Retry<Self> {
    Publishers.Retry(upstream: self, retries: retries)
  }
}

extension Publishers {
  /// Subscribes to its upstream again after a failure. What was asked for and not delivered is asked again. A value
  /// that was not asked for is a trap. An upstream that fails at once is tried in a loop, without deepening the stack.
  public struct Retry<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// Where the values come from.
    public let upstream: Upstream

    /// How often to try again; nil or negative means for ever.
    public let retries: Int?

    /// `upstream`, tried again after a failure.
    @inlinable
    public init(upstream: Upstream, retries: Int?) {
      self.upstream = upstream
      self.retries = retries
    }

    /// Attaches `subscriber`. A request for `.none` goes up like any other.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      RetryReceiver(subscriber, upstream, retries).attempt()
    }
  }
}

extension Publishers.Retry: Equatable where Upstream: Equatable {}

@usableFromInline
struct RetryReceiver<Downstream: Subscriber, Upstream: Publisher>: Subscriber
where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
  @usableFromInline typealias Input = Upstream.Output
  @usableFromInline typealias Failure = Upstream.Failure

  /// Attempts left after the present one (nil: no end), and how many are due: one that comes while another is being
  /// made waits for it.
  @usableFromInline
  struct Attempts {
    @usableFromInline var left: Int?
    @usableFromInline var due = 0

    @inlinable
    init(left: Int?) {
      self.left = left
    }
  }

  @usableFromInline
  final class Plan {
    @usableFromInline let attempts: Protected<Attempts>

    @inlinable
    init(_ retries: Int?) {
      attempts = Protected(Attempts(left: retries.flatMap { $0 < 0 ? nil : $0 }))
    }

    /// One of the attempts is about to be used up.
    @usableFromInline
    func note() {
      guard let log = UndoLog.current else { return }
      let left = attempts.withLock { $0.left }
      log.note { self.attempts.withLock { $0.left = left } }
    }
  }

  @usableFromInline let downstream: Downstream
  @usableFromInline let upstream: Upstream
  @usableFromInline let plan: Plan
  @usableFromInline let stage = RelayStage(name: "Retry", refusesNone: false)

  @inlinable
  init(_ downstream: Downstream, _ upstream: Upstream, _ retries: Int?) {
    self.downstream = downstream
    self.upstream = upstream
    plan = Plan(retries)
  }

  @inlinable
  var combineIdentifier: CombineIdentifier { stage.combineIdentifier }

  /// Subscribes, and again for each attempt that becomes due meanwhile.
  @inlinable
  func attempt() {
    let isAtIt = plan.attempts.withLock { attempts in
      attempts.due += 1
      return attempts.due > 1
    }
    if isAtIt { return }
    repeat {
      if !stage.isEnded { upstream.subscribe(self) }
    } while plan.attempts.withLock { attempts in
      attempts.due -= 1
      return attempts.due > 0
    }
  }

  @inlinable
  func receive(subscription: any Subscription) {
    if stage.isAwaiting {
      if stage.begin(subscription) { downstream.receive(subscription: stage) }
    } else {
      stage.goOn(with: subscription)
    }
  }

  @inlinable
  func receive(_ input: Upstream.Output) -> Subscribers.Demand {
    guard stage.isActive, stage.takeOrTrap() else { return .none }
    let more = downstream.receive(input)
    stage.demand.add(more, noting: stage.note)
    return more
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Upstream.Failure>) {
    if stage.isEnded { return }
    if case .failure = completion {
      plan.note()
      let mayTryAgain = plan.attempts.withLock { attempts in
        guard let left = attempts.left else { return true }
        attempts.left = left - 1
        return left > 0
      }
      if mayTryAgain {
        stage.letGo()
        attempt()
        return
      }
    }
    if stage.complete(early: true) { downstream.receive(completion: completion) }
  }
}

extension RetryReceiver: CustomStringConvertible, CustomReflectable {
  @usableFromInline var description: String { "Retry" }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: []) }
}
