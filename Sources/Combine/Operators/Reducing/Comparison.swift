// min and max: the least or greatest value.

extension Publisher where Output: Comparable {
  /// Delivers the least value at the end; the first of equals. An empty upstream gives nothing. Asks for everything;
  /// the result waits for demand, a failure does not.
  @inlinable
  public func min() -> Publishers.Comparison<Self> {
    max(by: >)
  }

  /// Delivers the greatest value at the end; the first of equals. An empty upstream gives nothing. Asks for everything;
  /// the result waits for demand, a failure does not.
  @inlinable
  public func max() -> Publishers.Comparison<Self> {
    max(by: <)
  }
}

extension Publisher {
  /// Delivers the least value by `areInIncreasingOrder` at the end. Asks for everything; the result waits for demand, a
  /// failure does not.
  @inlinable
  public func min(by areInIncreasingOrder: @escaping (Output, Output) -> Bool) -> Publishers.Comparison<Self> {
    max { areInIncreasingOrder($1, $0) }
  }

  /// Delivers the least value at the end; fails with what the closure throws, after cancelling the upstream. Asks for
  /// everything; the result waits for demand, a failure does not.
  @inlinable
  public func tryMin(
    by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool
  ) -> Publishers.TryComparison<Self> {
    tryMax { try areInIncreasingOrder($1, $0) }
  }

  /// Delivers the greatest value by `areInIncreasingOrder` at the end. Asks for everything; the result waits for
  /// demand, a failure does not.
  @inlinable
  public func max(by areInIncreasingOrder: @escaping (Output, Output) -> Bool) -> Publishers.Comparison<Self> {
    Publishers.Comparison(upstream: self, areInIncreasingOrder: areInIncreasingOrder)
  }

  /// Delivers the greatest value at the end; fails with what the closure throws, after cancelling the upstream. Asks
  /// for everything; the result waits for demand, a failure does not.
  @inlinable
  public func tryMax(
    by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool
  ) -> Publishers.TryComparison<Self> {
    Publishers.TryComparison(upstream: self, areInIncreasingOrder: areInIncreasingOrder)
  }
}

extension Publishers {
  /// Keeps a value as long as no later one is greater. Asks the upstream for everything; the result waits for demand, a
  /// failure does not.
  public struct Comparison<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// Where the values come from.
    public let upstream: Upstream

    /// Whether a later value, the second, is to replace the one that is kept.
    public let areInIncreasingOrder: (Upstream.Output, Upstream.Output) -> Bool

    /// The greatest value of `upstream`.
    @inlinable
    public init(upstream: Upstream, areInIncreasingOrder: @escaping (Upstream.Output, Upstream.Output) -> Bool) {
      self.upstream = upstream
      self.areInIncreasingOrder = areInIncreasingOrder
    }

    /// Attaches `subscriber`. `.none` traps.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(ReduceReceiver(subscriber, ComparisonLogic<Output, Failure>(areInIncreasingOrder)))
    }
  }

  /// Keeps a value as long as no later one is greater, by a closure that may throw. Nothing follows the first throw.
  public struct TryComparison<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error

    /// Where the values come from.
    public let upstream: Upstream

    /// Whether a later value, the second, is to replace the one that is kept.
    public let areInIncreasingOrder: (Upstream.Output, Upstream.Output) throws -> Bool

    /// The greatest value of `upstream`.
    @inlinable
    public init(
      upstream: Upstream, areInIncreasingOrder: @escaping (Upstream.Output, Upstream.Output) throws -> Bool
    ) {
      self.upstream = upstream
      self.areInIncreasingOrder = areInIncreasingOrder
    }

    /// Attaches `subscriber`. `.none` traps.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(ReduceReceiver(subscriber, TryComparisonLogic<Output, Upstream.Failure>(areInIncreasingOrder)))
    }
  }
}

@usableFromInline
struct ComparisonLogic<Output, Failure: Error>: ReduceLogic {
  @usableFromInline typealias UpstreamFailure = Failure

  @usableFromInline let isGreater: (Output, Output) -> Bool
  @usableFromInline let stage = HeldResultStage(name: "Comparison")
  @usableFromInline let kept = Cell<Output?>(nil)

  @inlinable
  init(_ isGreater: @escaping (Output, Output) -> Bool) {
    self.isGreater = isGreater
  }

  @inlinable
  func step(_ input: Output) -> ReduceStep<Output, Failure> {
    guard let kept = kept.value else {
      self.kept.value = input
      return .more
    }
    if isGreater(kept, input) { self.kept.value = input }
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
struct TryComparisonLogic<Output, SourceFailure: Error>: ReduceLogic {
  @usableFromInline typealias UpstreamFailure = SourceFailure
  @usableFromInline typealias Failure = any Error

  @usableFromInline let isGreater: (Output, Output) throws -> Bool
  @usableFromInline let stage = HeldResultStage(name: "TryComparison")
  @usableFromInline let kept = Cell<Output?>(nil)

  @inlinable
  init(_ isGreater: @escaping (Output, Output) throws -> Bool) {
    self.isGreater = isGreater
  }

  @inlinable
  func step(_ input: Output) -> ReduceStep<Output, any Error> {
    guard let kept = kept.value else {
      self.kept.value = input
      return .more
    }
    do {
      if try isGreater(kept, input) { self.kept.value = input }
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
