// count: how many values there were.

extension Publisher {
  /// Delivers the number of values at the end. Asks for everything; the result waits for demand, a failure does not.
  @inlinable
  public func count() -> Publishers.Count<Self> {
    Publishers.Count(upstream: self)
  }
}

extension Publishers {
  /// Counts the values. Asks the upstream for everything; the result waits for demand, a failure does not.
  public struct Count<Upstream: Publisher>: Publisher {
    public typealias Output = Int
    public typealias Failure = Upstream.Failure

    /// Where the values come from.
    public let upstream: Upstream

    /// The number of values of `upstream`.
    @inlinable
    public init(upstream: Upstream) {
      self.upstream = upstream
    }

    /// Attaches `subscriber`. `.none` traps.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(ReduceReceiver(subscriber, CountLogic<Upstream.Output, Failure>()))
    }
  }
}

extension Publishers.Count: Equatable where Upstream: Equatable {}

@usableFromInline
struct CountLogic<Input, Failure: Error>: ReduceLogic {
  @usableFromInline typealias UpstreamFailure = Failure
  @usableFromInline typealias Output = Int

  @usableFromInline let stage = HeldResultStage(name: "Count")
  @usableFromInline let count = Cell(0)

  @inlinable
  init() {}

  @inlinable
  func step(_ input: Input) -> ReduceStep<Int, Failure> {
    count.value += 1
    return .more
  }

  @inlinable
  func conclusion() -> Int? { count.value }
}
