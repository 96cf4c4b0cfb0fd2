// first: the first value, or the first one with a property.

extension Publisher {
  /// Delivers the first value and finishes; the upstream is cancelled first. An empty upstream gives nothing. Asks for
  /// everything; the value waits for demand, a failure does not.
  @inlinable
  public func first() -> Publishers.First<Self> {
    Publishers.First(upstream: self)
  }

  /// Delivers the first value that satisfies `predicate` and finishes; the upstream is cancelled first. Asks for
  /// everything; the value waits for demand, a failure does not.
  @inlinable
  public func first(where predicate: @escaping (Output) -> Bool) -> Publishers.FirstWhere<Self> {
    Publishers.FirstWhere(upstream: self, predicate: predicate)
  }

  /// As `first(where:)`, with a closure that may throw: fails with the error, after cancelling the upstream. Asks for
  /// everything; the value waits for demand, a failure does not.
  @inlinable
  public func tryFirst(where predicate: @escaping (Output) throws -> Bool) -> Publishers.TryFirstWhere<Self> {
    Publishers.TryFirstWhere(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// The first value. Asks the upstream for everything and cancels it at the first value, which waits for demand.
  public struct First<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// Where the values come from.
    public let upstream: Upstream

    /// The first value of `upstream`.
    @inlinable
    public init(upstream: Upstream) {
      self.upstream = upstream
    }

    /// Attaches `subscriber`. `.none` traps.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(ReduceReceiver(subscriber, FirstLogic<Output, Failure>({ _ in true }, name: "First")))
    }
  }

  /// The first value with a property. Asks the upstream for everything and cancels it at that value, which waits for
  /// demand.
  public struct FirstWhere<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// Where the values come from.
    public let upstream: Upstream

    /// Which value is meant.
    public let predicate: (Upstream.Output) -> Bool

    /// The first value of `upstream` that satisfies `predicate`.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    /// Attaches `subscriber`. `.none` traps.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      // Its transcripts call it so where it comes from.
      upstream.subscribe(ReduceReceiver(subscriber, FirstLogic<Output, Failure>(predicate, name: "TryFirst")))
    }
  }

  /// The first value with a property, by a closure that may throw. Nothing follows the first throw.
  public struct TryFirstWhere<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error

    /// Where the values come from.
    public let upstream: Upstream

    /// Which value is meant.
    public let predicate: (Upstream.Output) throws -> Bool

    /// The first value of `upstream` that satisfies `predicate`.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    /// Attaches `subscriber`. `.none` traps.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        ReduceReceiver(subscriber, TryFirstLogic<Output, Upstream.Failure>(predicate, name: "TryFirstWhere")))
    }
  }
}

extension Publishers.First: Equatable where Upstream: Equatable {}

@usableFromInline
struct FirstLogic<Output, Failure: Error>: ReduceLogic {
  @usableFromInline typealias UpstreamFailure = Failure

  @usableFromInline let predicate: (Output) -> Bool
  @usableFromInline let stage: HeldResultStage

  @inlinable
  init(_ predicate: @escaping (Output) -> Bool, name: String) {
    self.predicate = predicate
    stage = HeldResultStage(name: name)
  }

  @inlinable
  func step(_ input: Output) -> ReduceStep<Output, Failure> {
    predicate(input) ? .conclude(input) : .more
  }

  @inlinable
  func conclusion() -> Output? { nil }
}

@usableFromInline
struct TryFirstLogic<Output, SourceFailure: Error>: ReduceLogic {
  @usableFromInline typealias UpstreamFailure = SourceFailure
  @usableFromInline typealias Failure = any Error

  @usableFromInline let predicate: (Output) throws -> Bool
  @usableFromInline let stage: HeldResultStage

  @inlinable
  init(_ predicate: @escaping (Output) throws -> Bool, name: String) {
    self.predicate = predicate
    stage = HeldResultStage(name: name)
  }

  @inlinable
  func step(_ input: Output) -> ReduceStep<Output, any Error> {
    do {
      return try predicate(input) ? .conclude(input) : .more
    } catch {
      return .fail(error)
    }
  }

  @inlinable
  func conclusion() -> Output? { nil }
}
