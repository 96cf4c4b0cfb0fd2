/// Where long chains of publishers ask how much of the stack is left.
///
/// Subscribing, values, completions, demand and cancelling go through a chain as calls inside calls, which are the library's
/// own and ask for nothing. After so many operators, and at every operator whose values are publishers, there is a checkpoint:
/// without room, what comes there goes no further and the activation ends with a fault; cancelling and releasing are put
/// off until there is room again.
internal import Combine

struct StackCheckpoint: Publisher {
  typealias Output = Value
  typealias Failure = any Error

  /// Operators between two checkpoints: what they need of the stack together is a fraction of what is kept in reserve.
  static let distance = 32

  private let upstream: Segment

  init(_ upstream: ValuePublisher) { self.upstream = Segment(upstream) }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == any Error {
    StackGuard.descend(breakingOff: ()) { upstream.stream.receive(subscriber: StackCheckpointSubscriber(subscriber)) }
  }

  /// What is between two checkpoints.
  private final class Segment {
    let stream: ValuePublisher
    init(_ stream: ValuePublisher) { self.stream = stream }
    deinit { StackGuard.postpone(stream) }
  }
}

/// Its subscription is its own, unlike that of other stages without state, but looks like the upstream's.
private final class StackCheckpointSubscriber<Downstream: Subscriber>: Subscriber, Subscription, CustomStringConvertible
where Downstream.Input == Value, Downstream.Failure == any Error {
  private let downstream: Downstream
  private var upstream: (any Subscription)?
  private(set) var description = ""
  private let birth = UndoLog.birth

  init(_ downstream: Downstream) { self.downstream = downstream }

  deinit { StackGuard.postpone((downstream, upstream)) }

  func receive(subscription: any Subscription) {
    upstream = subscription
    description = "\(subscription)"
    StackGuard.descend(breakingOff: ()) { downstream.receive(subscription: self) }
  }

  func receive(_ value: Value) -> Subscribers.Demand {
    StackGuard.descend(breakingOff: .none) { downstream.receive(value) }
  }

  func receive(completion: Subscribers.Completion<any Error>) {
    note()
    upstream = nil
    StackGuard.descend(breakingOff: ()) { downstream.receive(completion: completion) }
  }

  func request(_ demand: Subscribers.Demand) { upstream?.requestGuarded(demand) }

  func cancel() {
    note()
    upstream.take()?.cancelGuarded()
  }

  private func note() { UndoLog.current(for: birth)?.note { [upstream] in self.upstream = upstream } }
}

extension Subscription {
  fileprivate func requestGuarded(_ demand: Subscribers.Demand) {
    StackGuard.descend(breakingOff: ()) { request(demand) }
  }

  /// Released later, it is cancelled by that.
  fileprivate func cancelGuarded() {
    if !StackGuard.postpone(AnyCancellable { self.cancel() }) { cancel() }
  }
}

/// A subject that another publisher feeds: a link of a chain that grows while it runs.
final class FedSubject: Subject {
  typealias Output = Value
  typealias Failure = any Error

  private let subject: AnySubject

  init(_ subject: AnySubject) { self.subject = subject }

  deinit { StackGuard.postpone(subject) }

  func send(_ value: Value) { StackGuard.descend(breakingOff: ()) { subject.send(value) } }

  func send(completion: Subscribers.Completion<any Error>) {
    StackGuard.descend(breakingOff: ()) { subject.send(completion: completion) }
  }

  func send(subscription: any Subscription) {
    StackGuard.descend(breakingOff: ()) { subject.send(subscription: FeedingSubscription(subscription)) }
  }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == any Error {
    subject.receive(subscriber: subscriber)
  }
}

/// What a subject that is fed asks for goes on to the one that feeds it.
private final class FeedingSubscription: Subscription {
  private var upstream: (any Subscription)?
  private let birth = UndoLog.birth

  init(_ upstream: any Subscription) { self.upstream = upstream }

  deinit { StackGuard.postpone(upstream) }

  func request(_ demand: Subscribers.Demand) { upstream?.requestGuarded(demand) }

  func cancel() {
    UndoLog.current(for: birth)?.note { [upstream] in self.upstream = upstream }
    upstream.take()?.cancelGuarded()
  }
}
