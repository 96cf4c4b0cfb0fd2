// One delivery at a time, without anybody waiting: how events from several threads become serial.
//
// A lock that is held while a subscriber is called deadlocks as soon as two pipelines meet head-on; a lock that is not
// held lets two threads into one sink. `Serial` is the third way: the first thread in is the owner and may call out;
// the same thread may come in again (a sink that sends, requests or cancels); another thread never waits, it leaves an
// work item (after it has looked a few times whether the owner goes), and the owner runs it before it goes. So every event
// is delivered, one after the other, in the order of arrival, by whichever thread was first. What belongs to the owner
// needs no lock at all.
//
// No allocation unless two threads meet. The hubs of subjects do the same with a `Turn` and work items of their own.

@usableFromInline
struct Serial: ~Copyable {
  @usableFromInline let turn = Turn()
  @usableFromInline let workItems = Protected<[() -> Void]>([])

  @inlinable
  init() {}

  @inlinable
  func enter() -> Turn.Entry { turn.enter() }

  @inlinable
  func leave() {
    if !turn.leaveIfNothingWaits() { leaveAfterWorkItems() }
  }

  @inline(never)
  @usableFromInline
  func leaveAfterWorkItems() {
    repeat {
      turn.noticeWhatWaits()
      for item in workItems.exchange([]) { item() }
    } while !turn.leaveIfNothingWaits()
  }

  /// Leaves `item` with the owner. If the owner has gone meanwhile, the caller becomes the owner, and must `leave`
  /// (which runs the work item): then the answer is true.
  @inline(never)
  @usableFromInline
  func post(_ item: @escaping () -> Void) -> Bool {
    workItems.withLock { $0.append(item) }
    return turn.tellOwner()
  }

  /// Runs `work` as the owner: now if possible, otherwise by the present owner. For what is not on the hot path.
  @inlinable
  func perform(_ work: @escaping () -> Void) {
    switch enter() {
    case .entered:
      work()
      leave()
    case .nested:
      work()
    case .busy:
      if post(work) { leave() }
    }
  }
}
