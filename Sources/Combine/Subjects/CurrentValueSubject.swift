// A subject with a value: whoever comes later gets the latest.

/// A subject that holds a value and delivers each change of it.
///
/// - A new subscriber gets the current value with its first request. One that missed values for lack of demand gets the
///   latest with its next request.
/// - `value` is updated before the subscribers are called, and may be read and written on any thread.
/// - Order, threads and completion are those of `PassthroughSubject`. Upstreams are asked for everything at once.
/// - After a completion, `send(_:)` does nothing; assigning `value` still changes it, silently.
public final class CurrentValueSubject<Output, Failure: Error>: Subject {
  @usableFromInline let hub: ValueHub<Output, Failure>
  @usableFromInline let upstreams = Protected<[any Subscription]>([])

  /// A subject that holds `value`.
  @inlinable
  public init(_ value: Output) {
    hub = ValueHub(value)
  }

  deinit {
    for upstream in upstreams.exchange([]) { upstream.cancel() }
  }

  /// The current value; assigning it delivers it.
  @inlinable
  public final var value: Output {
    get { hub.value }
    set { hub.assign(newValue) }
  }

  /// Attaches `subscriber`. Any positive demand is accepted; `.none` traps.
  @inlinable
  public final func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    hub.attach(HubMember(boxed(subscriber), HubSubscription(hub, subject: self, name: "CurrentValueSubject")))
  }

  /// Stores `input`, then delivers it to every subscriber with demand.
  @inlinable
  public final func send(_ input: Output) {
    hub.send(input)
  }

  /// Ends all subscriptions; only the first completion counts.
  @inlinable
  public final func send(completion: Subscribers.Completion<Failure>) {
    hub.send(completion: completion)
  }

  /// Connects an upstream and asks it for everything.
  @inlinable
  public final func send(subscription: any Subscription) {
    upstreams.withLock { $0.append(subscription) }
    subscription.request(.unlimited)
  }
}
