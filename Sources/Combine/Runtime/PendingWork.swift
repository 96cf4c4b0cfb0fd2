// What an operator has scheduled for later and has not happened yet, so that it need not wait when nobody wants it any more.
//
// `Scheduler` has no way to call such work off one by one, and Apple's schedulers keep it until it is due. A scheduler that
// can do better says so by `CancellingScheduler`.

/// Work for later that can be called off. Thread-safe.
@usableFromInline
package final class PendingWork: Undoable {
  private struct State {
    var count = 0
    var waiting: [Int: any Cancellable] = [:]
    var isOver = false
  }

  private let state = Protected(State())
  /// The log that its memory is noted in.
  @exclusivity(unchecked) @usableFromInline package var mark = UndoLog.birth

  @usableFromInline
  init() {}

  @usableFromInline
  package func restoring() -> () -> Void {
    let old = state.withLock { $0 }
    return { _ = self.state.exchange(old) }
  }

  /// Starts work, and keeps what calls it off until it is done.
  /// - Parameter start: is given what the work has to call first.
  package func start(_ start: (_ began: @escaping () -> Void) -> any Cancellable) {
    note()
    let number = state.withLock { state -> Int? in
      state.count += 1
      return state.isOver ? nil : state.count
    }
    guard let number else { return }
    let cancellable = start { [weak self] in self?.remove(number) }
    let isOver = state.withLock { state -> Bool in
      if !state.isOver { state.waiting[number] = cancellable }
      return state.isOver
    }
    if isOver { cancellable.cancel() }
  }

  private func remove(_ number: Int) {
    note()
    let done = state.withLock { $0.waiting.removeValue(forKey: number) }
    withExtendedLifetime(done) {}
  }

  /// Calls off what waits, and what is started later.
  @usableFromInline
  func cancel() {
    note()
    let waiting = state.withLock { state -> [Int: any Cancellable] in
      defer { state.waiting = [:] }
      state.isOver = true
      return state.waiting
    }
    for cancellable in waiting.values { cancellable.cancel() }
  }
}

/// A scheduler that can call off single pieces of work.
package protocol CancellingScheduler: Scheduler {
  /// The same scheduler; what is scheduled on it for later is started by `work`.
  func starting(by work: PendingWork) -> Self
}

extension PendingWork {
  /// Has what is scheduled on `scheduler` started here, if that can call it off.
  /// - Returns: the scheduler to be used, and what is to be cancelled; nil if there is nothing.
  @usableFromInline
  static func onScheduler<Context: Scheduler>(_ scheduler: Context) -> (Context, PendingWork?) {
    guard let cancelling = scheduler as? any CancellingScheduler else { return (scheduler, nil) }
    let work = PendingWork()
    guard let own = cancelling.starting(by: work) as? Context else { return (scheduler, nil) }
    return (own, work)
  }
}
