// contains: whether there was such a value.

extension Publisher where Output: Equatable {
  /// Delivers true as soon as `output` comes, after cancelling the upstream; otherwise false at the end. Asks for
  /// everything; the answer waits for demand, a failure does not.
  @inlinable
  public func contains(_ output: Output) -> Publishers.Contains<Self> {
    Publishers.Contains(upstream: self, output: output)
  }
}

extension Publisher {
  /// Delivers true as soon as a value satisfies `predicate`, after cancelling the upstream; otherwise false at the end.
  /// Asks for everything; the answer waits for demand, a failure does not.
  @inlinable
  public func contains(where predicate: @escaping (Output) -> Bool) -> Publishers.ContainsWhere<Self> {
    Publishers.ContainsWhere(upstream: self, predicate: predicate)
  }

  /// As `contains(where:)`, with a closure that may throw: fails with the error, after cancelling the upstream. Asks
  /// for everything; the answer waits for demand, a failure does not.
  @inlinable
  public func tryContains(where predicate: @escaping (Output) throws -> Bool) -> Publishers.TryContainsWhere<Self> {
    Publishers.TryContainsWhere(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// Looks for a value. Asks the upstream for everything; the answer waits for demand, a failure does not.
  public struct Contains<Upstream: Publisher>: Publisher where Upstream.Output: Equatable {
    public typealias Output = Bool
    public typealias Failure = Upstream.Failure

    /// Where the values come from.
    public let upstream: Upstream

    /// What is looked for.
    public let output: Upstream.Output

    /// Whether `output` is among the values of `upstream`.
    @inlinable
    public init(upstream: Upstream, output: Upstream.Output) {
      self.upstream = upstream
      self.output = output
    }

    /// Attaches `subscriber`. `.none` traps.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let wanted = output
      upstream.subscribe(
        ReduceReceiver(subscriber, ContainsLogic<Upstream.Output, Failure>({ $0 == wanted }, name: "Contains")))
    }
  }

  /// Looks for a value with a property. Asks the upstream for everything; the answer waits for demand.
  public struct ContainsWhere<Upstream: Publisher>: Publisher {
    public typealias Output = Bool
    public typealias Failure = Upstream.Failure

    /// Where the values come from.
    public let upstream: Upstream

    /// What is looked for.
    public let predicate: (Upstream.Output) -> Bool

    /// Whether a value of `upstream` satisfies `predicate`.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    /// Attaches `subscriber`. `.none` traps.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        ReduceReceiver(subscriber, ContainsLogic<Upstream.Output, Failure>(predicate, name: "ContainsWhere")))
    }
  }

  /// Looks for a value with a property, by a closure that may throw. Nothing follows the first throw.
  public struct TryContainsWhere<Upstream: Publisher>: Publisher {
    public typealias Output = Bool
    public typealias Failure = any Error

    /// Where the values come from.
    public let upstream: Upstream

    /// What is looked for.
    public let predicate: (Upstream.Output) throws -> Bool

    /// Whether a value of `upstream` satisfies `predicate`.
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
          subscriber, TryContainsLogic<Upstream.Output, Upstream.Failure>(predicate, name: "TryContainsWhere")))
    }
  }
}

extension Publishers.Contains: Equatable where Upstream: Equatable {}

@usableFromInline
struct ContainsLogic<Input, Failure: Error>: ReduceLogic {
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
    predicate(input) == true ? .conclude(true) : .more
  }

  @inlinable
  func conclusion() -> Bool? { false }
}

@usableFromInline
struct TryContainsLogic<Input, SourceFailure: Error>: ReduceLogic {
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
      return try predicate(input) == true ? .conclude(true) : .more
    } catch {
      return .fail(error)
    }
  }

  @inlinable
  func conclusion() -> Bool? { false }
}
