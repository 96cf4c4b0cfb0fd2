// makeConnectable: a publisher that waits to be connected.

extension Publisher where Failure == Never {
  /// Holds everything back until `connect()`. A subscriber without demand misses values; the completion goes to all.
  @inlinable
  public func makeConnectable() -> Publishers.MakeConnectable<Self> {
    Publishers.MakeConnectable(upstream: self)
  }
}

extension Publishers {
  /// A multicast through a PassthroughSubject that has to be connected by hand.
  public struct MakeConnectable<Upstream: Publisher>: ConnectablePublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    @usableFromInline typealias Subject = PassthroughSubject<Upstream.Output, Upstream.Failure>
    @usableFromInline let inner: Multicast<Upstream, Subject>

    /// `upstream`, held back.
    @inlinable
    public init(upstream: Upstream) {
      inner = upstream.multicast { Subject() }
    }

    /// Attaches `subscriber`.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      inner.subscribe(subscriber)
    }

    /// Subscribes to the upstream.
    @inlinable
    public func connect() -> any Cancellable {
      inner.connect()
    }
  }
}
