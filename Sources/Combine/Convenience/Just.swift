// One value, then the end.

public import Synchronization

/// A publisher of one value. It is delivered with the first request, and `.finished` right after it.
public struct Just<Output>: Publisher {
  public typealias Failure = Never

  /// The value.
  public let output: Output

  /// A publisher of `output`.
  @inlinable
  public init(_ output: Output) {
    self.output = output
  }

  /// Attaches `subscriber`. Any positive demand brings the value; `.none` traps.
  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    subscriber.receive(subscription: OnceSubscription.delivering(output, to: subscriber, name: "Just"))
  }
}

extension Just: Equatable where Output: Equatable {}

/// A subscription that runs its closure at the first request: one value and the end. Shared by Just, Optional, Result
/// and whoever has a result that waits for demand. The closure, and the subscriber in it, is let go when it has run and
/// at cancellation.
@usableFromInline
final class OnceSubscription: Subscription {
  private let deliver: Protected<((OnceSubscription) -> Void)?>
  private let name: String
  @usableFromInline let isCancelled = Atomic<Bool>(false)

  @usableFromInline
  init(name: String, deliver: @escaping (OnceSubscription) -> Void) {
    self.deliver = Protected(deliver)
    self.name = name
  }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    requirePositive(demand, name)
    deliver.exchange(nil)?(self)
  }

  @usableFromInline
  func cancel() {
    isCancelled.store(true, ordering: .releasing)
    _ = deliver.exchange(nil)
  }

  /// One value and the end for `downstream`.
  @inlinable
  static func delivering<S: Subscriber>(_ output: S.Input, to downstream: S, name: String) -> OnceSubscription {
    OnceSubscription(name: name) { subscription in
      _ = downstream.receive(output)
      // It may have cancelled inside.
      if !subscription.isCancelled.load(ordering: .acquiring) { downstream.receive(completion: .finished) }
    }
  }
}

extension OnceSubscription: CustomStringConvertible, CustomReflectable, CustomPlaygroundDisplayConvertible {
  @usableFromInline var description: String { name }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: []) }
  @usableFromInline var playgroundDescription: Any { name }
}
