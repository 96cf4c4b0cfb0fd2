// An optional as a publisher: one value or none, then the end.

extension Optional {
  /// A publisher of the wrapped value, if there is one.
  @inlinable
  public var publisher: Publisher { Publisher(self) }

  /// Delivers the value with the first request, then finishes; without a value, finishes at once.
  public struct Publisher: Combine.Publisher {
    public typealias Output = Wrapped
    public typealias Failure = Never

    /// The value, if there is one.
    public let output: Wrapped?

    /// A publisher of `output`.
    @inlinable
    public init(_ output: Wrapped?) {
      self.output = output
    }

    /// Attaches `subscriber`. `.none` traps.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Wrapped, S.Failure == Never {
      if let output {
        OnceSubscription.start(output, subscriber, name: "Optional")
      } else {
        subscriber.receive(subscription: Subscriptions.empty)
        subscriber.receive(completion: .finished)
      }
    }
  }
}

extension Optional.Publisher: Equatable where Wrapped: Equatable {}
