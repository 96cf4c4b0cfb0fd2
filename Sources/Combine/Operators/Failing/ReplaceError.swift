// replaceError: a value in place of a failure.

extension Publisher {
  /// Delivers `output` and finishes where the upstream fails. Demand passes through, and `output` waits for it.
  @inlinable
  public func replaceError(with output: Output) -> Publishers.ReplaceError<Self> {
    Publishers.ReplaceError(upstream: self, output: output)
  }
}

extension Publishers {
  /// Replaces a failure by a value and a normal end. The value waits for demand. A value that was not asked for is a
  /// trap.
  public struct ReplaceError<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Never

    /// What replaces the failure.
    public let output: Upstream.Output

    /// Where the values come from.
    public let upstream: Upstream

    /// `upstream`, with `output` for its failure.
    @inlinable
    public init(upstream: Upstream, output: Output) {
      self.upstream = upstream
      self.output = output
    }

    /// Attaches `subscriber`. `.none` traps.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
      upstream.subscribe(ReplaceErrorReceiver<S, Upstream.Failure>(subscriber, output))
    }
  }
}

extension Publishers.ReplaceError: Equatable where Upstream: Equatable, Upstream.Output: Equatable {}

@usableFromInline
struct ReplaceErrorReceiver<Downstream: Subscriber, Failure: Error>: Subscriber where Downstream.Failure == Never {
  @usableFromInline typealias Input = Downstream.Input

  @usableFromInline let downstream: Downstream
  @usableFromInline let output: Downstream.Input
  @usableFromInline let stage = HeldResultStage(name: "ReplaceError", passesRequests: true)

  @inlinable
  init(_ downstream: Downstream, _ output: Downstream.Input) {
    self.downstream = downstream
    self.output = output
  }

  @inlinable
  var combineIdentifier: CombineIdentifier { stage.combineIdentifier }

  @inlinable
  func receive(subscription: any Subscription) {
    if stage.begin(subscription) { downstream.receive(subscription: stage) }
  }

  @inlinable
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    if stage.isAwaiting || stage.isEnded { return .none }
    if !stage.demand.take(noting: stage.note) {
      if stage.isEnded { return .none }
      violation("ReplaceError got a value that was not asked for", remedy: "A publisher must not exceed the demand")
    }
    let more = downstream.receive(input)
    stage.demand.add(more, noting: stage.note)
    return more
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    if stage.isAwaiting { return }
    guard stage.complete() else { return }
    switch completion {
    case .finished: downstream.receive(completion: .finished)
    case .failure: stage.deliver(output, to: downstream)
    }
  }
}

extension ReplaceErrorReceiver: CustomStringConvertible, CustomReflectable {
  @usableFromInline var description: String { "ReplaceError" }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: []) }
}
