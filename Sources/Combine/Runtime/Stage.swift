// What operators with one upstream share.
//
// A subscription through an operator is split in two:
//
//   upstream ──► receiver (a struct: the downstream, the user's closures, the operator's memory)
//                   │ shares
//   upstream ◄── stage (an object: the way up, the phase) ◄── downstream
//
// The upstream holds the receiver, the downstream holds the stage, and the stage never refers downwards. So an operator
// makes no cycle, has nothing to clear while another thread may be using it, and needs no lock for a value: a receiver
// is called by one thread at a time, because every publisher delivers serially. Values nest (a receiver contains the
// next receiver), so a chain of operators is one specialised function. What may come from any thread, `request` and
// `cancel`, uses the stage's lock and never touches what belongs to the receiver.
//
// When the upstream lets its receiver go, after cancellation or completion, everything below goes with it.

public import Synchronization

/// Where a stage is in its life. Goes up only.
@usableFromInline
enum StagePhase {
  @inlinable static var awaiting: UInt8 { 0 }
  @inlinable static var active: UInt8 { 1 }
  /// Completed by the upstream, or ended by the operator itself.
  @inlinable static var ended: UInt8 { 2 }
  /// Cancelled by the downstream, before or after that: nothing may follow, not even what was held back.
  @inlinable static var cancelled: UInt8 { 3 }
}

@usableFromInline
class Stage: Subscription, Undoable {
  @usableFromInline final let phase = Atomic<UInt8>(StagePhase.awaiting)
  @usableFromInline final let upstream = Protected<(any Subscription)?>(nil)
  @usableFromInline final let name: String
  /// The log that its memory is noted in.
  @exclusivity(unchecked) @usableFromInline final var mark = UndoLog.birth

  @usableFromInline
  init(name: String) {
    self.name = name
  }

  // MARK: Being undone

  /// What gives it back the memory that it has now. Operators that have more of it override this.
  @usableFromInline
  func restoring() -> () -> Void {
    let (phase, upstream) = (phase.load(ordering: .acquiring), upstream.withLock { $0 })
    return {
      self.phase.store(phase, ordering: .releasing)
      _ = self.upstream.exchange(upstream)
    }
  }

  // MARK: For the receiver

  @inlinable
  final var isEnded: Bool { phase.load(ordering: .acquiring) >= StagePhase.ended }

  @inlinable
  final var isCancelled: Bool { phase.load(ordering: .acquiring) == StagePhase.cancelled }

  @inlinable
  final var isAwaiting: Bool { phase.load(ordering: .acquiring) == StagePhase.awaiting }

  /// Whether a value may pass; one that comes before the subscription is a bug.
  @inlinable
  final var isActive: Bool {
    let now = phase.load(ordering: .acquiring)
    if now == StagePhase.awaiting { violationBeforeSubscription("value", name) }
    return now == StagePhase.active
  }

  /// Takes the upstream's subscription. A second one, or one that comes after `cancel`, is cancelled: then the answer
  /// is false.
  @usableFromInline
  final func begin(_ subscription: any Subscription) -> Bool {
    note()
    let isFirst = upstream.withLock { upstream in
      let (exchanged, _) = phase.compareExchange(
        expected: StagePhase.awaiting, desired: StagePhase.active, ordering: .acquiringAndReleasing)
      if exchanged { upstream = subscription }
      return exchanged
    }
    if !isFirst { subscription.cancel() }
    return isFirst
  }

  /// The upstream has completed. False if the end came before; a completion before the subscription is a bug unless
  /// `early` allows it.
  @usableFromInline
  final func complete(early: Bool = false) -> Bool {
    if isAwaiting, !early { violationBeforeSubscription("completion", name) }
    let isFirst = end()
    _ = upstream.exchange(nil)
    return isFirst
  }

  /// The operator ends by itself: cancels the upstream, before the downstream hears of it. False if the end came
  /// before.
  @usableFromInline
  final func stop() -> Bool {
    let isFirst = end()
    upstream.exchange(nil)?.cancel()
    return isFirst
  }

  private final func end() -> Bool {
    note()
    var now = phase.load(ordering: .acquiring)
    while now < StagePhase.ended {
      let result = phase.compareExchange(
        expected: now, desired: StagePhase.ended, ordering: .acquiringAndReleasing)
      if result.exchanged { return true }
      now = result.original
    }
    return false
  }

  /// Ends, and hands the upstream over to the caller, who has to cancel it.
  @usableFromInline
  final func detach() -> (any Subscription)? {
    note()
    phase.store(StagePhase.ended, ordering: .releasing)
    return upstream.exchange(nil)
  }

  /// Asks the upstream, if it is there.
  @usableFromInline
  final func requestUpstream(_ demand: Subscribers.Demand) {
    upstream.withLock { $0 }?.request(demand)
  }

  // MARK: For the downstream; operators that count or hold back override these

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    requirePositive(demand, name)
    if isAwaiting { violationBeforeSubscription("request", name) }
    requestUpstream(demand)
  }

  @usableFromInline
  func cancel() {
    note()
    phase.store(StagePhase.cancelled, ordering: .sequentiallyConsistent)
    upstream.exchange(nil)?.cancel()
  }
}

/// A stage that hands every request on, also one for nothing: what that is worth is for the upstream to say.
@usableFromInline
final class PassingStage: Stage {
  @usableFromInline
  override init(name: String) {
    super.init(name: name)
  }

  @usableFromInline
  override func request(_ demand: Subscribers.Demand) {
    requestUpstream(demand)
  }
}

extension Stage: CustomStringConvertible, CustomReflectable, CustomPlaygroundDisplayConvertible {
  @usableFromInline var description: String { name }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: []) }
  @usableFromInline var playgroundDescription: Any { name }
}

/// What an operator remembers between values. It belongs to the receiver, so it goes when the upstream lets go.
@usableFromInline
final class Cell<Value>: Undoable {
  @exclusivity(unchecked) @usableFromInline var stored: Value
  @exclusivity(unchecked) @usableFromInline var mark = UndoLog.birth

  @inlinable
  init(_ value: Value) {
    stored = value
  }

  @inlinable
  var value: Value {
    get { stored }
    _modify {
      if UndoLog.mayBeOpen { note() }
      yield &stored
    }
  }

  @usableFromInline
  func restoring() -> () -> Void {
    let old = stored
    return { self.stored = old }
  }
}

extension Cell {
  /// The same as for `value`, but undone without a copy of what was there before.
  @inlinable
  func append<Element>(_ element: Element) where Value == [Element] {
    if UndoLog.mayBeOpen { noteEnd() }
    stored.append(element)
  }

  @inline(never)
  @usableFromInline
  func noteEnd<Element>() where Value == [Element] {
    guard let log = UndoLog.open(for: &mark) else { return }
    let count = stored.count
    log.note { self.stored.removeLast(max(0, self.stored.count - count)) }
  }

  /// All elements, which are gone from here then.
  @inlinable
  func takeAll<Element>() -> [Element] where Value == [Element] {
    let all = stored
    // Also where it has been noted how many there were.
    UndoLog.current?.note { self.stored = all }
    stored = []
    return all
  }
}
