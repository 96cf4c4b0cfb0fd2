// The source of values over time, and the only way in: `subscribe`.

public import Synchronization

/// A type that delivers values over time to its subscribers.
///
/// A subscriber that is given to `subscribe(_:)` gets exactly one subscription, then at most as many values as it has
/// asked for, one at a time, then at most one completion. Implement `receive(subscriber:)`; call `subscribe(_:)`.
public protocol Publisher<Output, Failure> {
  /// What the publisher delivers.
  associatedtype Output

  /// How it can fail; `Never` if it cannot.
  associatedtype Failure: Error

  /// Attaches `subscriber`. Called by `subscribe(_:)`; calls `subscriber.receive(subscription:)` exactly once, then
  /// delivers at most as many values as are requested, and at most one completion, one event at a time.
  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure
}

/// The namespace of the publishers that operators make.
public enum Publishers {}

extension Publisher {
  /// Attaches `subscriber` to this publisher. No value comes before the subscriber asks for it; a completion may.
  @inlinable
  @inline(__always)
  public func subscribe<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Failure {
    if Onlookers.isAny.load(ordering: .relaxed) {
      subscribeObserved(subscriber)
    } else {
      receive(subscriber: subscriber)
    }
  }
}
