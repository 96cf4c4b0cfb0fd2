// A result as a publisher: one value, or a failure.

extension Result {
  /// A publisher of the success or the failure.
  @inlinable
  public var publisher: Publisher { Publisher(self) }

  /// Delivers a success with the first request, then finishes; fails at once for a failure.
  public struct Publisher: Combine.Publisher {
    public typealias Output = Success

    /// The result.
    public let result: Result<Success, Failure>

    /// A publisher of `result`.
    @inlinable
    public init(_ result: Result<Success, Failure>) {
      self.result = result
    }

    /// A publisher of a success.
    @inlinable
    public init(_ output: Success) {
      self.init(.success(output))
    }

    /// A publisher of a failure.
    @inlinable
    public init(_ failure: Failure) {
      self.init(.failure(failure))
    }

    /// Attaches `subscriber`. `.none` traps.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Success, S.Failure == Failure {
      switch result {
      case .success(let output):
        OnceSubscription.start(output, subscriber, name: "Once")
      case .failure(let error):
        subscriber.receive(subscription: Subscriptions.empty)
        subscriber.receive(completion: .failure(error))
      }
    }
  }
}

extension Result.Publisher: Equatable where Success: Equatable, Failure: Equatable {}
