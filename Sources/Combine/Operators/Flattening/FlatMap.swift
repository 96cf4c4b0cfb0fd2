// flatMap: a publisher for each value, all delivered as one. The work is in `FlatMapCore`.

extension Publisher {
  /// Delivers the values of the publishers that `transform` makes, at most `maxPublishers` of them at a time.
  ///
  /// Asks the upstream for `maxPublishers` values, and for one more when one of the publishers has finished. Each of them
  /// is asked for one value at a time, or for everything when everything is wanted; what comes early waits in the order
  /// of arrival. Finishes when the upstream and all of them have; the first failure is the end and cancels the others.
  @inlinable
  public func flatMap<T, P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<P, Self> where T == P.Output, Failure == P.Failure {
    Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
  }
}

extension Publisher where Failure == Never {
  /// As `flatMap`, also in its demand, for publishers that may fail from one that cannot.
  @inlinable
  public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<P, Publishers.SetFailureType<Self, P.Failure>> {
    setFailureType(to: P.Failure.self).flatMap(maxPublishers: maxPublishers, transform)
  }

  /// As `flatMap`, also in its demand, where nothing can fail.
  @inlinable
  public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<P, Self> where P.Failure == Never {
    Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
  }
}

extension Publisher {
  /// As `flatMap`, also in its demand, for publishers that cannot fail from one that may.
  @inlinable
  public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<Publishers.SetFailureType<P, Failure>, Self> where P.Failure == Never {
    flatMap(maxPublishers: maxPublishers) { transform($0).setFailureType(to: Failure.self) }
  }
}

extension Publishers {
  /// Delivers the values of the publishers that a closure makes of the upstream's values.
  ///
  /// The upstream is asked for `maxPublishers`, and for one more after the end of each. The publishers are asked for
  /// everything if the downstream wants everything, otherwise for one value at a time; what comes without demand waits,
  /// in the order of arrival. Finishes when the upstream and all publishers have, and nothing waits. The first failure
  /// cancels everything else and drops what waits.
  public struct FlatMap<NewPublisher: Publisher, Upstream: Publisher>: Publisher
  where NewPublisher.Failure == Upstream.Failure {
    public typealias Output = NewPublisher.Output
    public typealias Failure = Upstream.Failure

    /// Where the values come from that publishers are made of.
    public let upstream: Upstream

    /// How many publishers may be there at a time.
    public let maxPublishers: Subscribers.Demand

    /// Makes a publisher of a value.
    public let transform: (Upstream.Output) -> NewPublisher

    /// The values of the publishers that `transform` makes of those of `upstream`.
    @inlinable
    public init(
      upstream: Upstream, maxPublishers: Subscribers.Demand, transform: @escaping (Upstream.Output) -> NewPublisher
    ) {
      self.upstream = upstream
      self.maxPublishers = maxPublishers
      self.transform = transform
    }

    /// Attaches `subscriber`, then subscribes to the upstream. `.none` traps.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let core = FlatMapCore<Output>(maxPublishers: maxPublishers)
      subscriber.receive(subscription: core)
      upstream.subscribe(FlatMapOuter(core, subscriber, transform))
    }
  }
}
