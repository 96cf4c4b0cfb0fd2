// share: many subscribers, one upstream subscription, connected while somebody listens.

extension Publisher {
  /// Shares one upstream subscription among all subscribers. The first subscriber connects, the last to cancel
  /// disconnects; a late one misses what was delivered before, and after the completion gets only that. Nothing waits
  /// for demand: a subscriber that has not asked misses a value.
  @inlinable
  public func share() -> Publishers.Share<Self> {
    Publishers.Share(upstream: self)
  }
}

extension Publishers {
  /// A multicast through a PassthroughSubject, connected automatically. The upstream is asked for everything once a
  /// subscriber has asked for anything; a subscriber without demand misses values.
  public final class Share<Upstream: Publisher>: Publisher, Equatable {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    @usableFromInline typealias Subject = PassthroughSubject<Upstream.Output, Upstream.Failure>

    /// What is shared.
    public final let upstream: Upstream

    @usableFromInline let inner: Autoconnect<Multicast<Upstream, Subject>>

    /// `upstream`, shared.
    @inlinable
    public init(upstream: Upstream) {
      self.upstream = upstream
      inner = upstream.multicast { Subject() }.autoconnect()
    }

    /// Attaches `subscriber`.
    @inlinable
    public final func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      inner.receive(subscriber: subscriber)
    }

    /// Identity.
    @inlinable
    public static func == (lhs: Share, rhs: Share) -> Bool { lhs === rhs }
  }
}
