// dropFirst: without the first values.

extension Publisher {
  /// Drops the first `count` values. The first request is raised by that number. Completion and failure pass through.
  /// - Precondition: `count` is not negative.
  @inlinable
  public func dropFirst(_ count: Int = 1) -> Publishers.Drop<Self> {
    Publishers.Drop(upstream: self, count: count)
  }
}

extension Publishers {
  /// Drops a number of values. What is dropped was asked for in addition with the first request.
  public struct Drop<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// Where the values come from.
    public let upstream: Upstream

    /// How many values are dropped.
    public let count: Int

    /// `upstream` without its first `count` values.
    @inlinable
    public init(upstream: Upstream, count: Int) {
      self.upstream = upstream
      if count < 0 {
        violation("\(count) values were to be dropped", remedy: "Drop zero or more")
      }
      self.count = count
    }

    /// Attaches `subscriber`. `.none` traps.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(FilterReceiver(subscriber, DropLogic<Output, Failure>(count)))
    }
  }
}

extension Publishers.Drop: Equatable where Upstream: Equatable {}

/// Raises the first request.
@usableFromInline
final class DropStage: Stage {
  private let surplus: Protected<Int>

  @usableFromInline
  init(count: Int) {
    surplus = Protected(count)
    super.init(name: "Drop")
  }

  @usableFromInline
  override func request(_ demand: Subscribers.Demand) {
    requirePositive(demand, name)
    requestUpstream(demand + surplus.exchange(0))
  }
}

@usableFromInline
struct DropLogic<Output, Failure: Error>: FilterLogic {
  @usableFromInline typealias UpstreamFailure = Failure

  @usableFromInline let drop: DropStage
  @usableFromInline let left: Cell<Int>

  @inlinable
  init(_ count: Int) {
    drop = DropStage(count: count)
    left = Cell(count)
  }

  @inlinable
  var stage: Stage { drop }

  @inlinable
  static var early: EarlyEvents { .handle }

  @inlinable
  func step(_ input: Output) -> FilterStep<Output, Failure> {
    if left.value == 0 { return .pass(input) }
    left.value -= 1
    return .drop
  }
}
