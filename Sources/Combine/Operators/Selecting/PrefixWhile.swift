// prefix(while:): the values at the beginning that have a property.

extension Publisher {
  /// Passes values as long as `predicate` is true; then cancels the upstream and finishes. Demand passes through.
  @inlinable
  public func prefix(while predicate: @escaping (Output) -> Bool) -> Publishers.PrefixWhile<Self> {
    Publishers.PrefixWhile(upstream: self, predicate: predicate)
  }

  /// As `prefix(while:)`, with a closure that may throw: fails with the error, after cancelling the upstream. Demand
  /// passes through.
  @inlinable
  public func tryPrefix(while predicate: @escaping (Output) throws -> Bool) -> Publishers.TryPrefixWhile<Self> {
    Publishers.TryPrefixWhile(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// Passes values until one fails a test, which is not passed. Demand passes through.
  public struct PrefixWhile<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// Where the values come from.
    public let upstream: Upstream

    /// As long as what values pass.
    public let predicate: (Upstream.Output) -> Bool

    /// The values at the beginning of `upstream` that satisfy `predicate`.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    /// Attaches `subscriber`. `.none` traps.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(FilterReceiver(subscriber, PrefixWhileLogic<Output, Failure>(predicate)))
    }
  }

  /// Passes values until one fails a test, which is not passed. Demand passes through.
  /// The closure may throw; nothing follows the first throw.
  public struct TryPrefixWhile<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error

    /// Where the values come from.
    public let upstream: Upstream

    /// As long as what values pass.
    public let predicate: (Upstream.Output) throws -> Bool

    /// The values at the beginning of `upstream` that satisfy `predicate`.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    /// Attaches `subscriber`. `.none` traps.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(FilterReceiver(subscriber, TryPrefixWhileLogic<Output, Upstream.Failure>(predicate)))
    }
  }
}

@usableFromInline
struct PrefixWhileLogic<Output, Failure: Error>: FilterLogic {
  @usableFromInline typealias UpstreamFailure = Failure

  @usableFromInline let predicate: (Output) -> Bool
  @usableFromInline let stage = Stage(name: "PrefixWhile")

  @inlinable
  init(_ predicate: @escaping (Output) -> Bool) {
    self.predicate = predicate
  }

  @inlinable
  func step(_ input: Output) -> FilterStep<Output, Failure> {
    predicate(input) ? .pass(input) : .finish
  }
}

@usableFromInline
struct TryPrefixWhileLogic<Output, SourceFailure: Error>: FilterLogic {
  @usableFromInline typealias UpstreamFailure = SourceFailure
  @usableFromInline typealias Failure = any Error

  @usableFromInline let predicate: (Output) throws -> Bool
  @usableFromInline let stage = Stage(name: "TryPrefixWhile")

  @inlinable
  init(_ predicate: @escaping (Output) throws -> Bool) {
    self.predicate = predicate
  }

  @inlinable
  func step(_ input: Output) -> FilterStep<Output, any Error> {
    do {
      return try predicate(input) ? .pass(input) : .finish
    } catch {
      return .fail(error)
    }
  }
}
