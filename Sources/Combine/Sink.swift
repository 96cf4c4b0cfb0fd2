// The subscriber made of two closures.

public import Synchronization

extension Subscribers {
  /// A subscriber that asks for everything and calls its closures.
  ///
  /// The closures are released at completion and at cancellation, after which nothing is called any more. A value that
  /// comes before the subscription is delivered. A second subscription is cancelled.
  public final class Sink<Input, Failure: Error>: Subscriber, Cancellable {
    /// Called with each value.
    @inlinable
    public final var receiveValue: (Input) -> Void {
      switch closures {
      case .some(let closures): closures.onValue
      case .none: { _ in }
      }
    }

    /// Called once, at the end.
    @inlinable
    public final var receiveCompletion: (Subscribers.Completion<Failure>) -> Void {
      switch closures {
      case .some(let closures): closures.onCompletion
      case .none: { _ in }
      }
    }

    // Whoever moves `hold` on from idle may use them.
    @exclusivity(unchecked) @usableFromInline final var closures: SinkClosures<Input, Failure>?
    @usableFromInline let hold = Atomic<UInt8>(SinkHold.idle)

    @usableFromInline let phase = Atomic<UInt8>(SinkPhase.awaiting)
    /// Belongs to whoever moved `phase` on.
    @exclusivity(unchecked) @usableFromInline final var upstream: SinkUpstream?

    /// A sink that calls these closures.
    @inlinable
    public init(
      receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
      receiveValue: @escaping (Input) -> Void
    ) {
      closures = SinkClosures(onValue: receiveValue, onCompletion: receiveCompletion)
    }

    /// Asks for everything, or cancels `subscription` if there is one already.
    @inlinable
    public final func receive(subscription: any Subscription) {
      guard advance(from: SinkPhase.awaiting, to: SinkPhase.connecting) else {
        subscription.cancel()
        return
      }
      upstream = SinkUpstream(subscription)
      if advance(from: SinkPhase.connecting, to: SinkPhase.active) {
        subscription.request(.unlimited)
      } else {
        upstream = nil
        subscription.cancel()
      }
    }

    @inlinable
    public final func _connectWithoutSubscription() -> Bool {
      advance(from: SinkPhase.awaiting, to: SinkPhase.active)
    }

    /// Calls `receiveValue`, unless ended. Never asks for more.
    @inlinable
    public final func receive(_ value: Input) -> Subscribers.Demand {
      let (isOutermost, before) = hold.compareExchange(
        expected: SinkHold.idle, desired: SinkHold.inUse, ordering: .acquiring)
      // In use already: this value was sent from inside another one, or from inside the end.
      if before == SinkHold.released { return .none }
      if phase.load(ordering: .acquiring) != SinkPhase.ended {
        switch closures {
        case .some(let closures): closures.onValue(value)
        case .none: break
        }
      }
      if isOutermost {
        hold.store(SinkHold.idle, ordering: .releasing)
        if phase.load(ordering: .acquiring) == SinkPhase.ended { releaseClosures() }
      }
      return .none
    }

    /// Calls `receiveCompletion`, then releases both closures.
    @inlinable
    public final func receive(completion: Subscribers.Completion<Failure>) {
      let before = phase.exchange(SinkPhase.ended, ordering: .acquiringAndReleasing)
      if before == SinkPhase.ended { return }
      let isOutermost = hold.compareExchange(
        expected: SinkHold.idle, desired: SinkHold.inUse, ordering: .acquiring
      ).exchanged
      switch closures {
      case .some(let closures): closures.onCompletion(completion)
      case .none: break
      }
      // From inside a value, the closures go when that is over.
      if isOutermost {
        hold.store(SinkHold.released, ordering: .relaxed)
        _ = closures.take()
      }
      // Last, because it may hold this sink.
      if before == SinkPhase.active { upstream = nil }
    }

    /// Cancels the upstream and releases both closures; nothing is called after this. Before the subscription it does
    /// nothing.
    @inlinable
    public final func cancel() {
      guard advance(from: SinkPhase.active, to: SinkPhase.ended) else { return }
      if let upstream = upstream.take() { upstream.subscription.cancel() }
      releaseClosures()
    }

    /// After the end: releases the closures, unless a value is being delivered, which does so when it is over.
    @inlinable
    @inline(never)
    final func releaseClosures() {
      // A delivery on another thread may have looked for the end just before it came, and be over by now.
      for _ in 0..<100 {
        let (exchanged, before) = hold.compareExchange(
          expected: SinkHold.idle, desired: SinkHold.released, ordering: .acquiring)
        if before == SinkHold.inUse { continue }
        if exchanged { _ = closures.take() }
        return
      }
    }

    @inlinable
    final func advance(from old: UInt8, to new: UInt8) -> Bool {
      phase.compareExchange(expected: old, desired: new, ordering: .acquiringAndReleasing).exchanged
    }
  }
}

/// What a sink calls. Not copyable, so that a call retains nothing: `hold` keeps them there meanwhile.
@usableFromInline
struct SinkClosures<Input, Failure: Error>: ~Copyable {
  @usableFromInline let onValue: (Input) -> Void
  @usableFromInline let onCompletion: (Subscribers.Completion<Failure>) -> Void

  @inlinable
  init(onValue: @escaping (Input) -> Void, onCompletion: @escaping (Subscribers.Completion<Failure>) -> Void) {
    self.onValue = onValue
    self.onCompletion = onCompletion
  }
}

/// What brings a sink its values. Not copyable, so that looking whether there is one costs nothing.
@usableFromInline
struct SinkUpstream: ~Copyable {
  @usableFromInline let subscription: any Subscription

  @inlinable
  init(_ subscription: any Subscription) {
    self.subscription = subscription
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

/// Who has a sink's closures.
@usableFromInline
enum SinkHold {
  @inlinable static var idle: UInt8 { 0 }
  /// A value or the end is being delivered: they must not go now.
  @inlinable static var inUse: UInt8 { 1 }
  /// They are gone, or are going.
  @inlinable static var released: UInt8 { 2 }
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
    receiveCompletion: consuming @escaping (Subscribers.Completion<Failure>) -> Void,
    receiveValue: consuming @escaping (Output) -> Void
  ) -> AnyCancellable {
    let sink = Subscribers.Sink<Output, Failure>(receiveCompletion: receiveCompletion, receiveValue: receiveValue)
    subscribe(sink)
    return AnyCancellable(sink)
  }
}

extension Publisher where Failure == Never {
  /// Calls the closure with each value. Asks for everything at once. The end lets go of the closure.
  /// - Returns: what keeps the subscription alive: when it goes, the subscription is cancelled.
  @inlinable
  public func sink(receiveValue: consuming @escaping (Output) -> Void) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
  }
}
