public import Language

/// Owns everything that lives: the program, its stores, the clock's now, the log of commits and the subscriptions.
///
/// One thread, no locks, no I/O: time is told to it (`advance(to:)`), its storage is handed to it, and what it has to say
/// is pulled out of it. A turn of the loop is
///
///     advance(to:) → commands → flush() → takeQueued() and nextEvent(of:) → takeNotices()
///
/// Commands are in extensions: `Engine+Stores`, `Engine+Evaluation`, `Engine+Subscriptions`.
public final class Engine {
  public struct Limits: Sendable {
    /// Commits kept in memory; older ones are read back from storage.
    public var commitsInMemory = 4096
    public var subscriptionsPerSession = 256
    /// Timers fired by one `advance(to:)`; the rest fire at the next, so that a timer without delay cannot stop the turn.
    public var timersPerTurn = 10_000
    public var language = Language.Limits()

    public init() {}
  }

  /// Something for people that belongs to no subscription.
  public struct Notice: Sendable {
    public enum Kind: Sendable {
      case print(String)
      case fault(Fault)
      /// Something about the pipeline, in a word for programs and a sentence for people.
      case pipeline(state: String, text: String)
      /// An `#expect` that did not hold.
      case expectation(Fault)
    }
    public let kind: Kind
    /// The pipeline it comes from.
    public let pipeline: String?
    /// The session that defined the pipeline, while there is one.
    public let session: String?
    public let revision: Int
  }

  public let limits: Limits
  public private(set) var now: Int
  public internal(set) var epoch: String
  /// The revision of the last commit; 0 before the first.
  public internal(set) var revision = 0
  /// The revision up to which everything is kept for good.
  public internal(set) var durableRevision = 0
  /// Why nothing is accepted any more.
  public private(set) var poison: String?

  let storage: any JournalStorage
  var host: EngineHost!
  var program: Program!
  var sessions: [String: SessionState] = [:]
  var stores = StoreTable()
  var declarations = DeclarationList()
  /// Values from before a restart or a redefinition, by path, until the store they belong to exists again.
  var kept: [String: KeptValue] = [:]
  var log: CommitLog
  var timers = TimerQueue()
  /// Who sends requests that no stub answers; without one nothing is connected.
  public var network: (any Network)?
  var desk = HTTPDesk()
  var transaction: Transaction?
  var transactionCount = 0
  /// What this turn has to keep.
  var records: [JournalRecord] = []
  var notices: [Notice] = []
  var queued: [Subscription] = []
  /// Lines printed while a statement is evaluated, which belong into its reply.
  var printed: [String]?
  /// What expectations came to while a statement is evaluated.
  var expectations: Expectations?
  /// Evaluations that wait for something, in the order in which they began to.
  var waiting: [Evaluating] = []
  /// Which session defined a pipeline.
  var pipelineSessions: [ObjectIdentifier: String] = [:]

  /// - Parameters:
  ///   - now: nanoseconds since 1970.
  ///   - freshEpoch: the name of the history, should the storage be empty. The engine draws no random numbers.
  public init(storage: any JournalStorage, now: Int, freshEpoch: String, limits: Limits = Limits()) {
    self.storage = storage
    self.now = now
    self.epoch = freshEpoch
    self.limits = limits
    self.log = CommitLog(capacity: limits.commitsInMemory)
    self.host = EngineHost(engine: self)
    self.program = Program(host: host, limits: limits.language)
  }

  // MARK: Time

  /// When `advance(to:)` must be called next, at the latest.
  public var nextDeadline: Int? { timers.nextDeadline() }

  /// Moves time forward and runs what has come due, in order of deadline, each timer in a transaction of its own with
  /// `now` set to its deadline. Time never goes back: an earlier `instant` changes nothing.
  public func advance(to instant: Int) {
    var fired = 0
    while fired < limits.timersPerTurn, let due = timers.popDue(at: instant) {
      now = max(now, due.deadline)
      due.action()
      fired += 1
    }
    if fired < limits.timersPerTurn { now = max(now, instant) }
  }

  func schedule(at deadline: Int, _ action: @escaping () -> Void) -> any HostTimer {
    let origin = transaction
    return timers.insert(deadline: max(deadline, now)) { [unowned self] in
      self.perform(Cause(by: "timer", of: origin?.revision)) { action() }
    }
  }

  // MARK: Durability

  /// Hands everything the turn committed to the storage, once. No reply of the turn may leave before it returned.
  ///
  /// A failure poisons the engine: what this turn did was not acknowledged to anybody, and nothing more is accepted.
  public func flush() throws(EngineError) {
    try requireHealthy()
    guard !records.isEmpty else { return }
    do {
      try storage.append(records)
    } catch {
      poison = String(describing: error)
      throw .poisoned(String(describing: error))
    }
    records.removeAll(keepingCapacity: true)
    durableRevision = revision
  }

  func requireHealthy() throws(EngineError) {
    if let poison { throw .poisoned(poison) }
  }

  // MARK: Sessions

  /// Opens what a client owns: its unnamed results and its subscriptions.
  public func openSession(_ id: String) {
    precondition(sessions[id] == nil, "session \(id) is open already")
    sessions[id] = SessionState(id: id, results: program.openSession(id))
  }

  /// Ends everything the session owns: subscriptions first, then its unnamed pipelines are cancelled.
  public func closeSession(_ id: String) {
    guard let session = sessions.removeValue(forKey: id) else { return }
    for subscription in session.subscriptions.values { detach(subscription) }
    for evaluating in waiting where evaluating.session == id { evaluating.cancel() }
    perform(Cause(by: id)) { session.results.close() }
  }

  func session(_ id: String) -> SessionState {
    guard let session = sessions[id] else { preconditionFailure("session \(id) is not open") }
    return session
  }

  // MARK: Notices

  /// What there is to tell people since the last call, in order.
  public func takeNotices() -> [Notice] {
    for evaluating in waiting { evaluating.tell() }
    guard !notices.isEmpty else { return [] }
    defer { notices.removeAll(keepingCapacity: true) }
    return notices
  }
}

/// What one client owns.
final class SessionState {
  let id: String
  var results: Session
  var subscriptions: [String: Subscription] = [:]

  init(id: String, results: Session) {
    self.id = id
    self.results = results
  }
}
