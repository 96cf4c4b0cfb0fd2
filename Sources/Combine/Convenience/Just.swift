// One value, then the end.

import Synchronization

/// A publisher of one value. It is delivered with the first request, and `.finished` right after it.
public struct Just<Output>: Publisher {
  public typealias Failure = Never

  /// The value.
  public let output: Output

  /// A publisher of `output`.
  @inlinable
  public init(_ output: Output) {
    self.output = output
  }

  /// Attaches `subscriber`. Any positive demand brings the value; `.none` traps.
  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    subscriber.receive(subscription: OnceSubscription.delivering(output, to: subscriber, name: "Just"))
  }
}

extension Just: Equatable where Output: Equatable {}

/// A subscription that delivers one value and the end at the first request. Shared by Just, Optional and Result. The
/// value and the subscriber are let go when they have met, and at cancellation.
///
/// There is no lock: whoever moves `phase` on from waiting owns what is in the subclass. (As the state of a generic lock,
/// or in a closure, it would need an allocation of its own.)
@usableFromInline
class OnceSubscription: Subscription {
  private enum Phase {
    static var waiting: UInt8 { 0 }
    static var asked: UInt8 { 1 }
    static var cancelled: UInt8 { 2 }
  }

  private final let phase = Atomic<UInt8>(Phase.waiting)
  /// Lets go of value and subscriber; delivers before if that is asked for. Made where the types are known, see
  /// `SubscriberBox`.
  private final let settle: (OnceSubscription, _ delivers: Bool) -> Void
  private final let name: String

  @usableFromInline
  init(name: String, settle: @escaping (OnceSubscription, Bool) -> Void) {
    self.settle = settle
    self.name = name
  }

  @usableFromInline
  final var isCancelled: Bool { phase.load(ordering: .acquiring) == Phase.cancelled }

  @usableFromInline
  final func request(_ demand: Subscribers.Demand) {
    requirePositive(demand, name)
    let isFirst = phase.compareExchange(
      expected: Phase.waiting, desired: Phase.asked, ordering: .acquiringAndReleasing
    ).exchanged
    if isFirst { settle(self, true) }
  }

  @usableFromInline
  final func cancel() {
    if phase.exchange(Phase.cancelled, ordering: .acquiringAndReleasing) == Phase.waiting { settle(self, false) }
  }

  /// One value and the end for `downstream`.
  @inlinable
  static func delivering<S: Subscriber>(_ output: S.Input, to downstream: S, name: String) -> OnceSubscription {
    DeliveringSubscription(output, downstream, name: name)
  }
}

@usableFromInline
final class DeliveringSubscription<Downstream: Subscriber>: OnceSubscription {
  @exclusivity(unchecked) @usableFromInline var output: Downstream.Input?
  @exclusivity(unchecked) @usableFromInline var downstream: Downstream?

  @inlinable
  init(_ output: Downstream.Input, _ downstream: Downstream, name: String) {
    self.output = output
    self.downstream = downstream
    super.init(name: name) { subscription, delivers in
      let this = unsafeDowncast(subscription, to: DeliveringSubscription<Downstream>.self)
      guard let output = this.output.take(), let downstream = this.downstream.take(), delivers else { return }
      _ = downstream.receive(output)
      // It may have cancelled inside.
      if !this.isCancelled { downstream.receive(completion: .finished) }
    }
  }
}

extension OnceSubscription: CustomStringConvertible, CustomReflectable, CustomPlaygroundDisplayConvertible {
  @usableFromInline var description: String { name }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: []) }
  @usableFromInline var playgroundDescription: Any { name }
}
