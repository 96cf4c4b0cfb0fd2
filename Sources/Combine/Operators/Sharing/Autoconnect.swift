// autoconnect: connected while somebody listens.

extension ConnectablePublisher {
  /// Connects at the first subscription and disconnects when the last subscriber has cancelled.
  @inlinable
  public func autoconnect() -> Publishers.Autoconnect<Self> {
    Publishers.Autoconnect(upstream: self)
  }
}

extension Publishers {
  /// Connects its upstream while it has subscribers. After the last one has cancelled, a new one connects again. A
  /// completion does not disconnect: there is nothing to disconnect from.
  public class Autoconnect<Upstream: ConnectablePublisher>: Publisher, Undoable {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// What is connected.
    public final let upstream: Upstream

    @usableFromInline
    struct State {
      @usableFromInline var subscribers = 0
      /// How often a first subscriber came: a connection belongs to one of these times.
      @usableFromInline var times = 0
      @usableFromInline var connection: (any Cancellable)?

      @inlinable
      init() {}
    }

    @usableFromInline final let state = Protected(State())
    /// The log that its memory is noted in.
    @exclusivity(unchecked) @usableFromInline package final var mark = UndoLog.birth

    /// `upstream`, connected on demand.
    @inlinable
    public init(upstream: Upstream) {
      self.upstream = upstream
    }

    /// Attaches `subscriber`; then connects, if it is the first.
    @inlinable
    public final func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      note()
      let time: Int? = state.withLock { state in
        state.subscribers += 1
        guard state.subscribers == 1 else { return nil }
        state.times += 1
        return state.times
      }
      // Subscribers keep this object, and with it the connection.
      upstream.subscribe(
        AutoconnectReceiver(downstream: subscriber, leave: { self.leave() }))
      guard let time else { return }
      let connection = upstream.connect()
      // Everybody may have left while the connection was made, and others may have come.
      let isUnused = state.withLock { state in
        if state.subscribers == 0 || state.times != time { return true }
        state.connection = connection
        return false
      }
      if isUnused { connection.cancel() }
    }

    @usableFromInline
    package final func restoring() -> () -> Void {
      let old = state.withLock { $0 }
      return { _ = self.state.exchange(old) }
    }

    @usableFromInline
    final func leave() {
      note()
      let connection: (any Cancellable)? = state.withLock { state in
        state.subscribers -= 1
        guard state.subscribers == 0 else { return nil }
        let connection = state.connection
        state.connection = nil
        return connection
      }
      connection?.cancel()
    }
  }
}

@usableFromInline
struct AutoconnectReceiver<Downstream: Subscriber>: Subscriber {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let leave: () -> Void
  @usableFromInline let combineIdentifier = CombineIdentifier()

  @inlinable
  init(downstream: Downstream, leave: @escaping () -> Void) {
    self.downstream = downstream
    self.leave = leave
  }

  @inlinable
  func receive(subscription: any Subscription) {
    downstream.receive(subscription: AutoconnectSubscription(subscription, leave: leave))
  }

  @inlinable
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    downstream.receive(input)
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    downstream.receive(completion: completion)
  }
}

extension AutoconnectReceiver: CustomStringConvertible, CustomReflectable {
  @usableFromInline var description: String { "Autoconnect" }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: []) }
}

/// The upstream's subscription, whose cancellation is counted.
@usableFromInline
final class AutoconnectSubscription: Subscription {
  private let upstream: any Subscription
  private let leave: Protected<(() -> Void)?>
  private let birth = UndoLog.birth

  @usableFromInline
  init(_ upstream: any Subscription, leave: @escaping () -> Void) {
    self.upstream = upstream
    self.leave = Protected(leave)
  }

  @usableFromInline var combineIdentifier: CombineIdentifier { upstream.combineIdentifier }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    upstream.request(demand)
  }

  @usableFromInline
  func cancel() {
    guard let leave = leave.exchange(nil) else { return }
    UndoLog.current(for: birth)?.note { _ = self.leave.exchange(leave) }
    upstream.cancel()
    leave()
  }
}

extension AutoconnectSubscription: CustomStringConvertible, CustomReflectable, CustomPlaygroundDisplayConvertible {
  @usableFromInline var description: String { String(describing: upstream) }
  @usableFromInline var customMirror: Mirror { Mirror(reflecting: upstream) }
  @usableFromInline var playgroundDescription: Any { description }
}
