// allSatisfy: whether all values were such.

extension Publisher {
  /// Delivers false as soon as a value does not satisfy `predicate`, after cancelling the upstream; otherwise true at
  /// the end. Asks for everything; the answer waits for demand, a failure does not.
  @inlinable
  public func allSatisfy(_ predicate: @escaping (Output) -> Bool) -> Publishers.AllSatisfy<Self> {
    Publishers.AllSatisfy(upstream: self, predicate: predicate)
  }

  /// As `allSatisfy(_:)`, with a closure that may throw: fails with the error, after cancelling the upstream. Asks for
  /// everything; the answer waits for demand, a failure does not.
  @inlinable
  public func tryAllSatisfy(_ predicate: @escaping (Output) throws -> Bool) -> Publishers.TryAllSatisfy<Self> {
    Publishers.TryAllSatisfy(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// Tests all values. Asks the upstream for everything; the answer waits for demand, a failure does not.
  public struct AllSatisfy<Upstream: Publisher>: Publisher {
    public typealias Output = Bool
    public typealias Failure = Upstream.Failure

    /// Where the values come from.
    public let upstream: Upstream

    /// What is tested.
    public let predicate: (Upstream.Output) -> Bool

    /// Whether all values of `upstream` satisfy `predicate`.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    /// Attaches `subscriber`. `.none` traps.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        ReduceReceiver(subscriber, AllSatisfyLogic<Upstream.Output, Failure>(predicate, name: "AllSatisfy")))
    }
  }

  /// Tests all values with a closure that may throw. Nothing follows the first throw.
  public struct TryAllSatisfy<Upstream: Publisher>: Publisher {
    public typealias Output = Bool
    public typealias Failure = any Error

    /// Where the values come from.
    public let upstream: Upstream

    /// What is tested.
    public let predicate: (Upstream.Output) throws -> Bool

    /// Whether all values of `upstream` satisfy `predicate`.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    /// Attaches `subscriber`. `.none` traps.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        ReduceReceiver(
          subscriber, TryAllSatisfyLogic<Upstream.Output, Upstream.Failure>(predicate, name: "TryAllSatisfy")))
    }
  }
}

@usableFromInline
struct AllSatisfyLogic<Input, Failure: Error>: ReduceLogic {
  @usableFromInline typealias UpstreamFailure = Failure
  @usableFromInline typealias Output = Bool

  @usableFromInline let predicate: (Input) -> Bool
  @usableFromInline let stage: HeldResultStage

  @inlinable
  init(_ predicate: @escaping (Input) -> Bool, name: String) {
    self.predicate = predicate
    stage = HeldResultStage(name: name)
  }

  @inlinable
  func step(_ input: Input) -> ReduceStep<Bool, Failure> {
    predicate(input) == false ? .conclude(false) : .more
  }

  @inlinable
  func conclusion() -> Bool? { true }
}

@usableFromInline
struct TryAllSatisfyLogic<Input, SourceFailure: Error>: ReduceLogic {
  @usableFromInline typealias UpstreamFailure = SourceFailure
  @usableFromInline typealias Failure = any Error
  @usableFromInline typealias Output = Bool

  @usableFromInline let predicate: (Input) throws -> Bool
  @usableFromInline let stage: HeldResultStage

  @inlinable
  init(_ predicate: @escaping (Input) throws -> Bool, name: String) {
    self.predicate = predicate
    stage = HeldResultStage(name: name)
  }

  @inlinable
  func step(_ input: Input) -> ReduceStep<Bool, any Error> {
    do {
      return try predicate(input) == false ? .conclude(false) : .more
    } catch {
      return .fail(error)
    }
  }

  @inlinable
  func conclusion() -> Bool? { true }
}
