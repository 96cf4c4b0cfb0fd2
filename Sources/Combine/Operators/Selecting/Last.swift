// last: the last value, or the last one with a property.

extension Publisher {
  /// Delivers the last value at the end. An empty upstream gives nothing. Asks for everything; the result waits for
  /// demand, a failure does not.
  @inlinable
  public func last() -> Publishers.Last<Self> {
    Publishers.Last(upstream: self)
  }

  /// Delivers the last value that satisfies `predicate` at the end. Asks for everything; the result waits for demand, a
  /// failure does not.
  @inlinable
  public func last(where predicate: @escaping (Output) -> Bool) -> Publishers.LastWhere<Self> {
    Publishers.LastWhere(upstream: self, predicate: predicate)
  }

  /// As `last(where:)`, with a closure that may throw: fails with the error, after cancelling the upstream. Asks for
  /// everything; the result waits for demand, a failure does not.
  @inlinable
  public func tryLast(where predicate: @escaping (Output) throws -> Bool) -> Publishers.TryLastWhere<Self> {
    Publishers.TryLastWhere(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// The last value. Asks the upstream for everything; the result waits for demand, a failure does not.
  public struct Last<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// Where the values come from.
    public let upstream: Upstream

    /// The last value of `upstream`.
    @inlinable
    public init(upstream: Upstream) {
      self.upstream = upstream
    }

    /// Attaches `subscriber`. `.none` traps.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(ReduceReceiver(subscriber, LastLogic<Output, Failure>({ _ in true }, name: "Last")))
    }
  }

  /// The last value with a property. Asks the upstream for everything; the result waits for demand, a failure does not.
  public struct LastWhere<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// Where the values come from.
    public let upstream: Upstream

    /// Which value is meant.
    public let predicate: (Upstream.Output) -> Bool

    /// The last value of `upstream` that satisfies `predicate`.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    /// Attaches `subscriber`. `.none` traps.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(ReduceReceiver(subscriber, LastLogic<Output, Failure>(predicate, name: "LastWhere")))
    }
  }

  /// The last value with a property, by a closure that may throw. Nothing follows the first throw.
  public struct TryLastWhere<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error

    /// Where the values come from.
    public let upstream: Upstream

    /// Which value is meant.
    public let predicate: (Upstream.Output) throws -> Bool

    /// The last value of `upstream` that satisfies `predicate`.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    /// Attaches `subscriber`. `.none` traps.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        ReduceReceiver(subscriber, TryLastLogic<Output, Upstream.Failure>(predicate, name: "TryLastWhere")))
    }
  }
}

extension Publishers.Last: Equatable where Upstream: Equatable {}

@usableFromInline
struct LastLogic<Output, Failure: Error>: ReduceLogic {
  @usableFromInline typealias UpstreamFailure = Failure

  @usableFromInline let predicate: (Output) -> Bool
  @usableFromInline let stage: HeldResultStage
  @usableFromInline let kept = Cell<Output?>(nil)

  @inlinable
  init(_ predicate: @escaping (Output) -> Bool, name: String) {
    self.predicate = predicate
    stage = HeldResultStage(name: name)
  }

  @inlinable
  func step(_ input: Output) -> ReduceStep<Output, Failure> {
    if predicate(input) { kept.value = input }
    return .more
  }

  @inlinable
  func conclusion() -> Output? {
    let result = kept.value
    kept.value = nil
    return result
  }
}

@usableFromInline
struct TryLastLogic<Output, SourceFailure: Error>: ReduceLogic {
  @usableFromInline typealias UpstreamFailure = SourceFailure
  @usableFromInline typealias Failure = any Error

  @usableFromInline let predicate: (Output) throws -> Bool
  @usableFromInline let stage: HeldResultStage
  @usableFromInline let kept = Cell<Output?>(nil)

  @inlinable
  init(_ predicate: @escaping (Output) throws -> Bool, name: String) {
    self.predicate = predicate
    stage = HeldResultStage(name: name)
  }

  @inlinable
  func step(_ input: Output) -> ReduceStep<Output, any Error> {
    do {
      if try predicate(input) { kept.value = input }
      return .more
    } catch {
      return .fail(error)
    }
  }

  @inlinable
  func conclusion() -> Output? {
    let result = kept.value
    kept.value = nil
    return result
  }
}
