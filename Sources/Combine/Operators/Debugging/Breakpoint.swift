// breakpoint: stops in the debugger.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension Publisher {
  /// Raises SIGTRAP when one of the closures answers true, before the event is passed on. Keeps no state. Demand and
  /// completion pass through.
  @inlinable
  public func breakpoint(
    receiveSubscription: ((any Subscription) -> Bool)? = nil, receiveOutput: ((Output) -> Bool)? = nil,
    receiveCompletion: ((Subscribers.Completion<Failure>) -> Bool)? = nil
  ) -> Publishers.Breakpoint<Self> {
    Publishers.Breakpoint(
      upstream: self, receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
      receiveCompletion: receiveCompletion)
  }

  /// Raises SIGTRAP when the upstream fails. Demand and completion pass through.
  @inlinable
  public func breakpointOnError() -> Publishers.Breakpoint<Self> {
    breakpoint(receiveCompletion: {
      if case .failure = $0 { true } else { false }
    })
  }
}

extension Publishers {
  /// Stops in the debugger when an event is the one that is looked for. Demand, completion and failure pass through.
  public struct Breakpoint<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// Where the values come from.
    public let upstream: Upstream

    /// Whether to stop at this subscription.
    public let receiveSubscription: ((any Subscription) -> Bool)?

    /// Whether to stop at this value.
    public let receiveOutput: ((Upstream.Output) -> Bool)?

    /// Whether to stop at this completion.
    public let receiveCompletion: ((Subscribers.Completion<Failure>) -> Bool)?

    /// `upstream`, watched by the closures.
    @inlinable
    public init(
      upstream: Upstream, receiveSubscription: ((any Subscription) -> Bool)? = nil,
      receiveOutput: ((Upstream.Output) -> Bool)? = nil,
      receiveCompletion: ((Subscribers.Completion<Failure>) -> Bool)? = nil
    ) {
      self.upstream = upstream
      self.receiveSubscription = receiveSubscription
      self.receiveOutput = receiveOutput
      self.receiveCompletion = receiveCompletion
    }

    /// Attaches `subscriber`.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(BreakpointReceiver(breakpoint: self, downstream: subscriber))
    }
  }
}

@inline(never)
@usableFromInline
func stopInDebugger() {
  raise(SIGTRAP)
}

@usableFromInline
struct BreakpointReceiver<Upstream: Publisher, Downstream: Subscriber>: Subscriber
where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
  @usableFromInline typealias Input = Upstream.Output
  @usableFromInline typealias Failure = Upstream.Failure

  @usableFromInline let breakpoint: Publishers.Breakpoint<Upstream>
  @usableFromInline let downstream: Downstream
  @usableFromInline let combineIdentifier = CombineIdentifier()

  @inlinable
  init(breakpoint: Publishers.Breakpoint<Upstream>, downstream: Downstream) {
    self.breakpoint = breakpoint
    self.downstream = downstream
  }

  @inlinable
  func receive(subscription: any Subscription) {
    if breakpoint.receiveSubscription?(subscription) == true { stopInDebugger() }
    downstream.receive(subscription: subscription)
  }

  @inlinable
  func receive(_ input: Upstream.Output) -> Subscribers.Demand {
    if breakpoint.receiveOutput?(input) == true { stopInDebugger() }
    return downstream.receive(input)
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Upstream.Failure>) {
    if breakpoint.receiveCompletion?(completion) == true { stopInDebugger() }
    downstream.receive(completion: completion)
  }
}

extension BreakpointReceiver: CustomStringConvertible, CustomReflectable {
  @usableFromInline var description: String { "Breakpoint" }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: []) }
}
