// replaceEmpty: a value in place of nothing.

extension Publisher {
  /// Delivers `output` if the upstream finishes without a value. Asks for everything; `output` waits for demand. A
  /// failure passes through.
  @inlinable
  public func replaceEmpty(with output: Output) -> Publishers.ReplaceEmpty<Self> {
    Publishers.ReplaceEmpty(upstream: self, output: output)
  }
}

extension Publishers {
  /// Replaces the lack of values by one. Asks the upstream for everything; what comes without demand waits, the
  /// replacement too; a failure passes at once, values or not.
  public struct ReplaceEmpty<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// What replaces the lack of values.
    public let output: Upstream.Output

    /// Where the values come from.
    public let upstream: Upstream

    /// `upstream`, or `output` if it is empty.
    @inlinable
    public init(upstream: Upstream, output: Output) {
      self.upstream = upstream
      self.output = output
    }

    /// Attaches `subscriber`. `.none` traps.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(ReplaceEmptyReceiver(subscriber, output))
    }
  }
}

extension Publishers.ReplaceEmpty: Equatable where Upstream: Equatable, Upstream.Output: Equatable {}

@usableFromInline
struct ReplaceEmptyReceiver<Downstream: Subscriber>: Subscriber {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let output: Downstream.Input
  @usableFromInline let isEmpty = Cell(true)
  @usableFromInline let stage = WaitingLine<Downstream.Input>(name: "ReplaceEmpty", passesRequests: true)

  @inlinable
  init(_ downstream: Downstream, _ output: Downstream.Input) {
    self.downstream = downstream
    self.output = output
  }

  @inlinable
  var combineIdentifier: CombineIdentifier { stage.combineIdentifier }

  @inlinable
  func receive(subscription: any Subscription) {
    guard stage.begin(subscription) else { return }
    downstream.receive(subscription: stage)
    stage.requestUpstream(.unlimited)
  }

  @inlinable
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    if stage.isAwaiting || stage.isEnded { return .none }
    isEmpty.value = false
    stage.deliver(input, to: downstream)
    return .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    if stage.isAwaiting { return }
    guard stage.complete() else { return }
    switch completion {
    case .finished:
      if isEmpty.value { stage.deliver(output, to: downstream) }
      stage.finish(downstream)
    case .failure:
      stage.fail(completion, downstream)
    }
  }
}

extension ReplaceEmptyReceiver: CustomStringConvertible, CustomReflectable {
  @usableFromInline var description: String { "ReplaceEmpty" }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: []) }
}
