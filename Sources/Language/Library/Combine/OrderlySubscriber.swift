/// What a program's own publisher sends too early.
internal import Combine

/// Sees to it that a subscription comes first, whatever the publisher does: operators may rely on that, and trap.
///
/// A publisher that sends a value or its end before it has handed over a subscription is taken to have handed over an empty
/// one. If the right one comes later, it is given what the empty one was asked for.
final class OrderlySubscriber<Downstream: Subscriber>: Subscriber
where Downstream.Input == Value, Downstream.Failure == any Error {
  private let downstream: Downstream
  private var early: EarlySubscription?
  private var isSubscribed = false

  init(_ downstream: Downstream) { self.downstream = downstream }

  deinit { StackGuard.postpone(downstream) }

  /// What a subscription takes of the stack, and how long it takes to be asked for values.
  private static var bytesPerStep: Int { 512 }

  func receive(subscription: any Subscription) {
    isSubscribed = true
    // Each operator of a chain asks all that are above it, which are on the stack: thousands take as many times thousands.
    _ = AbstractMachine.running?.takesSteps(StackGuard.bytesUsed / Self.bytesPerStep)
    guard let early else {
      return StackGuard.descend(breakingOff: ()) { downstream.receive(subscription: subscription) }
    }
    self.early = nil
    early.become(subscription)
  }

  func receive(_ value: Value) -> Subscribers.Demand {
    begin()
    return downstream.receive(value)
  }

  func receive(completion: Subscribers.Completion<any Error>) {
    begin()
    StackGuard.descend(breakingOff: ()) { downstream.receive(completion: completion) }
  }

  private func begin() {
    if isSubscribed { return }
    isSubscribed = true
    let subscription = EarlySubscription()
    early = subscription
    downstream.receive(subscription: subscription)
  }
}

/// Stands for a subscription that may still come.
private final class EarlySubscription: Subscription {
  private var demand = Subscribers.Demand.none
  private var isCancelled = false
  private var actual: (any Subscription)?
  private let birth = UndoLog.birth

  func become(_ subscription: any Subscription) {
    if isCancelled { return subscription.cancel() }
    actual = subscription
    if demand > .none { subscription.request(demand) }
  }

  func request(_ demand: Subscribers.Demand) {
    if let actual { return actual.request(demand) }
    note()
    self.demand += demand
  }

  private func note() {
    UndoLog.current(for: birth)?.note { [isCancelled, actual, demand] in
      (self.isCancelled, self.actual, self.demand) = (isCancelled, actual, demand)
    }
  }

  func cancel() {
    note()
    isCancelled = true
    actual?.cancel()
    actual = nil
  }
}
