// compactMap and tryCompactMap: values changed, nil swallowed.

extension Publisher {
  /// Changes each value with `transform` and passes what is not nil. nil is made up for by a demand of one. Completion
  /// and failure pass through.
  @inlinable
  public func compactMap<T>(_ transform: @escaping (Output) -> T?) -> Publishers.CompactMap<Self, T> {
    Publishers.CompactMap(upstream: self, transform: transform)
  }

  /// Changes each value with `transform` and passes what is not nil; fails with what it throws, after cancelling the
  /// upstream. A swallowed value is made up for by a demand of one.
  @inlinable
  public func tryCompactMap<T>(_ transform: @escaping (Output) throws -> T?) -> Publishers.TryCompactMap<Self, T> {
    Publishers.TryCompactMap(upstream: self, transform: transform)
  }
}

extension Publishers {
  /// Changes each value and swallows nil. Keeps no state: the upstream's own subscription goes down.
  public struct CompactMap<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = Upstream.Failure

    /// Where the values come from.
    public let upstream: Upstream

    /// What changes each of them.
    public let transform: (Upstream.Output) -> Output?

    /// `upstream` with each value changed by `transform`, without nil.
    @inlinable
    public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output?) {
      self.upstream = upstream
      self.transform = transform
    }

    /// Attaches `subscriber`.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(CompactMapReceiver(downstream: subscriber, transform: transform))
    }
  }

  /// Changes each value with a closure that may throw, and swallows nil. Nothing follows the first throw.
  public struct TryCompactMap<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = any Error

    /// Where the values come from.
    public let upstream: Upstream

    /// What changes each of them.
    public let transform: (Upstream.Output) throws -> Output?

    /// `upstream` with each value changed by `transform`, without nil.
    @inlinable
    public init(upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output?) {
      self.upstream = upstream
      self.transform = transform
    }

    /// Attaches `subscriber`.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        FilterReceiver(
          subscriber,
          TryCompactMapLogic<Upstream.Output, Upstream.Failure, Output>(transform: transform, name: "TryCompactMap")))
    }
  }
}

extension Publishers.CompactMap {
  /// Two compact maps in one stage.
  @inlinable
  public func compactMap<T>(_ transform: @escaping (Output) -> T?) -> Publishers.CompactMap<Upstream, T> {
    let first = self.transform
    return Publishers.CompactMap<Upstream, T>(upstream: upstream) { first($0).flatMap(transform) }
  }

  /// A compact map and a map in one stage.
  @inlinable
  public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.CompactMap<Upstream, T> {
    let first = self.transform
    return Publishers.CompactMap<Upstream, T>(upstream: upstream) { first($0).map(transform) }
  }
}

extension Publishers.TryCompactMap {
  /// A throwing compact map and a compact map in one stage.
  @inlinable
  public func compactMap<T>(_ transform: @escaping (Output) throws -> T?) -> Publishers.TryCompactMap<Upstream, T> {
    let first = self.transform
    return Publishers.TryCompactMap<Upstream, T>(upstream: upstream) { try first($0).flatMap(transform) }
  }
}

@usableFromInline
struct CompactMapReceiver<Input, Downstream: Subscriber>: Subscriber {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let transform: (Input) -> Downstream.Input?
  @usableFromInline let combineIdentifier = CombineIdentifier()

  @inlinable
  init(downstream: Downstream, transform: @escaping (Input) -> Downstream.Input?) {
    self.downstream = downstream
    self.transform = transform
  }

  @inlinable
  func receive(subscription: any Subscription) {
    downstream.receive(subscription: subscription)
  }

  @inlinable
  func _connectWithoutSubscription() -> Bool { downstream._connectWithoutSubscription() }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    if let output = transform(input) { return downstream.receive(output) }
    return .max(1)
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    downstream.receive(completion: completion)
  }
}

extension CompactMapReceiver: CustomStringConvertible, CustomReflectable {
  @usableFromInline var description: String { "CompactMap" }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: []) }
}

/// Also the heart of tryFilter.
@usableFromInline
struct TryCompactMapLogic<Input, SourceFailure: Error, Output>: FilterLogic {
  @usableFromInline typealias UpstreamFailure = SourceFailure
  @usableFromInline typealias Failure = any Error

  @usableFromInline let transform: (Input) throws -> Output?
  @usableFromInline let stage: Stage

  @inlinable
  init(transform: @escaping (Input) throws -> Output?, name: String) {
    self.transform = transform
    stage = Stage(name: name)
  }

  @inlinable
  func step(_ input: Input) -> FilterStep<Output, any Error> {
    do {
      if let output = try transform(input) { return .pass(output) }
      return .skip
    } catch {
      return .fail(error)
    }
  }
}
