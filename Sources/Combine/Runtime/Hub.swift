// The subscribers of one subject: kept in subscription order, safe while iterating, called one delivery at a time.
//
// The list belongs to the owner of `turn`. During a delivery (`depth` > 0) members are only appended, and those that
// were cancelled stay as dead entries until the outermost delivery ends; those of a long list, until half of it is dead. A
// delivery reaches those that were members when it began. A send from inside a delivery reaches everybody before the outer one goes on, as in Combine.
//
// Entries are unmanaged so that a delivery retains nothing: a member lives at least until the owner removes it. Keeping
// the list needs no type of value (`UntypedHub`), so subscribing and cancelling look no generic metadata up, which would
// cost ten times as much as the work itself.

public import Synchronization

/// A member that is none any more, as long as it may become one again.
private final class FormerMember {
  private let member: HubMember
  private var isFormer = true

  init(_ member: HubMember) { self.member = member }

  deinit { if isFormer { member.release() } }

  /// It is a member again, which the list holds.
  func comeBack() -> HubMember {
    isFormer = false
    member.subscription._withUnsafeGuaranteedRef { if !$0.isForgotten { $0.box = member.box } }
    return member
  }
}

/// A subscriber and its subscription. Holds both until `release`.
@usableFromInline
struct HubMember {
  @usableFromInline let box: Unmanaged<UntypedSubscriberBox>
  @usableFromInline let subscription: Unmanaged<HubSubscription>

  @inlinable
  init(_ box: consuming UntypedSubscriberBox, _ subscription: consuming HubSubscription) {
    self.box = .passRetained(box)
    self.subscription = .passRetained(subscription)
  }

  @usableFromInline
  func release() {
    let isForgotten = subscription._withUnsafeGuaranteedRef { subscription in
      subscription.box = nil
      return subscription.isForgotten
    }
    subscription.release()
    if !isForgotten { box.release() }
  }

  /// Lets go of the subscriber. What stays in the list has only the subscription, which is ended.
  func forget() {
    let log = subscription._withUnsafeGuaranteedRef { $0.isNew } ? nil : UndoLog.current
    log?.note { [box = box.takeUnretainedValue(), subscription = subscription.takeUnretainedValue()] in
      subscription.box = .passRetained(box)
      subscription.isForgotten = false
    }
    subscription._withUnsafeGuaranteedRef { subscription in
      subscription.box = nil
      subscription.isForgotten = true
    }
    box.release()
  }
}

@usableFromInline
class UntypedHub {
  @usableFromInline final let turn = Turn()
  /// Whether a delivery would reach anybody. Written by the owner of `turn`; anybody may read it.
  @usableFromInline final let hasMembers = Atomic<Bool>(false)

  // Everything below belongs to the owner of `turn`.
  @exclusivity(unchecked) @usableFromInline final var members: ContiguousArray<HubMember> = []
  @exclusivity(unchecked) @usableFromInline final var depth = 0
  @exclusivity(unchecked) @usableFromInline final var hasDeadMembers = false
  /// Dead entries that nobody will take out before there are more of them.
  @exclusivity(unchecked) private final var forgotten = 0
  /// Taking one out of so many moves less than is worth thinking about.
  private static let shortList = 32
  @exclusivity(unchecked) @usableFromInline final var isCompleted = false

  @usableFromInline
  init() {}

  deinit {
    for member in members { member.release() }
  }

  // MARK: What kinds of subjects differ in

  /// A subscription got more demand. May come from any thread.
  @usableFromInline func asked(by subscription: HubSubscription) {}

  /// Members came or went. Owner only.
  @usableFromInline func membersChanged() {
    hasMembers.store(!members.isEmpty, ordering: .releasing)
  }

  /// Gives the completion to a subscriber. Owner only, after the completion.
  @usableFromInline func complete(_ box: UntypedSubscriberBox) {}

  /// Whether a send would reach nobody, so that it need not enter. A subscriber whose joining waits as a work item is not
  /// a member yet, but then `turn` is not free.
  @inlinable
  final var isUnobserved: Bool {
    turn.isFree && !hasMembers.load(ordering: .relaxed)
  }

  // MARK: One delivery at a time

  /// Leaves `work` for the owner. True if the owner has gone meanwhile: then the caller is, and must `leave`.
  @usableFromInline func post(_ work: @escaping () -> Void) -> Bool { fatalError("Every kind of hub has a line") }

  /// Does what other threads have left, in the order in which they left it. Owner only; also used by an owner that comes
  /// in again, so that what arrived earlier is delivered earlier. A work item does not call it itself: the next one would
  /// overtake it.
  @usableFromInline func doWhatWaits() { fatalError("Every kind of hub has a line") }

  /// Does what waits, and ends being the owner.
  @inlinable
  final func leave() {
    while !turn.leaveIfNothingWaits() { doWhatWaits() }
  }

  /// Runs `work` as the owner: now if possible, otherwise by the present owner.
  @inlinable
  final func perform(_ work: @escaping () -> Void) {
    switch turn.enter() {
    case .entered:
      work()
      leave()
    case .nested:
      work()
    case .busy:
      if post(work) { leave() }
    }
  }

  // MARK: Joining and leaving

  /// Takes `member` in and gives it its subscription, or the completion if it comes too late.
  @usableFromInline
  final func attach(_ member: HubMember) {
    switch turn.enter() {
    case .entered:
      attachNow(member)
      leave()
    case .nested:
      attachNow(member)
    case .busy:
      attachWhileBusy(member)
    }
  }

  private final func attachNow(_ member: HubMember) {
    if isCompleted {
      member.box._withUnsafeGuaranteedRef { box in
        box.receive(subscription: Subscriptions.empty)
        complete(box)
      }
      member.release()
      return
    }
    join(member)
    // As in a delivery: who is cancelled meanwhile stays alive until this is over.
    depth &+= 1
    member.subscription._withUnsafeGuaranteedRef { subscription in
      subscription.attachingThread.store(currentThread(), ordering: .relaxed)
      member.box._withUnsafeGuaranteedRef { $0.receive(subscription: subscription) }
      subscription.attachingThread.store(0, ordering: .relaxed)
    }
    depth &-= 1
    if depth == 0, hasDeadMembers { removeDeadMembers() }
  }

  private final func join(_ member: HubMember) {
    member.subscription._withUnsafeGuaranteedRef {
      $0.box = member.box
      $0.place = members.count
    }
    members.append(member)
    membersChanged()
    guard let log = UndoLog.current else { return }
    let subscription = member.subscription.takeUnretainedValue()
    log.began(subscription) { self.leave(undoing: subscription) }
  }

  /// It has never been a member.
  private final func leave(undoing subscription: HubSubscription) {
    _ = subscription.demand.end(noting: subscription.note)
    let reference = Unmanaged.passUnretained(subscription).toOpaque()
    guard let index = members.lastIndex(where: { $0.subscription.toOpaque() == reference }) else { return }
    let member = members.remove(at: index)
    membersChanged()
    member.release()
  }

  /// Another thread is delivering: the subscriber gets its subscription at once, here, and becomes a member when that
  /// delivery is over. Until then only this thread calls it.
  private final func attachWhileBusy(_ member: HubMember) {
    let (box, subscription) = (member.box.takeUnretainedValue(), member.subscription.takeUnretainedValue())
    subscription.box = member.box
    subscription.privateThread.store(currentThread(), ordering: .relaxed)
    box.receive(subscription: subscription)
    let isOwner = post {
      subscription.privateThread.store(0, ordering: .sequentiallyConsistent)
      if subscription.isEnded {
        member.release()
      } else if self.isCompleted {
        if subscription.end() { self.complete(box) }
        member.release()
      } else {
        self.join(member)
        self.asked(by: subscription)
      }
    }
    if isOwner { leave() }
  }

  /// A subscription was cancelled: forget its subscriber, at once if nothing is being delivered.
  @usableFromInline
  final func remove(_ subscription: HubSubscription) {
    switch turn.enter() {
    case .entered:
      removeNow(subscription)
      leave()
    case .nested:
      removeNow(subscription)
    case .busy:
      if post({ self.removeNow(subscription) }) { leave() }
    }
  }

  /// Cancels every subscription.
  final func cancelAll() {
    perform {
      self.depth += 1
      for member in self.members { member.subscription.takeUnretainedValue().cancel() }
      self.depth -= 1
      if self.depth == 0, self.hasDeadMembers { self.removeDeadMembers() }
    }
  }

  private final func removeNow(_ subscription: HubSubscription) {
    if depth > 0 {
      hasDeadMembers = true
      return
    }
    guard let index = place(of: subscription) else { return }
    if members.count <= Self.shortList {
      let member = members.remove(at: index)
      membersChanged()
      guard let log = UndoLog.current, !subscription.isNew else {
        UndoLog.current?.ended(subscription)
        return member.release()
      }
      let former = FormerMember(member)
      log.note {
        self.members.insert(former.comeBack(), at: min(index, self.members.count))
        self.membersChanged()
      }
      return
    }
    // The subscriber goes last, as in `removeDeadMembers`.
    let box = members[index].box.takeUnretainedValue()
    members[index].forget()
    forgotten += 1
    UndoLog.current?.note { self.forgotten -= 1 }
    if forgotten * 2 > members.count { removeDeadMembers() }
    withExtendedLifetime(box) {}
  }

  /// Where a member stands: where it joined, or before that, since others have gone. Nil if it is none any more.
  private final func place(of subscription: HubSubscription) -> Int? {
    let reference = Unmanaged.passUnretained(subscription).toOpaque()
    var index = min(subscription.place, members.count - 1)
    while index >= 0, members[index].subscription.toOpaque() != reference { index -= 1 }
    return index < 0 || subscription.isForgotten ? nil : index
  }

  /// Lets go of members that were cancelled or completed. References go last: what their end calls finds the list in
  /// order.
  @usableFromInline
  final func removeDeadMembers() {
    let log = UndoLog.current
    let before = log.map { _ in
      (
        ContiguousArray(members.lazy.filter { !$0.subscription._withUnsafeGuaranteedRef { $0.isNew } }), forgotten,
        hasDeadMembers
      )
    }
    hasDeadMembers = false
    forgotten = 0
    var dead: ContiguousArray<HubMember> = []
    // Each is asked once: another thread may cancel it meanwhile.
    members.removeAll { member in
      let isEnded = member.subscription.takeUnretainedValue().isEnded
      if isEnded { dead.append(member) }
      return isEnded
    }
    for index in members.indices { members[index].subscription._withUnsafeGuaranteedRef { $0.place = index } }
    membersChanged()
    guard let log, let before else { return dead.forEach { $0.release() } }
    var former: [FormerMember] = []
    for member in dead {
      let subscription = member.subscription.takeUnretainedValue()
      if subscription.isNew {
        log.ended(subscription)
        member.release()
      } else {
        former.append(FormerMember(member))
      }
    }
    log.note {
      for former in former { _ = former.comeBack() }
      // Those that have come since the log was opened go by themselves.
      let new = self.members.filter { $0.subscription._withUnsafeGuaranteedRef { $0.birth == log.number } }
      (self.members, self.forgotten, self.hasDeadMembers) = before
      self.members += new
      for index in self.members.indices {
        self.members[index].subscription._withUnsafeGuaranteedRef { $0.place = index }
      }
      self.membersChanged()
    }
  }
}

/// What a thread leaves for the owner of a hub. Values have a case of their own, because they are many: leaving one
/// allocates nothing.
@usableFromInline
enum HubWorkItem<Output> {
  case value(Output, version: UInt)
  case work(() -> Void)
}

@usableFromInline
class Hub<Output, Failure: Error>: UntypedHub {
  /// What other threads have left, in the order in which they came.
  @usableFromInline final let waiting = Protected(Fifo<HubWorkItem<Output>>())
  /// What was taken out of there and is being done. Owner of `turn` only; so that a send from inside goes on with it
  /// before it delivers a value that is newer.
  @exclusivity(unchecked) @usableFromInline final var workItems = Fifo<HubWorkItem<Output>>()

  /// How it ended. Owner of `turn` only.
  @exclusivity(unchecked) @usableFromInline final var completion: Subscribers.Completion<Failure>?

  @inlinable
  override init() {
    super.init()
  }

  @usableFromInline
  final override func post(_ work: @escaping () -> Void) -> Bool {
    post(.work(work))
  }

  @inlinable
  final func post(_ item: HubWorkItem<Output>) -> Bool {
    waiting.withLock { $0.append(item) }
    return turn.tellOwner()
  }

  /// Whether other threads have left something that is not done. Owner only.
  @inlinable
  final var hasWorkItems: Bool { turn.hasWaiting || !workItems.isEmpty }

  /// Whether a value that is sent from inside a delivery has to wait for those that other threads have left, instead of
  /// having them delivered first. Each of these may send another value from inside, and so on: the stack would have to be
  /// as deep as the line is long. Owner only.
  @inlinable
  final var goesToTheEnd: Bool { depth > 100 && hasWorkItems }

  @inlinable
  final override func doWhatWaits() {
    repeat {
      while let item = workItems.popFirst() {
        switch item {
        case .value(let value, let version): deliver(value, version: version)
        case .work(let work): work()
        }
      }
      turn.noticeWhatWaits()
      // The two change places, so that neither has to grow again.
      waiting.withLock { swap(&$0, &workItems) }
    } while !workItems.isEmpty
  }

  /// Gives `value` to every member that wants it. `version` is remembered as the last one each member has seen. Owner
  /// only.
  @inlinable
  final func deliver(_ value: Output, version: UInt = 0) {
    let end = members.count
    if end == 0 { return }
    depth &+= 1
    var index = 0
    while index < end {
      let member = members[index]
      if member.subscription._withUnsafeGuaranteedRef({ $0.take(version) }) {
        let more = member.box._withUnsafeGuaranteedRef {
          unsafeDowncast($0, to: SubscriberBox<Output, Failure>.self).receive(value)
        }
        if more != .none { member.subscription._withUnsafeGuaranteedRef { $0.demand.add(more, noting: $0.note) } }
      }
      index &+= 1
    }
    depth &-= 1
    if depth == 0, hasDeadMembers { removeDeadMembers() }
  }

  /// Ends every subscription. The first completion counts; later ones do nothing. Owner only.
  @usableFromInline
  final func finish(_ completion: Subscribers.Completion<Failure>) {
    if isCompleted { return }
    UndoLog.current?.note { (self.isCompleted, self.completion) = (false, nil) }
    isCompleted = true
    self.completion = completion
    let end = members.count
    depth &+= 1
    for index in 0..<end {
      let member = members[index]
      if member.subscription.takeUnretainedValue().end() { complete(member.box.takeUnretainedValue()) }
    }
    depth &-= 1
    hasDeadMembers = true
    if depth == 0 { removeDeadMembers() }
  }

  @usableFromInline
  final override func complete(_ box: UntypedSubscriberBox) {
    guard let completion else { return }
    unsafeDowncast(box, to: SubscriberBox<Output, Failure>.self).receive(completion: completion)
  }
}
