import Language

/// What can be had of the engine while a program runs in it. Everything is on one thread: the program calls back, and
/// whoever serves clients looks after the others for a moment.
extension Engine {
  /// Runs `body` in the middle of a program that runs. Within it nothing may be asked of the engine but what is committed,
  /// and nothing may be changed.
  public func meanwhile(_ body: () -> Void) {
    isInterrupted = true
    // While a program takes the place of another, its stores are neither here nor there.
    let present = stores
    if let storesBefore { stores = storesBefore }
    body()
    if storesBefore != nil { stores = present }
    isInterrupted = false
  }

  /// Between two steps of what is done to everything there is, such as all stores when a class is declared anew: others are
  /// looked after there as they are in the middle of a program. Only where what is committed is whole.
  func lookAfterOthers() { _ = didRun(false) }

  /// Whether others are looked after before the step of this number, where each takes microseconds.
  static func isLookDue(_ number: Int) -> Bool { number & (stepsBetweenLooks - 1) == stepsBetweenLooks - 1 }

  private static let stepsBetweenLooks = 64

  /// Whether whoever is looked after sees a property, while a program takes the place of another.
  func isSeen(_ property: Property?) -> Bool {
    guard let property else { return false }
    return storesBefore?.property(at: property.path) === property
  }

  /// Whether `get` of this path needs no program.
  public func isCommitted(_ path: String) -> Bool { stores.property(at: path) != nil || stores[path] != nil }

  /// Whether what runs can leave in the middle of its work, and nobody could tell: it has changed nothing, nobody wants its
  /// outcome at once, and it is no redefinition or start.
  var canPause: Bool {
    if evaluations.checking != nil { return transactions.current == nil }
    guard let transaction = transactions.current, transaction.mayPause, transaction.isUntouched,
      !evaluations.areWantedAtOnce
    else { return false }
    return !outside.effects.contains { $0.transaction == transaction.number }
  }

  /// Whether what runs has written nothing yet.
  public var hasChangedNothing: Bool { transactions.current?.isUntouched ?? true }

  /// Between two statements nothing is open.
  var canPauseBetweenStatements: Bool { transactions.current == nil && !evaluations.areWantedAtOnce }

  /// What runs leaves, and goes on in a transaction that is like the one that it leaves.
  func pause(_ goOn: @escaping (String?) -> Void) {
    guard let transaction = transactions.current else { return goOn(nil) }
    let (cause, activity, evaluating) = (transaction.cause, transaction.activity, evaluations.running)
    activity?.enter()
    let pause = Pause(evaluating?.hold) { [link] reason in
      guard let engine = link.engine else { return }
      let body = { engine.transactions.resume(cause, activity) { goOn(reason) } }
      if let evaluating { evaluating.goOn(body) } else { body() }
      activity?.leave()
    }
    evaluating?.leave(pause)
    didPause(pause)
  }

  /// Whether what runs takes the place of a program, or brings it back: declarations that are stopped would be missing.
  public var isRebuilding: Bool { transactions.current?.stands == true }

  /// Ends what is running at its next step, with a fault where it is. What its transaction has written is undone.
  public func stopRunning(_ reason: String) { Program.stopRunning(reason) }

  /// The same where nobody has a use for the outcome any more: what was to run next does not begin either, as the statements of
  /// a text that is still being checked.
  public func giveUpRunning(_ reason: String) {
    stopRunning(reason)
    evaluations.checking?.stop(reason)
    evaluations.proceeding?.stop(reason)
  }

  /// Keeps what was committed before the transaction that is open, so that it can be delivered.
  @discardableResult
  public func flushCommitted() throws(EngineError) -> Bool {
    try requireHealthy()
    // What variables hold comes with no commit, and was answered all the same.
    if transactions.current == nil, !isRecording { restoration.recordHeld() }
    let count = transactions.current == nil ? records.count : min(recordsBefore, records.count)
    guard count > 0 else { return false }
    defer { delivery.refreshBookmarks() }
    try append(Array(records.prefix(count)))
    records.removeFirst(count)
    recordsBefore = 0
    return true
  }

  /// A transaction begins: what was done before it is to be kept apart from what it does.
  func markRecords() {
    if namespaces.contains(where: { !$0.touched.isEmpty || $0.hasCalledOff }) || !restoration.touchedSlots.isEmpty {
      recordHeld()
    }
    recordsBefore = records.count
  }

  /// Makes records of what variables hold that were written. Of much data that takes long, and others are looked after
  /// meanwhile; `flush` does it too, but for all that is left at once.
  public func recordHeld() {
    guard poison == nil else { return }
    isRecording = true
    restoration.recordHeld()
    isRecording = false
  }
}
