// tryMap: each value changed by a closure that may throw.

extension Publisher {
  /// Changes each value with `transform`; fails with what it throws, after cancelling the upstream. Demand passes
  /// through.
  @inlinable
  public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> Publishers.TryMap<Self, T> {
    Publishers.TryMap(upstream: self, transform: transform)
  }
}

extension Publishers {
  /// Changes each value with a closure that may throw. Demand passes through; nothing follows the first throw.
  public struct TryMap<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = any Error

    /// Where the values come from.
    public let upstream: Upstream

    /// What changes each of them.
    public let transform: (Upstream.Output) throws -> Output

    /// `upstream` with each value changed by `transform`.
    @inlinable
    public init(upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output) {
      self.upstream = upstream
      self.transform = transform
    }

    /// Attaches `subscriber`.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        FilterReceiver(
          subscriber,
          TryMapLogic<Upstream.Output, Upstream.Failure, Output>(transform: transform)))
    }
  }
}

extension Publishers.TryMap {
  /// A throwing map and a map in one stage.
  @inlinable
  public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.TryMap<Upstream, T> {
    let first = self.transform
    return Publishers.TryMap<Upstream, T>(upstream: upstream) { transform(try first($0)) }
  }

  /// Two throwing maps in one stage.
  @inlinable
  public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> Publishers.TryMap<Upstream, T> {
    let first = self.transform
    return Publishers.TryMap<Upstream, T>(upstream: upstream) { try transform(first($0)) }
  }
}

/// A value goes through a closure that may throw.
@usableFromInline
struct TryMapLogic<Input, SourceFailure: Error, Output>: FilterLogic {
  @usableFromInline typealias UpstreamFailure = SourceFailure
  @usableFromInline typealias Failure = any Error

  @usableFromInline let transform: (Input) throws -> Output
  @usableFromInline let passing = PassingStage(name: "TryMap")

  @inlinable
  init(transform: @escaping (Input) throws -> Output) {
    self.transform = transform
  }

  @inlinable
  var stage: Stage { passing }

  @inlinable
  static var early: EarlyEvents { .handleValues }

  @inlinable
  func step(_ input: Input) -> FilterStep<Output, any Error> {
    do {
      return .pass(try transform(input))
    } catch {
      return .fail(error)
    }
  }
}
