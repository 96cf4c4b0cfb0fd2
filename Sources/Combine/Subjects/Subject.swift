// Publishers that are fed from outside, and the subscriber that feeds them from another publisher.

/// A publisher to which values can be sent.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
  /// Delivers `value` to the subscribers.
  func send(_ value: Output)

  /// Ends all subscriptions. Only the first completion counts.
  func send(completion: Subscribers.Completion<Failure>)

  /// Connects an upstream: the subject asks it for values.
  func send(subscription: any Subscription)
}

extension Subject where Output == Void {
  /// Delivers a value that carries nothing.
  @inlinable
  public func send() {
    send(())
  }
}

extension Publisher {
  /// Sends everything from here to `subject`, the completion too; the subject decides about demand. Cancel to disconnect.
  /// The subject is not kept: when it goes, the upstream is cancelled.
  @inlinable
  public func subscribe<S: Subject>(_ subject: S) -> AnyCancellable where S.Output == Output, S.Failure == Failure {
    let subscriber = SubjectSubscriber(subject)
    subscribe(subscriber)
    return AnyCancellable(subscriber)
  }
}

/// Feeds a subject from an upstream. It is also the subscription that the subject sees, and so the subject's demand
/// stops here once the upstream has ended.
///
///   upstream ──► this ─ ─ weakly ─ ─► subject ──► this, as its subscription
@usableFromInline
final class SubjectSubscriber<Target: Subject>: Subscriber, Subscription {
  @usableFromInline
  struct Link {
    @usableFromInline weak var subject: Target?
    @usableFromInline var upstream: (any Subscription)?

    @inlinable
    init(subject: Target?) {
      self.subject = subject
    }
  }

  @usableFromInline let link: Protected<Link>
  @usableFromInline let birth = UndoLog.birth

  @inlinable
  init(_ subject: Target) {
    link = Protected(Link(subject: subject))
  }

  /// What it connects is about to change.
  @usableFromInline
  func note() {
    guard let log = UndoLog.current(for: birth) else { return }
    let old = link.withLock { $0 }
    log.note { _ = self.link.exchange(old) }
  }

  @usableFromInline
  func receive(subscription: any Subscription) {
    note()
    let subject: Target? = link.withLock { link in
      guard link.upstream == nil, let subject = link.subject else { return nil }
      link.upstream = subscription
      return subject
    }
    guard let subject else {
      subscription.cancel()
      return
    }
    subject.send(subscription: self)
  }

  @inlinable
  func receive(_ input: Target.Output) -> Subscribers.Demand {
    link.withLock { $0.upstream == nil ? nil : $0.subject }?.send(input)
    return .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Target.Failure>) {
    note()
    let old = link.exchange(Link(subject: nil))
    guard old.upstream != nil else { return }
    old.subject?.send(completion: completion)
  }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    link.withLock { $0.upstream }?.request(demand)
  }

  @usableFromInline
  func cancel() {
    note()
    link.exchange(Link(subject: nil)).upstream?.cancel()
  }
}

extension SubjectSubscriber: CustomStringConvertible, CustomReflectable {
  @usableFromInline var description: String { "Subject" }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: []) }
}
