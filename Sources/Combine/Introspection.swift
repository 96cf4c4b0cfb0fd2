// Looking on while publishers and subscribers talk: for tools that draw pipelines or trace them.
//
// Apple's name has an underscore too: it is for tools, not for programs. While somebody looks on, `subscribe(_:)` puts a
// reporter between a publisher and its subscriber, and another between the subscriber and its subscription; they pass
// everything on. A subscription that was made while nobody did stays as it is. Otherwise `subscribe(_:)` reads one flag.

public import Synchronization

/// An observer of what every publisher and subscriber of the process does, from `enable()` to `disable()`.
///
/// All requirements have an implementation that does nothing. They are called on the threads on which things happen, before
/// and after them. Not seen is what publishers and subscribers do that were connected before.
public protocol _Introspection: AnyObject {
  /// `publisher` is about to be subscribed to: how a pipeline hangs together.
  func willReceive<Upstream: Publisher, Downstream: Subscriber>(publisher: Upstream, subscriber: Downstream)
  where Upstream.Output == Downstream.Input, Upstream.Failure == Downstream.Failure

  /// `publisher` has been subscribed to.
  func didReceive<Upstream: Publisher, Downstream: Subscriber>(publisher: Upstream, subscriber: Downstream)
  where Upstream.Output == Downstream.Input, Upstream.Failure == Downstream.Failure

  /// `subscriber` is about to get its subscription.
  func willReceive<Downstream: Subscriber>(subscriber: Downstream, subscription: any Subscription)

  /// `subscriber` has got its subscription.
  func didReceive<Downstream: Subscriber>(subscriber: Downstream, subscription: any Subscription)

  /// `subscriber` is about to get a value.
  func willReceive<Downstream: Subscriber>(subscriber: Downstream, input: Downstream.Input)

  /// `subscriber` has got a value, and has asked for more with its answer.
  func didReceive<Downstream: Subscriber>(
    subscriber: Downstream, input: Downstream.Input, resultingDemand: Subscribers.Demand)

  /// `subscriber` is about to get the end.
  func willReceive<Downstream: Subscriber>(
    subscriber: Downstream, completion: Subscribers.Completion<Downstream.Failure>)

  /// `subscriber` has got the end.
  func didReceive<Downstream: Subscriber>(
    subscriber: Downstream, completion: Subscribers.Completion<Downstream.Failure>)

  /// `subscription` is about to be asked for more.
  func willRequest(subscription: any Subscription, _ demand: Subscribers.Demand)

  /// `subscription` has been asked for more.
  func didRequest(subscription: any Subscription, _ demand: Subscribers.Demand)

  /// `subscription` is about to be cancelled.
  func willCancel(subscription: any Subscription)

  /// `subscription` has been cancelled.
  func didCancel(subscription: any Subscription)
}

extension _Introspection {
  public func willReceive<Upstream: Publisher, Downstream: Subscriber>(publisher: Upstream, subscriber: Downstream)
  where Upstream.Output == Downstream.Input, Upstream.Failure == Downstream.Failure {}

  public func didReceive<Upstream: Publisher, Downstream: Subscriber>(publisher: Upstream, subscriber: Downstream)
  where Upstream.Output == Downstream.Input, Upstream.Failure == Downstream.Failure {}

  public func willReceive<Downstream: Subscriber>(subscriber: Downstream, subscription: any Subscription) {}

  public func didReceive<Downstream: Subscriber>(subscriber: Downstream, subscription: any Subscription) {}

  public func willReceive<Downstream: Subscriber>(subscriber: Downstream, input: Downstream.Input) {}

  public func didReceive<Downstream: Subscriber>(
    subscriber: Downstream, input: Downstream.Input, resultingDemand: Subscribers.Demand
  ) {}

  public func willReceive<Downstream: Subscriber>(
    subscriber: Downstream, completion: Subscribers.Completion<Downstream.Failure>
  ) {}

  public func didReceive<Downstream: Subscriber>(
    subscriber: Downstream, completion: Subscribers.Completion<Downstream.Failure>
  ) {}

  public func willRequest(subscription: any Subscription, _ demand: Subscribers.Demand) {}

  public func didRequest(subscription: any Subscription, _ demand: Subscribers.Demand) {}

  public func willCancel(subscription: any Subscription) {}

  public func didCancel(subscription: any Subscription) {}
}

extension _Introspection {
  /// Starts observing. The library holds the observer until `disable()`.
  public func enable() {
    Onlookers.list.withLock { list in
      if !list.contains(where: { $0 === self }) { list.append(self) }
      Onlookers.isAny.store(true, ordering: .releasing)
    }
  }

  /// Stops observing.
  public func disable() {
    let old = Onlookers.list.withLock { list in
      let old = list
      list.removeAll { $0 === self }
      Onlookers.isAny.store(!list.isEmpty, ordering: .releasing)
      return old
    }
    withExtendedLifetime(old) {}
  }

  /// Whether this observes now.
  public var isEnabled: Bool {
    Onlookers.list.withLock { $0.contains { $0 === self } }
  }
}

/// Those who look on, in the order in which they came.
@usableFromInline
enum Onlookers {
  @usableFromInline static let isAny = Atomic<Bool>(false)
  static let list = Protected<[any _Introspection]>([])

  /// Tells all of them that something will happen, lets it happen, and tells them that it has.
  static func tell<Result>(
    before: (any _Introspection) -> Void, after: (any _Introspection, Result) -> Void, _ body: () -> Result
  ) -> Result {
    for onlooker in list.withLock({ $0 }) { before(onlooker) }
    let result = body()
    for onlooker in list.withLock({ $0 }) { after(onlooker, result) }
    return result
  }
}

extension Publisher {
  /// `subscribe(_:)` while somebody looks on.
  @inline(never)
  @usableFromInline
  func subscribeObserved<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Failure {
    // A publisher that hands its subscriber on to another one, as AnyPublisher does: it has its reporter already.
    let handedOn = subscriber as? any ReporterOfASubscriber
    if let reporter = handedOn ?? (subscriber as? AnySubscriber<Output, Failure>)?.box.wrapped
      as? any ReporterOfASubscriber
    {
      let original = reporter.original as! AnySubscriber<Output, Failure>
      Onlookers.tell {
        $0.willReceive(publisher: self, subscriber: original)
      } after: { onlooker, _ in
        onlooker.didReceive(publisher: self, subscriber: original)
      } _: {
        receive(subscriber: subscriber)
      }
      return
    }
    Onlookers.tell {
      $0.willReceive(publisher: self, subscriber: subscriber)
    } after: { onlooker, _ in
      onlooker.didReceive(publisher: self, subscriber: subscriber)
    } _: {
      receive(subscriber: SubscriberReporter(subscriber: subscriber))
    }
  }
}

private protocol ReporterOfASubscriber {
  /// The subscriber behind it, as an AnySubscriber.
  var original: Any { get }
}

/// Stands in for a subscriber, tells what it gets, and passes it on.
private struct SubscriberReporter<Downstream: Subscriber>: Subscriber, ReporterOfASubscriber, CustomStringConvertible {
  typealias Input = Downstream.Input
  typealias Failure = Downstream.Failure

  let subscriber: Downstream

  var original: Any { AnySubscriber(subscriber) }
  var combineIdentifier: CombineIdentifier { subscriber.combineIdentifier }
  var description: String { String(describing: subscriber) }

  func receive(subscription: any Subscription) {
    // An operator without a state passes its upstream's subscription on, which has its reporter already.
    let reporter = subscription as? SubscriptionReporter ?? SubscriptionReporter(subscription: subscription)
    Onlookers.tell {
      $0.willReceive(subscriber: subscriber, subscription: reporter.subscription)
    } after: { onlooker, _ in
      onlooker.didReceive(subscriber: subscriber, subscription: reporter.subscription)
    } _: {
      subscriber.receive(subscription: reporter)
    }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    Onlookers.tell {
      $0.willReceive(subscriber: subscriber, input: input)
    } after: { onlooker, demand in
      onlooker.didReceive(subscriber: subscriber, input: input, resultingDemand: demand)
    } _: {
      subscriber.receive(input)
    }
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    Onlookers.tell {
      $0.willReceive(subscriber: subscriber, completion: completion)
    } after: { onlooker, _ in
      onlooker.didReceive(subscriber: subscriber, completion: completion)
    } _: {
      subscriber.receive(completion: completion)
    }
  }
}

/// Stands in for a subscription, tells what it is asked, and passes it on.
private struct SubscriptionReporter: Subscription, CustomStringConvertible {
  let subscription: any Subscription

  var combineIdentifier: CombineIdentifier { subscription.combineIdentifier }
  var description: String { String(describing: subscription) }

  func request(_ demand: Subscribers.Demand) {
    Onlookers.tell {
      $0.willRequest(subscription: subscription, demand)
    } after: { onlooker, _ in
      onlooker.didRequest(subscription: subscription, demand)
    } _: {
      subscription.request(demand)
    }
  }

  func cancel() {
    Onlookers.tell {
      $0.willCancel(subscription: subscription)
    } after: { onlooker, _ in
      onlooker.didCancel(subscription: subscription)
    } _: {
      subscription.cancel()
    }
  }
}
