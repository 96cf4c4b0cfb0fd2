// Whose turn it is to call out: one number that says which thread has it, and whether others have left something for it.
//
//            enter                      leaveIfNothingWaits
//   free ─────────────► owned by T ─────────────────────────► free
//                       │      ▲
//     another thread:   ▼      │ owner calls noticeWhatWaits and does it
//     tellOwner      owned by T, something waits
//
// What waits is kept by whoever has the `Turn`, under a lock: it is put there before `tellOwner`, and looked for after
// `noticeWhatWaits`, so nothing is missed.
//
// Cost: one atomic exchange in, one out (about 10 ns together).

public import Synchronization

@usableFromInline
struct Turn: ~Copyable {
  /// The owner's thread, 0 when free. The lowest bit says that something waits.
  @usableFromInline let word = Atomic<UInt>(0)

  @usableFromInline
  enum Entry {
    /// The caller is the owner now, and must leave.
    case entered
    /// The caller's thread was the owner already; it is further up the stack, inside a call-out.
    case nested
    /// Another thread is the owner: leave the work with it.
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

  /// Another thread is the owner. Most deliveries take less time than leaving something does, so this looks again a few
  /// times before it says that the owner is busy.
  @inline(never)
  @usableFromInline
  func enterSoon(_ me: UInt) -> Entry {
    for _ in 0..<100 where word.load(ordering: .relaxed) == 0 {
      if word.compareExchange(expected: 0, desired: me, ordering: .acquiring).exchanged { return .entered }
    }
    return .busy
  }

  /// False if something waits, which the owner then has to do before it tries again. Owner only.
  @inlinable
  func leaveIfNothingWaits() -> Bool {
    // The owner's number is in the word: no need to ask for it again.
    let seen = word.load(ordering: .relaxed)
    return seen & 1 == 0 && word.compareExchange(expected: seen, desired: 0, ordering: .releasing).exchanged
  }

  /// Whether nobody is the owner, so that nothing waits either.
  @inlinable
  var isFree: Bool {
    word.load(ordering: .acquiring) == 0
  }

  /// Whether other threads have left something. Owner only.
  @inlinable
  var hasWaiting: Bool {
    word.load(ordering: .relaxed) & 1 != 0
  }

  /// From here on, only what is left later counts as waiting. Owner only, which then does everything it finds.
  @inlinable
  func noticeWhatWaits() {
    word.store(word.load(ordering: .relaxed) & ~1, ordering: .sequentiallyConsistent)
  }

  /// Says that something has been left. If the owner has gone meanwhile, the caller becomes the owner, and must do it and
  /// leave: then the answer is true.
  @inlinable
  func tellOwner() -> Bool {
    var seen = word.load(ordering: .acquiring)
    // Once somebody has said so, the owner will look: see `noticeWhatWaits`.
    while seen & 1 == 0 {
      let desired = seen == 0 ? currentThread() | 1 : seen | 1
      let result = word.compareExchange(expected: seen, desired: desired, ordering: .acquiringAndReleasing)
      if result.exchanged { return seen == 0 }
      seen = result.original
    }
    return false
  }
}
