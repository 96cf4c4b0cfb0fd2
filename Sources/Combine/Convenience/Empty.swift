// No value: the end at once, or never.

/// A publisher without values, which completes at once or never.
public struct Empty<Output, Failure: Error>: Publisher, Equatable {
  /// Whether it completes as soon as it is subscribed to.
  public let completeImmediately: Bool

  /// A publisher that completes at once, or never.
  @inlinable
  public init(completeImmediately: Bool = true) {
    self.completeImmediately = completeImmediately
  }

  /// A publisher that completes at once, or never, with its types given.
  @inlinable
  public init(completeImmediately: Bool = true, outputType: Output.Type, failureType: Failure.Type) {
    self.completeImmediately = completeImmediately
  }

  /// Attaches `subscriber`; completes without demand.
  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    subscriber.receive(subscription: Subscriptions.empty)
    if completeImmediately { subscriber.receive(completion: .finished) }
  }
}
