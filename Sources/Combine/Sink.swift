// The subscriber made of two closures.

public import Synchronization

extension Subscribers {
  /// A subscriber that asks for everything and calls its closures.
  ///
  /// The closures are released at completion, after which nothing is called any more. A value that comes before the
  /// subscription is delivered. A second subscription is cancelled.
  public final class Sink<Input, Failure: Error>: Subscriber, Cancellable {
    /// Called with each value.
    @inlinable
    public final var receiveValue: (Input) -> Void { onValue ?? { _ in } }

    /// Called once, at the end.
    @inlinable
    public final var receiveCompletion: (Subscribers.Completion<Failure>) -> Void { onCompletion ?? { _ in } }

    @exclusivity(unchecked) @usableFromInline final var onValue: ((Input) -> Void)?
    @exclusivity(unchecked) @usableFromInline final var onCompletion: ((Subscribers.Completion<Failure>) -> Void)?

    @usableFromInline let phase = Atomic<UInt8>(SinkPhase.awaiting)
    /// Belongs to whoever moved `phase` on.
    @exclusivity(unchecked) @usableFromInline final var upstream: (any Subscription)?

    /// A sink that calls these closures.
    @inlinable
    public init(
      receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
      receiveValue: @escaping (Input) -> Void
    ) {
      onCompletion = receiveCompletion
      onValue = receiveValue
    }

    /// Asks for everything, or cancels `subscription` if there is one already.
    @inlinable
    public final func receive(subscription: any Subscription) {
      guard advance(from: SinkPhase.awaiting, to: SinkPhase.connecting) else {
        subscription.cancel()
        return
      }
      upstream = subscription
      if advance(from: SinkPhase.connecting, to: SinkPhase.active) {
        subscription.request(.unlimited)
      } else {
        upstream = nil
        subscription.cancel()
      }
    }

    /// Calls `receiveValue`, unless ended. Never asks for more.
    @inlinable
    public final func receive(_ value: Input) -> Subscribers.Demand {
      // The closure is replaced only in `receive(completion:)`, and an upstream calls one at a time: no lock.
      if phase.load(ordering: .acquiring) != SinkPhase.ended { onValue?(value) }
      return .none
    }

    /// Calls `receiveCompletion`, then releases both closures.
    @inlinable
    public final func receive(completion: Subscribers.Completion<Failure>) {
      let before = phase.exchange(SinkPhase.ended, ordering: .acquiringAndReleasing)
      if before == SinkPhase.ended { return }
      onCompletion?(completion)
      onValue = nil
      onCompletion = nil
      // Last, because it may hold this sink.
      if before == SinkPhase.active { upstream = nil }
    }

    /// Cancels the upstream; nothing is called after this. Before the subscription it does nothing.
    @inlinable
    public final func cancel() {
      guard advance(from: SinkPhase.active, to: SinkPhase.ended) else { return }
      upstream.take()?.cancel()
    }

    @inlinable
    final func advance(from old: UInt8, to new: UInt8) -> Bool {
      phase.compareExchange(expected: old, desired: new, ordering: .acquiringAndReleasing).exchanged
    }
  }
}

/// Where a sink is in its life. Goes up only.
@usableFromInline
enum SinkPhase {
  @inlinable static var awaiting: UInt8 { 0 }
  /// The subscription is being stored, by the thread that brought it.
  @inlinable static var connecting: UInt8 { 1 }
  @inlinable static var active: UInt8 { 2 }
  /// Completed or cancelled.
  @inlinable static var ended: UInt8 { 3 }
}

extension Subscribers.Sink: CustomStringConvertible, CustomReflectable, CustomPlaygroundDisplayConvertible {
  /// `Sink`.
  public final var description: String { "Sink" }

  /// No children.
  public final var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }

  /// The description.
  public final var playgroundDescription: Any { description }
}

extension Publisher {
  /// Calls the closures with each value and with the end. Asks for everything at once.
  /// - Returns: what keeps the subscription alive: when it goes, the subscription is cancelled.
  @inlinable
  public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void, receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable {
    let sink = Subscribers.Sink<Output, Failure>(receiveCompletion: receiveCompletion, receiveValue: receiveValue)
    receive(subscriber: sink)
    return AnyCancellable(sink)
  }
}

extension Publisher where Failure == Never {
  /// Calls the closure with each value. Asks for everything at once. The end lets go of the closure.
  /// - Returns: what keeps the subscription alive: when it goes, the subscription is cancelled.
  @inlinable
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
  }
}
