// ignoreOutput: nothing but the end.

extension Publisher {
  /// Passes on the completion only. Asks for everything; the completion does not wait for demand.
  @inlinable
  public func ignoreOutput() -> Publishers.IgnoreOutput<Self> {
    Publishers.IgnoreOutput(upstream: self)
  }
}

extension Publishers {
  /// Swallows all values. Asks the upstream for everything; the completion needs no demand.
  public struct IgnoreOutput<Upstream: Publisher>: Publisher {
    public typealias Output = Never
    public typealias Failure = Upstream.Failure

    /// Where the values come from.
    public let upstream: Upstream

    /// The end of `upstream`.
    @inlinable
    public init(upstream: Upstream) {
      self.upstream = upstream
    }

    /// Attaches `subscriber`. Its requests are ignored.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(IgnoreOutputReceiver<Upstream.Output, S>(subscriber))
    }
  }
}

extension Publishers.IgnoreOutput: Equatable where Upstream: Equatable {}

/// Has nothing to be asked for.
@usableFromInline
final class IgnoreOutputStage: Stage {
  @usableFromInline
  init() {
    super.init(name: "IgnoreOutput")
  }

  @usableFromInline
  override func request(_ demand: Subscribers.Demand) {}
}

@usableFromInline
struct IgnoreOutputReceiver<Input, Downstream: Subscriber>: Subscriber where Downstream.Input == Never {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let stage = IgnoreOutputStage()

  @inlinable
  init(_ downstream: Downstream) {
    self.downstream = downstream
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
  func receive(_ input: Input) -> Subscribers.Demand {
    .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    if stage.complete(early: true) { downstream.receive(completion: completion) }
  }
}

extension IgnoreOutputReceiver: CustomStringConvertible, CustomReflectable {
  @usableFromInline var description: String { "IgnoreOutput" }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: []) }
}
