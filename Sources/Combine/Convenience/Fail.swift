// Nothing but a failure.

/// A publisher that fails as soon as it is subscribed to.
public struct Fail<Output, Failure: Error>: Publisher {
  /// The failure.
  public let error: Failure

  /// A publisher that fails with `error`.
  @inlinable
  public init(error: Failure) {
    self.error = error
  }

  /// A publisher that fails with `failure`, with its output type given.
  @inlinable
  public init(outputType: Output.Type, failure: Failure) {
    error = failure
  }

  /// Attaches `subscriber`; fails without demand.
  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    subscriber.receive(subscription: Subscriptions.empty)
    subscriber.receive(completion: .failure(error))
  }
}

extension Fail: Equatable where Failure: Equatable {}
