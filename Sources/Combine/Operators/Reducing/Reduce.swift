// reduce and tryReduce: all values folded into one.

extension Publisher {
  /// Folds all values into one, delivered at the end; an empty upstream gives `initialResult`. Asks for everything; the
  /// result waits for demand, a failure does not.
  @inlinable
  public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
  ) -> Publishers.Reduce<Self, T> {
    Publishers.Reduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
  }

  /// Folds all values into one, delivered at the end; fails with what the closure throws, after cancelling the
  /// upstream. Asks for everything; the result waits for demand, a failure does not.
  @inlinable
  public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
  ) -> Publishers.TryReduce<Self, T> {
    Publishers.TryReduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
  }
}

extension Publishers {
  /// Folds all values into one. Asks the upstream for everything; the result waits for demand, a failure does not.
  public struct Reduce<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = Upstream.Failure

    /// Where the values come from.
    public let upstream: Upstream

    /// The result before the first value.
    public let initial: Output

    /// What folds a value in.
    public let nextPartialResult: (Output, Upstream.Output) -> Output

    /// The values of `upstream`, folded.
    @inlinable
    public init(
      upstream: Upstream, initial: Output, nextPartialResult: @escaping (Output, Upstream.Output) -> Output
    ) {
      self.upstream = upstream
      self.initial = initial
      self.nextPartialResult = nextPartialResult
    }

    /// Attaches `subscriber`. `.none` traps.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        ReduceReceiver(subscriber, FoldLogic<Upstream.Output, Output, Failure>(initial, nextPartialResult)))
    }
  }

  /// Folds all values into one with a closure that may throw. Nothing follows the first throw.
  public struct TryReduce<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = any Error

    /// Where the values come from.
    public let upstream: Upstream

    /// The result before the first value.
    public let initial: Output

    /// What folds a value in.
    public let nextPartialResult: (Output, Upstream.Output) throws -> Output

    /// The values of `upstream`, folded.
    @inlinable
    public init(
      upstream: Upstream, initial: Output, nextPartialResult: @escaping (Output, Upstream.Output) throws -> Output
    ) {
      self.upstream = upstream
      self.initial = initial
      self.nextPartialResult = nextPartialResult
    }

    /// Attaches `subscriber`. `.none` traps.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        ReduceReceiver(subscriber, TryFoldLogic<Upstream.Output, Upstream.Failure, Output>(initial, nextPartialResult)))
    }
  }
}

@usableFromInline
struct FoldLogic<Input, Output, Failure: Error>: ReduceLogic {
  @usableFromInline typealias UpstreamFailure = Failure

  @usableFromInline let fold: (Output, Input) -> Output
  @usableFromInline let stage = HeldResultStage(name: "Reduce")
  @usableFromInline let result: Cell<Output>

  @inlinable
  init(_ initial: Output, _ fold: @escaping (Output, Input) -> Output) {
    self.fold = fold
    result = Cell(initial)
  }

  @inlinable
  func step(_ input: Input) -> ReduceStep<Output, Failure> {
    result.value = fold(result.value, input)
    return .more
  }

  @inlinable
  func conclusion() -> Output? { result.value }
}

@usableFromInline
struct TryFoldLogic<Input, SourceFailure: Error, Output>: ReduceLogic {
  @usableFromInline typealias UpstreamFailure = SourceFailure
  @usableFromInline typealias Failure = any Error

  @usableFromInline let fold: (Output, Input) throws -> Output
  @usableFromInline let stage = HeldResultStage(name: "TryReduce")
  @usableFromInline let result: Cell<Output>

  @inlinable
  init(_ initial: Output, _ fold: @escaping (Output, Input) throws -> Output) {
    self.fold = fold
    result = Cell(initial)
  }

  @inlinable
  func step(_ input: Input) -> ReduceStep<Output, any Error> {
    do {
      result.value = try fold(result.value, input)
      return .more
    } catch {
      return .fail(error)
    }
  }

  @inlinable
  func conclusion() -> Output? { result.value }
}
