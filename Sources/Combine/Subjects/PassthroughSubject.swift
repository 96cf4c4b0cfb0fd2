// A subject that keeps nothing: whoever listens now, hears it now.

public import Synchronization

/// A subject that passes values on to its present subscribers.
///
/// - A subscriber without demand misses the value.
/// - Subscribers are called in subscription order, one delivery at a time. A send from inside a delivery reaches all
///   subscribers first. A send that meets another thread's delivery is handed to that thread and returns at once.
/// - After a completion, sends do nothing, and a new subscriber gets the completion.
/// - Upstreams connected with `send(subscription:)` are asked for everything once any subscriber has asked for
///   anything, and are cancelled when the subject ends its life.
public final class PassthroughSubject<Output, Failure: Error>: Subject {
  @usableFromInline let hub = PassthroughHub<Output, Failure>()

  /// A subject without subscribers.
  @inlinable
  public init() {}

  deinit {
    hub.cancelUpstreams()
  }

  /// Attaches `subscriber`. Any positive demand is accepted; `.none` traps.
  @inlinable
  public final func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    hub.attach(HubMember(boxed(subscriber), HubSubscription(hub, subject: self, name: "PassthroughSubject")))
  }

  /// Delivers `input` to every subscriber with demand.
  @inlinable
  public final func send(_ input: Output) {
    if hub.isUnobserved { return }
    switch hub.turn.enter() {
    case .entered:
      hub.deliver(input)
      hub.leave()
    case .nested:
      hub.deliver(input)
    case .busy:
      hub.sendWhileBusy(input)
    }
  }

  /// Ends all subscriptions; only the first completion counts.
  @inlinable
  public final func send(completion: Subscribers.Completion<Failure>) {
    hub.perform { [hub] in hub.finish(completion) }
  }

  /// Connects an upstream.
  @inlinable
  public final func send(subscription: any Subscription) {
    hub.connect(subscription)
  }
}

/// The hub of a PassthroughSubject, with the upstreams that feed it.
@usableFromInline
final class PassthroughHub<Output, Failure: Error>: Hub<Output, Failure> {
  @usableFromInline let hasAsked = Atomic<Bool>(false)
  @usableFromInline let upstreams = Protected<[any Subscription]>([])

  @inlinable
  override init() {
    super.init()
  }

  @inline(never)
  @inlinable
  func sendWhileBusy(_ input: Output) {
    if post(.value(input, version: 0)) { leave() }
  }

  @usableFromInline
  func connect(_ subscription: any Subscription) {
    note()
    upstreams.withLock { $0.append(subscription) }
    if hasAsked.load(ordering: .acquiring) { subscription.request(.unlimited) }
  }

  private func note() {
    guard let log = UndoLog.current else { return }
    let old = upstreams.withLock { $0 }
    log.note { _ = self.upstreams.exchange(old) }
  }

  @usableFromInline
  func cancelUpstreams() {
    for upstream in upstreams.exchange([]) { upstream.cancel() }
  }

  @usableFromInline
  override func asked(by subscription: HubSubscription) {
    if hasAsked.load(ordering: .relaxed) || hasAsked.exchange(true, ordering: .acquiringAndReleasing) { return }
    UndoLog.current?.note { self.hasAsked.store(false, ordering: .releasing) }
    for upstream in upstreams.withLock({ $0 }) { upstream.request(.unlimited) }
  }
}
