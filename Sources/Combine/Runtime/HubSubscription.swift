// One subscriber's connection to a subject: its demand, and the way back.

public import Synchronization

@usableFromInline
final class HubSubscription: Subscription, Undoable {
  @usableFromInline let demand = DemandCounter()

  /// The subject, which lives as long as it has subscriptions. Gone when ended: whoever is the last of its `users` lets
  /// it go.
  @exclusivity(unchecked) private var subject: AnyObject?
  /// One until the end, and one more for each request that is under way.
  private let users = Atomic<UInt>(1)
  /// Lives as long as the subject, which owns it.
  private let hub: Unmanaged<UntypedHub>
  private let name: StaticString
  /// Whether a request for nothing is let pass instead of being a trap.
  private let ignoresNone: Bool

  /// While this is some thread's number, the subscription is not a member yet, and that thread is the one to call the
  /// subscriber. See `UntypedHub.attachWhileBusy`.
  @usableFromInline let privateThread = Atomic<UInt>(0)

  /// The thread that is giving the subscriber this subscription, which keeps the subject alive meanwhile. Only compared
  /// with the present thread's number.
  @usableFromInline let attachingThread = Atomic<UInt>(0)

  // Owner of the hub's `turn` only (or the private thread).
  /// The last value's number that was delivered here, for subjects that replay.
  @exclusivity(unchecked) @usableFromInline var seen: UInt = 0
  /// Where it stands among the members, or before that.
  @exclusivity(unchecked) var place = 0
  /// Its entry has no subscriber any more.
  @exclusivity(unchecked) var isForgotten = false
  /// The subscriber, alive as long as this is a member. Unretained, since the subscriber usually keeps this object.
  @exclusivity(unchecked) @usableFromInline var box: Unmanaged<UntypedSubscriberBox>?

  @usableFromInline
  init(_ hub: borrowing UntypedHub, subject: AnyObject, name: StaticString, ignoresNone: Bool = false) {
    self.subject = subject
    self.hub = .passUnretained(hub)
    self.name = name
    self.ignoresNone = ignoresNone
  }

  @inlinable
  var isEnded: Bool { demand.isEnded }

  /// The log that its memory is noted in.
  @exclusivity(unchecked) @usableFromInline var mark = UndoLog.birth

  /// It has come to be within the log that is open, and goes with it.
  var isNew: Bool { UndoLog.birth != 0 && birth == UndoLog.birth }
  let birth = UndoLog.birth

  @usableFromInline
  func restoring() -> () -> Void {
    let (count, subject, seen) = (demand.count, subject, seen)
    return {
      self.demand.restore(count)
      self.seen = seen
      if subject != nil, self.subject == nil {
        self.subject = subject
        self.users.store(1, ordering: .releasing)
      }
    }
  }

  @usableFromInline
  func request(_ more: Subscribers.Demand) {
    if !ignoresNone { requirePositive(more, description) }
    note()
    demand.add(more, noting: note)
    let attaching = attachingThread.load(ordering: .relaxed)
    if attaching != 0, attaching == currentThread(), !isEnded {
      hub._withUnsafeGuaranteedRef { $0.asked(by: self) }
      return
    }
    // The subject has to live until its hub is done with the request.
    guard useSubject() else { return }
    hub._withUnsafeGuaranteedRef { $0.asked(by: self) }
    letSubjectGo()
  }

  @usableFromInline
  func cancel() {
    note()
    guard demand.end(noting: note) else { return }
    hub._withUnsafeGuaranteedRef { $0.remove(self) }
    letSubjectGo()
  }

  /// Marks the subscription as completed. False if it was cancelled before.
  func end() -> Bool {
    note()
    guard demand.end(noting: note) else { return false }
    letSubjectGo()
    return true
  }

  /// False if it is gone.
  private func useSubject() -> Bool {
    var now = users.load(ordering: .relaxed)
    while now != 0 {
      let result = users.weakCompareExchange(expected: now, desired: now + 1, ordering: .acquiring)
      if result.exchanged { return true }
      now = result.original
    }
    return false
  }

  private func letSubjectGo() {
    if users.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 { subject = nil }
  }

  /// Takes one from the demand, if there is any, and notes `version` as delivered.
  @inlinable
  func take(_ version: UInt) -> Bool {
    guard demand.take(noting: note) else { return false }
    seen = version
    return true
  }
}

extension HubSubscription: CustomStringConvertible, CustomReflectable, CustomPlaygroundDisplayConvertible {
  @usableFromInline var description: String { name.description }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: []) }
  @usableFromInline var playgroundDescription: Any { description }
}
