import Language

/// What can be had of the engine while a program runs in it. Everything is on one thread: the program calls back, and
/// whoever serves clients looks after the others for a moment.
extension Engine {
  /// Runs `body` in the middle of a program that runs. Within it nothing may be asked of the engine but what is committed,
  /// and nothing may be changed.
  public func meanwhile(_ body: () -> Void) {
    isInterrupted = true
    body()
    isInterrupted = false
  }

  /// Whether what is committed can be found. While a program takes the place of another its stores are neither here nor
  /// there.
  public var hasCommittedState: Bool { transactions.current?.stands != true }

  /// Whether `get` of this path needs no program.
  public func isCommitted(_ path: String) -> Bool { stores.property(at: path) != nil || stores[path] != nil }

  /// The number of the transaction that holds everybody else's writes: it runs, and has changed a store.
  public var holdingTransaction: Int? {
    guard let transaction = transactions.current, !transaction.stands, transaction.hasTouchedStore else { return nil }
    return transaction.number
  }

  /// Ends what is running at its next step, with a fault where it is. What its transaction has written is undone.
  public func stopRunning(_ reason: String) { Program.stopRunning(reason) }

  /// Keeps what was committed before the transaction that is open, so that it can be told.
  @discardableResult
  public func flushCommitted() throws(EngineError) -> Bool {
    try requireHealthy()
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
      restoration.recordHeld()
    }
    recordsBefore = records.count
  }
}
