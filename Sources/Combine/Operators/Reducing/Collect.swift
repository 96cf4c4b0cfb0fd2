// collect and collect(count): all values in an array, or in arrays of a given size.

extension Publisher {
  /// Delivers all values in one array at the end. Asks for everything; the array waits for demand. A failure does not
  /// wait, and drops what was collected.
  @inlinable
  public func collect() -> Publishers.Collect<Self> {
    Publishers.Collect(upstream: self)
  }

  /// Delivers arrays of `count` values; the last may be shorter. A failure drops an unfinished array. Asks for `count`
  /// values for each array that is wanted. A shorter last one does not wait for demand.
  @inlinable
  public func collect(_ count: Int) -> Publishers.CollectByCount<Self> {
    Publishers.CollectByCount(upstream: self, count: count)
  }
}

extension Publishers {
  /// Collects all values. Asks the upstream for everything; the result waits for demand, a failure does not.
  public struct Collect<Upstream: Publisher>: Publisher {
    public typealias Output = [Upstream.Output]
    public typealias Failure = Upstream.Failure

    /// Where the values come from.
    public let upstream: Upstream

    /// All values of `upstream` in one array.
    @inlinable
    public init(upstream: Upstream) {
      self.upstream = upstream
    }

    /// Attaches `subscriber`. `.none` traps.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(ReduceReceiver(subscriber, CollectLogic<Upstream.Output, Failure>()))
    }
  }

  /// Collects arrays of a size. A demand for n arrays asks the upstream for n times the size. At a normal end the
  /// unfinished array is delivered without demand.
  public struct CollectByCount<Upstream: Publisher>: Publisher {
    public typealias Output = [Upstream.Output]
    public typealias Failure = Upstream.Failure

    /// Where the values come from.
    public let upstream: Upstream

    /// The size of the arrays.
    public let count: Int

    /// The values of `upstream` in arrays of `count`.
    @inlinable
    public init(upstream: Upstream, count: Int) {
      self.upstream = upstream
      self.count = count
    }

    /// Attaches `subscriber`. `.none` traps.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(CollectByCountReceiver(subscriber, count))
    }
  }
}

extension Publishers.Collect: Equatable where Upstream: Equatable {}
extension Publishers.CollectByCount: Equatable where Upstream: Equatable {}

@usableFromInline
struct CollectLogic<Input, Failure: Error>: ReduceLogic {
  @usableFromInline typealias UpstreamFailure = Failure
  @usableFromInline typealias Output = [Input]

  @usableFromInline let stage = HeldResultStage(name: "Collect")
  @usableFromInline let values = Cell<[Input]>([])

  @inlinable
  init() {}

  @inlinable
  func step(_ input: Input) -> ReduceStep<[Input], Failure> {
    values.append(input)
    return .more
  }

  @inlinable
  func conclusion() -> [Input]? { values.takeAll() }
}

/// Multiplies requests by the size of the arrays.
@usableFromInline
final class CollectByCountStage: Stage {
  private let count: Int

  @usableFromInline
  init(count: Int) {
    self.count = count
    super.init(name: "CollectByCount")
  }

  @usableFromInline
  override func request(_ demand: Subscribers.Demand) {
    requirePositive(demand, name)
    requestUpstream(demand * count)
  }
}

@usableFromInline
struct CollectByCountReceiver<Input, Downstream: Subscriber>: Subscriber where Downstream.Input == [Input] {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let count: Int
  @usableFromInline let stage: CollectByCountStage
  @usableFromInline let values = Cell<[Input]>([])

  @inlinable
  init(_ downstream: Downstream, _ count: Int) {
    self.downstream = downstream
    // Arrays of none are given with each value, as those of one: and no less must be asked for.
    self.count = Swift.max(count, 1)
    stage = CollectByCountStage(count: self.count)
  }

  @inlinable
  var combineIdentifier: CombineIdentifier { stage.combineIdentifier }

  @inlinable
  func receive(subscription: any Subscription) {
    if stage.begin(subscription) { downstream.receive(subscription: stage) }
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    if stage.isAwaiting || stage.isEnded { return .none }
    values.append(input)
    guard values.value.count >= count else { return .none }
    return downstream.receive(takeValues()) * count
  }

  @inlinable
  func takeValues() -> [Input] { values.takeAll() }

  @inlinable
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    guard stage.complete(early: true) else { return }
    let rest = takeValues()
    if case .finished = completion, !rest.isEmpty {
      _ = downstream.receive(rest)
      if stage.isCancelled { return }
    }
    downstream.receive(completion: completion)
  }
}

extension CollectByCountReceiver: CustomStringConvertible, CustomReflectable {
  @usableFromInline var description: String { "CollectByCount" }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: []) }
}
