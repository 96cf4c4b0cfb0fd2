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
    OnceSubscription.start(output, subscriber, name: "Just")
  }
}

extension Just: Equatable where Output: Equatable {}

/// A subscription that runs its closure at the first request: one value and the end. Shared by Just, Optional and Result.
/// The closure, and the subscriber in it, is let go when it has run and at cancellation.
///
/// There is no lock: whoever moves `phase` on from waiting owns the closure. (As the state of a generic lock, the closure
/// would need an allocation of its own; as a generic subclass, this would look metadata up in its deinit, which costs
/// more than the closure does.)
@usableFromInline
final class OnceSubscription: Subscription {
  private enum Phase {
    static var waiting: UInt8 { 0 }
    static var asked: UInt8 { 1 }
    static var cancelled: UInt8 { 2 }
  }

  private let phase = Atomic<UInt8>(Phase.waiting)
  @exclusivity(unchecked) private var deliver: ((OnceSubscription) -> Void)?
  private let name: StaticString
  private let birth = UndoLog.birth

  @usableFromInline
  init(name: StaticString, deliver: @escaping (OnceSubscription) -> Void) {
    self.deliver = deliver
    self.name = name
  }

  @usableFromInline
  var isCancelled: Bool { phase.load(ordering: .acquiring) == Phase.cancelled }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    requirePositive(demand, description)
    note()
    let isFirst = phase.compareExchange(
      expected: Phase.waiting, desired: Phase.asked, ordering: .acquiringAndReleasing
    ).exchanged
    if isFirst { deliver.take()?(self) }
  }

  @usableFromInline
  func cancel() {
    note()
    if phase.exchange(Phase.cancelled, ordering: .acquiringAndReleasing) == Phase.waiting { _ = deliver.take() }
  }

  private func note() {
    guard let log = UndoLog.current(for: birth) else { return }
    let (phase, deliver) = (phase.load(ordering: .acquiring), deliver)
    log.note {
      self.deliver = deliver
      self.phase.store(phase, ordering: .releasing)
    }
  }

  /// Attaches `downstream`, which gets one value and the end.
  @inlinable
  static func start<S: Subscriber>(_ output: S.Input, _ downstream: S, name: StaticString) {
    if downstream._connectWithoutSubscription() {
      _ = downstream.receive(output)
      downstream.receive(completion: .finished)
      return
    }
    let subscription = OnceSubscription(name: name) { subscription in
      _ = downstream.receive(output)
      // It may have cancelled inside.
      if !subscription.isCancelled { downstream.receive(completion: .finished) }
    }
    downstream.receive(subscription: subscription)
  }
}

extension OnceSubscription: CustomStringConvertible, CustomReflectable, CustomPlaygroundDisplayConvertible {
  @usableFromInline var description: String { name.description }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: []) }
  @usableFromInline var playgroundDescription: Any { description }
}
