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

    @usableFromInline let isEnded = Atomic<Bool>(false)
    @usableFromInline let upstream = Protected<(any Subscription)?>(nil)

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
      let isFirst = upstream.withLock { upstream in
        if upstream != nil { return false }
        upstream = subscription
        return true
      }
      if isFirst, !isEnded.load(ordering: .acquiring) {
        subscription.request(.unlimited)
      } else {
        if isFirst { _ = upstream.exchange(nil) }
        subscription.cancel()
      }
    }

    /// Calls `receiveValue`, unless ended. Never asks for more.
    @inlinable
    public final func receive(_ value: Input) -> Subscribers.Demand {
      // The closure is replaced only in `receive(completion:)`, and an upstream calls one at a time: no lock.
      if !isEnded.load(ordering: .acquiring) { onValue?(value) }
      return .none
    }

    /// Calls `receiveCompletion`, then releases both closures.
    @inlinable
    public final func receive(completion: Subscribers.Completion<Failure>) {
      if isEnded.exchange(true, ordering: .acquiringAndReleasing) { return }
      let subscription = upstream.exchange(nil)
      onCompletion?(completion)
      onValue = nil
      onCompletion = nil
      withExtendedLifetime(subscription) {}
    }

    /// Cancels the upstream; nothing is called after this. Before the subscription it does nothing.
    @inlinable
    public final func cancel() {
      guard let upstream = upstream.exchange(nil) else { return }
      if isEnded.exchange(true, ordering: .acquiringAndReleasing) { return }
      upstream.cancel()
    }
  }
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
  /// Calls the closure with each value. Asks for everything at once.
  /// - Returns: what keeps the subscription alive: when it goes, the subscription is cancelled.
  @inlinable
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
  }
}
