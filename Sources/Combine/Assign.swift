// The subscriber that writes into a property.

extension Subscribers {
  /// A subscriber that asks for everything and assigns each value to a property of an object.
  ///
  /// The object is kept alive until completion or cancellation, and released then.
  public final class Assign<Root, Input>: Subscriber, Cancellable {
    public typealias Failure = Never

    @usableFromInline
    struct State {
      @usableFromInline var object: Root?
      @usableFromInline var upstream: (any Subscription)?

      @inlinable
      init(object: Root?) {
        self.object = object
      }
    }

    @usableFromInline let state: Protected<State>

    /// Which property is assigned.
    public let keyPath: ReferenceWritableKeyPath<Root, Input>

    /// The object, until completion or cancellation.
    public final var object: Root? { state.withLock { $0.object } }

    /// A subscriber that assigns to `object[keyPath: keyPath]`.
    @inlinable
    public init(object: Root, keyPath: ReferenceWritableKeyPath<Root, Input>) {
      state = Protected(State(object: object))
      self.keyPath = keyPath
    }

    /// Asks for everything, or cancels `subscription` if there is one already.
    public final func receive(subscription: any Subscription) {
      let isFirst = state.withLock { state in
        if state.upstream != nil || state.object == nil { return false }
        state.upstream = subscription
        return true
      }
      if isFirst {
        subscription.request(.unlimited)
      } else {
        subscription.cancel()
      }
    }

    /// Assigns `value`. Before the subscription, and after the end, it does nothing.
    @inlinable
    public final func receive(_ value: Input) -> Subscribers.Demand {
      if let object = state.withLock({ $0.upstream == nil ? nil : $0.object }) {
        object[keyPath: keyPath] = value
      }
      return .none
    }

    /// Releases the object.
    public final func receive(completion: Subscribers.Completion<Never>) {
      _ = state.exchange(State(object: nil))
    }

    /// Cancels the upstream and releases the object.
    public final func cancel() {
      state.exchange(State(object: nil)).upstream?.cancel()
    }
  }
}

extension Subscribers.Assign: CustomStringConvertible, CustomReflectable, CustomPlaygroundDisplayConvertible {
  /// `Assign` and the root type.
  public final var description: String { "Assign \(Root.self)." }

  /// The object, the key path and the state of the subscription.
  public final var customMirror: Mirror {
    let (object, upstream) = state.withLock { ($0.object, $0.upstream) }
    return Mirror(
      self,
      children: ["object": object as Any, "keyPath": keyPath, "upstreamSubscription": upstream as Any])
  }

  /// The description.
  public final var playgroundDescription: Any { description }
}

extension Publisher where Failure == Never {
  /// Assigns each value to a property of `object`, which is kept alive until completion or cancellation: assigning to
  /// `self` and keeping the result in `self` is a cycle; `assign(to: &$property)` is not. Asks for everything.
  @inlinable
  public func assign<Root>(to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root) -> AnyCancellable {
    let subscriber = Subscribers.Assign(object: object, keyPath: keyPath)
    subscribe(subscriber)
    return AnyCancellable(subscriber)
  }
}
