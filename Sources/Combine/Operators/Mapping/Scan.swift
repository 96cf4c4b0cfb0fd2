// scan: each value folded into a running result.

extension Publisher {
  /// Delivers the running result after each value; the initial one is not delivered. Demand passes through. Completion
  /// and failure pass through, too.
  @inlinable
  public func scan<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
  ) -> Publishers.Scan<Self, T> {
    Publishers.Scan(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
  }

  /// Delivers the running result after each value; fails with what the closure throws. Demand passes through.
  @inlinable
  public func tryScan<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
  ) -> Publishers.TryScan<Self, T> {
    Publishers.TryScan(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
  }
}

extension Publishers {
  /// Folds each value into a running result and delivers it. The upstream's own subscription goes down.
  public struct Scan<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = Upstream.Failure

    /// Where the values come from.
    public let upstream: Upstream

    /// The result before the first value.
    public let initialResult: Output

    /// What folds a value in.
    public let nextPartialResult: (Output, Upstream.Output) -> Output

    /// The running results of `upstream`.
    @inlinable
    public init(
      upstream: Upstream, initialResult: Output, nextPartialResult: @escaping (Output, Upstream.Output) -> Output
    ) {
      self.upstream = upstream
      self.initialResult = initialResult
      self.nextPartialResult = nextPartialResult
    }

    /// Attaches `subscriber`.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(ScanReceiver(subscriber, initialResult, nextPartialResult))
    }
  }

  /// Folds each value into a running result with a closure that may throw. Nothing follows the first throw.
  public struct TryScan<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = any Error

    /// Where the values come from.
    public let upstream: Upstream

    /// The result before the first value.
    public let initialResult: Output

    /// What folds a value in.
    public let nextPartialResult: (Output, Upstream.Output) throws -> Output

    /// The running results of `upstream`.
    @inlinable
    public init(
      upstream: Upstream, initialResult: Output, nextPartialResult: @escaping (Output, Upstream.Output) throws -> Output
    ) {
      self.upstream = upstream
      self.initialResult = initialResult
      self.nextPartialResult = nextPartialResult
    }

    /// Attaches `subscriber`.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        FilterReceiver(
          subscriber,
          TryScanLogic<Upstream.Output, Upstream.Failure, Output>(initialResult, nextPartialResult)))
    }
  }
}

/// A class for the running result; everything else passes through.
@usableFromInline
final class ScanReceiver<Input, Downstream: Subscriber>: Subscriber, Undoable {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let nextPartialResult: (Downstream.Input, Input) -> Downstream.Input
  @exclusivity(unchecked) @usableFromInline var result: Downstream.Input
  @exclusivity(unchecked) @usableFromInline var mark = UndoLog.birth

  @inlinable
  init(
    _ downstream: Downstream, _ initialResult: Downstream.Input,
    _ nextPartialResult: @escaping (Downstream.Input, Input) -> Downstream.Input
  ) {
    self.downstream = downstream
    self.nextPartialResult = nextPartialResult
    result = initialResult
  }

  @usableFromInline
  func restoring() -> () -> Void {
    let old = result
    return { self.result = old }
  }

  @inlinable
  func receive(subscription: any Subscription) {
    downstream.receive(subscription: subscription)
  }

  @inlinable
  func _connectWithoutSubscription() -> Bool { downstream._connectWithoutSubscription() }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    let next = nextPartialResult(result, input)
    note()
    result = next
    return downstream.receive(next)
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    downstream.receive(completion: completion)
  }
}

extension ScanReceiver: CustomStringConvertible, CustomReflectable {
  @usableFromInline var description: String { "Scan" }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: []) }
}

@usableFromInline
struct TryScanLogic<Input, SourceFailure: Error, Output>: FilterLogic {
  @usableFromInline typealias UpstreamFailure = SourceFailure
  @usableFromInline typealias Failure = any Error

  @usableFromInline let nextPartialResult: (Output, Input) throws -> Output
  @usableFromInline let passing = PassingStage(name: "TryScan")
  @usableFromInline let result: Cell<Output>

  @inlinable
  init(_ initialResult: Output, _ nextPartialResult: @escaping (Output, Input) throws -> Output) {
    self.nextPartialResult = nextPartialResult
    result = Cell(initialResult)
  }

  @inlinable
  var stage: Stage { passing }

  @inlinable
  static var early: EarlyEvents { .handleValues }

  @inlinable
  func step(_ input: Input) -> FilterStep<Output, any Error> {
    do {
      let next = try nextPartialResult(result.value, input)
      result.value = next
      return .pass(next)
    } catch {
      return .fail(error)
    }
  }
}
