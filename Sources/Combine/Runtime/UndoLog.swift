// How to take back what operators have taken in.
//
// Whoever runs programs may undo all that one of them has done since some moment: values, but also what operators
// remember of them. A log that is open on a thread is told by whatever changes there how to make it what it was, and
// `undo()` does so, the latest first.
//
//   open ──► what remembers notes itself, once per log ──► close ──► undo, or forget
//
// What is noted is held until then: what a cancelled subscription held goes when the log is forgotten, not before.
//
// Nothing is noted but what has a memory, and only where that changes. As long as there has never been a log in a process,
// which is so for whoever uses the library by itself, that costs a load and a branch that is never taken; from then on it
// is asked whether one is open on the thread.
//
// What is noted is the old state, copied: an array is copied when it changes next, once per log.

public import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@usableFromInline
package final class UndoLog {
  /// Whether there has ever been one.
  @usableFromInline static let isAny = Atomic<Bool>(false)
  @inlinable
  package static var mayBeOpen: Bool { isAny.load(ordering: .relaxed) }
  private static let count = Atomic<UInt>(0)
  /// Where each thread keeps the one that is open, which whoever opened it holds.
  private static let place: pthread_key_t = {
    var key = pthread_key_t()
    precondition(pthread_key_create(&key, nil) == 0, "there is no room for another key of threads")
    return key
  }()

  /// The one that is open on this thread.
  @usableFromInline
  package static var current: UndoLog? {
    guard isAny.load(ordering: .relaxed), let log = pthread_getspecific(place) else { return nil }
    return Unmanaged<UndoLog>.fromOpaque(log).takeUnretainedValue()
  }

  /// Unique to each time that it is opened.
  @usableFromInline package private(set) var number: UInt = 0
  private var steps: [() -> Void] = []
  private var ends: [() -> Void] = []
  /// How to end what has begun and is still there: much that begins ends soon, such as the timers of `debounce`.
  private var begun: [ObjectIdentifier: () -> Void] = [:]
  private var isOpen = false
  /// The one within which it was opened.
  private var outer: UndoLog?

  package init() {
    Self.isAny.store(true, ordering: .relaxed)
  }

  /// From now on changes of this thread are noted here.
  package func open() {
    number = Self.count.wrappingAdd(1, ordering: .relaxed).newValue
    outer = Self.current
    isOpen = true
    Self.enter(self)
  }

  /// From now on they are noted where they were before.
  package func close() {
    guard isOpen else { return }
    isOpen = false
    Self.enter(outer)
    outer = nil
  }

  private static func enter(_ log: UndoLog?) {
    pthread_setspecific(place, log.map { Unmanaged.passUnretained($0).toOpaque() })
  }

  package var isEmpty: Bool { steps.isEmpty && ends.isEmpty && begun.isEmpty }

  /// Notes how to take something back that happens now.
  @usableFromInline
  package func note(_ step: @escaping () -> Void) {
    steps.append(step)
  }

  /// Something has begun; `end`, which holds it, ends it, after everything else has been taken back.
  package func began(_ object: AnyObject, end: @escaping () -> Void) {
    begun[ObjectIdentifier(object)] = end
  }

  /// It is over.
  package func ended(_ object: AnyObject) {
    guard !begun.isEmpty else { return }
    // Let go of when nothing is being changed here: what goes with it may end something, too.
    let end = begun.removeValue(forKey: ObjectIdentifier(object))
    withExtendedLifetime(end) {}
  }

  /// Has something done when it is sure that nothing is taken back.
  package func atEnd(_ end: @escaping () -> Void) {
    ends.append(end)
  }

  /// Takes back what was noted, the latest first. It has to be closed.
  package func undo() {
    ends = []
    while let step = steps.popLast() { step() }
    let present = begun
    begun = [:]
    for end in present.values { end() }
  }

  /// What was noted stays as it is.
  /// - Parameter afterEach: called whenever something has been let go of, which may be much, with how much that was before.
  package func forget(_ afterEach: (Int) -> Void = { _ in }) {
    if !ends.isEmpty {
      let present = ends
      ends = []
      for end in present { end() }
    }
    // Let go of when nothing is being changed here, in the order in which it came.
    var held = begun.values + steps
    (begun, steps) = ([:], [])
    for index in held.indices {
      held[index] = {}
      afterEach(index)
    }
  }

  /// The mark of what is made now: what has come to be within a log goes when that is undone, and need not be what it was.
  /// So nothing is held by that.
  @inlinable
  package static var birth: UInt { mayBeOpen ? present : 0 }

  @usableFromInline
  static var present: UInt { current?.number ?? 0 }

  /// The log that is open, unless what was made at `birth` has come to be within it.
  @usableFromInline
  package static func current(for birth: UInt) -> UndoLog? {
    guard let log = current, log.number != birth else { return nil }
    return log
  }

  /// The log that is open, unless what has this mark has noted itself there already.
  @usableFromInline
  package static func open(for mark: inout UInt) -> UndoLog? {
    guard let log = current, log.number != mark else { return nil }
    mark = log.number
    return log
  }
}

extension UndoLog {
  /// Runs `body`, which nothing takes back: what was to happen at some time has happened then, whatever comes of it.
  @usableFromInline
  package static func withoutNotes<Result>(_ body: () -> Result) -> Result {
    guard let log = current else { return body() }
    enter(nil)
    defer { enter(log) }
    return body()
  }
}

/// What has a memory, and says before that changes what it was: once per log, however often it changes.
@usableFromInline
package protocol Undoable: AnyObject {
  /// The log that its memory is noted in: `UndoLog.birth` to begin with.
  var mark: UInt { get set }
  /// What gives it back the memory that it has now.
  func restoring() -> () -> Void
}

extension Undoable {
  /// Its memory is about to change.
  @inlinable
  package func note() {
    if UndoLog.mayBeOpen { noteNow() }
  }

  @inline(never)
  @inlinable
  func noteNow() {
    if let log = UndoLog.open(for: &mark) { log.note(restoring()) }
  }
}
