// One delivery at a time, without anybody waiting: how events from several threads become serial.
//
// A lock that is held while a subscriber is called deadlocks as soon as two pipelines meet head-on; a lock that is not
// held lets two threads into one sink. `Serial` is the third way: the first thread in is the owner and may call out;
// the same thread may come in again (a sink that sends, requests or cancels); another thread never waits, it leaves an
// errand (after it has looked a few times whether the owner goes), and the owner runs it before it goes. So every event
// is delivered, one after the other, in the order of arrival, by whichever thread was first. What belongs to the owner
// needs no lock at all.
//
//            enter                      leave (no errands)
//   free ─────────────► owned by T ─────────────────────────► free
//                       │      ▲
//     another thread:   ▼      │ owner runs them
//     post           owned by T, errands waiting
//
// Cost: one atomic exchange in, one out (about 10 ns together); no allocation unless two threads meet.

public import Synchronization

@usableFromInline
struct Serial: ~Copyable {
  /// The owner's thread, 0 when free. The lowest bit says that errands wait.
  @usableFromInline let word = Atomic<UInt>(0)
  @usableFromInline let errands = Protected<[() -> Void]>([])

  @usableFromInline
  enum Entry {
    /// The caller is the owner now, and must `leave`.
    case entered
    /// The caller's thread was the owner already; it is further up the stack, inside a call-out.
    case nested
    /// Another thread is the owner: `post` the work instead.
    case busy
  }

  @inlinable
  init() {}

  @inlinable
  func enter() -> Entry {
    let me = currentThread()
    let (exchanged, seen) = word.compareExchange(expected: 0, desired: me, ordering: .acquiring)
    if exchanged { return .entered }
    return seen & ~1 == me ? .nested : enterSoon(me)
  }

  /// Another thread is the owner. Most deliveries take less time than leaving an errand does, so this looks again a few
  /// times before it says that the owner is busy.
  @inline(never)
  @usableFromInline
  func enterSoon(_ me: UInt) -> Entry {
    for _ in 0..<100 where word.load(ordering: .relaxed) == 0 {
      if word.compareExchange(expected: 0, desired: me, ordering: .acquiring).exchanged { return .entered }
    }
    return .busy
  }

  @inlinable
  func leave() {
    // The owner's number is in the word: no need to ask for it again.
    let seen = word.load(ordering: .relaxed)
    if seen & 1 == 0, word.compareExchange(expected: seen, desired: 0, ordering: .releasing).exchanged { return }
    leaveAfterErrands(seen & ~1)
  }

  @inline(never)
  @usableFromInline
  func leaveAfterErrands(_ me: UInt) {
    repeat { runErrands(me) } while !word.compareExchange(expected: me, desired: 0, ordering: .releasing).exchanged
  }

  /// Whether nobody is the owner, so that no errand waits either.
  @inlinable
  var isFree: Bool {
    word.load(ordering: .acquiring) == 0
  }

  /// Whether other threads have left something to do. Owner only.
  @inlinable
  var hasErrands: Bool {
    word.load(ordering: .relaxed) & 1 != 0
  }

  /// Runs what other threads have left. Owner only; also used by an owner that comes in again, so that what arrived
  /// earlier is delivered earlier.
  @inline(never)
  @usableFromInline
  func runErrands(_ me: UInt = currentThread()) {
    word.store(me, ordering: .sequentiallyConsistent)
    for errand in errands.exchange([]) { errand() }
  }

  /// Leaves `errand` with the owner. If the owner has gone meanwhile, the caller becomes the owner, and must `leave`
  /// (which runs the errand): then the answer is true.
  @inline(never)
  @usableFromInline
  func post(_ errand: @escaping () -> Void) -> Bool {
    errands.withLock { $0.append(errand) }
    let me = currentThread()
    var seen = word.load(ordering: .relaxed)
    while true {
      let desired = seen == 0 ? me | 1 : seen | 1
      let result = word.compareExchange(expected: seen, desired: desired, ordering: .acquiringAndReleasing)
      if result.exchanged { return seen == 0 }
      seen = result.original
    }
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
