internal import Combine
public import Language

/// Owns everything that lives: the program, its stores, the clock's now, the log of commits and the subscriptions.
///
/// One thread, no locks, no I/O: time is passed to it (`pass(to:date:)`), its storage is handed to it, and what it has to say
/// is pulled out of it. A turn of the loop is
///
///     pass(to:date:) → commands → flush() → delivery.next(of:) → takeNotices()
///
/// Commands are in extensions: `Engine+Stores`, `Engine+Evaluation`; subscriptions and waits are `delivery`'s.
public final class Engine {
  public struct Limits: Sendable {
    /// Commits kept in memory; older ones are read back from storage.
    public var commitsInMemory = 4096
    /// Bytes of their values, as JSON: with large ones there are fewer.
    public var commitBytesInMemory = 32 << 20
    public var subscriptionsPerSession = 256
    /// Timers fired by one call of `pass(to:date:)`; the rest fire at the next, so that a timer without delay cannot stop the turn.
    public var timersPerTurn = 10_000
    /// Bytes of one property's value, as JSON: a transaction that would make it longer is undone.
    public var valueBytes = 8 << 20
    public var language = Language.Limits()

    public init() {}
  }

  /// What has happened since the start, for whoever watches.
  public struct Counts: Sendable {
    /// Changed properties in all commits.
    public var changes = 0
    /// Texts of source that were evaluated.
    public var evaluations = 0
    /// Timers of programs that fired.
    public var timers = 0
    /// Expectations that held, whoever waited for them.
    public var expectations = 0
  }

  /// Something for people that belongs to no subscription.
  public struct Notice {
    public enum Kind: Sendable {
      case print(String)
      case fault(Fault)
      /// Something about the pipeline, in a word for programs and a sentence for people.
      case pipeline(state: String, text: String)
      /// Something outside is in the way of a pipeline, which goes on.
      case trouble(Fault)
      /// What a program does is most likely a mistake; it goes on.
      case warning(Fault)
      /// A task that was asked to stop has ended.
      case task(state: String, Location)
      /// An `#expect` that did not hold.
      case expectation(UnmetExpectation)
      /// Something could not be brought back. For everybody.
      case problem(Fault)
      /// Stores of another process have come, or are gone. For everybody.
      case provider(name: String, state: String, text: String)
    }
    public internal(set) var kind: Kind
    /// The pipeline it comes from.
    public internal(set) var pipeline: String?
    /// The same, where it may not have its name yet: a variable gives it one when the statement that makes it is over.
    var unnamed: Pipeline?
    /// Who is told: the session that defined the pipeline, or, when it has gone, the one whose request set it going.
    public internal(set) var session: String?
    public let revision: Int
    /// Nobody is there who defined it: it concerns everybody who listens for that.
    public internal(set) var isUnowned = false
    /// The session that knows of it from the reply to its request.
    public internal(set) var knownTo: String?
  }

  public var limits: Limits { didSet { for namespace in namespaces { namespace.program.limits = limits.language } } }
  /// What timers count: nanoseconds that pass one by one and never go back. It began as the calendar's time.
  public private(set) var now: Int
  /// How far the calendar is ahead of that since somebody has set it.
  private var calendarShift = 0
  /// How far it is ahead of the machine's calendar, since a client has moved a virtual clock: as storage has it.
  public private(set) var lead = 0
  public internal(set) var epoch: String
  /// The revision of the last commit; 0 before the first.
  public internal(set) var revision = 0
  /// The revision up to which everything is kept for good.
  public internal(set) var durableRevision = 0
  public internal(set) var counts = Counts()
  /// Called again and again while a program runs, a few milliseconds apart: see `meanwhile`. It is passed whether what runs can
  /// be paused, and says whether it is to be: then `pauses` follows.
  public var didRun: (_ canPause: Bool) -> Bool = { _ in false }
  /// Why what a request does in many parts may not go on, if others have waited too long for it.
  public var reasonToEnd: () -> String? = { nil }
  /// What ran is paused.
  public var didPause: (Pause) -> Void = { _ in }
  /// What belongs to replies that are given already is still being recorded: they cannot leave.
  public internal(set) var isRecording = false
  /// Somebody else is being served in the middle of a program.
  var isInterrupted = false
  /// Those of the program whose place is being taken, with what is committed; nil when none is.
  var storesBefore: StoreTable?
  /// Whose program is being replaced, until all that listened to it listens to the next.
  var rebuilt: Namespace?
  /// What a program takes the place of another one for; nil when none does.
  var redefinition: Redefinition?
  /// How many of `records` were there before the transaction that is open.
  var recordsBefore = 0
  /// Why nothing is accepted any more.
  public private(set) var poison: String?

  /// The way back to the engine for what may outlive it: its programs and all they have begun, what the network and the
  /// system call back, what clients hold. Not a weak reference, whose side table would make every retain of the engine
  /// slow; the engine takes itself out.
  final class Link {
    fileprivate(set) unowned var engine: Engine?
  }

  let link = Link()
  /// Properties whose values nobody outside is given; see `Secrets.swift`.
  let secrets: PathFilter?
  let storage: any JournalStorage
  /// The first has no name and is always there.
  var namespaces: [Namespace] = []
  var sessions: [String: SessionState] = [:]
  var stores = StoreTable()
  /// Who knows what earlier starts have not survived; to be set before `recover()`.
  public var startRecord: (any StartRecord)?
  /// Whether it has still to be sent which declarations are left out.
  var haveOmissionsChanged = false
  /// What the storage has lost, and why it keeps nothing more.
  var storageProblems: [Problem] = []

  // The parts; see `Sources/README.md`. What they need of one another they reach through the engine.
  let evaluations = Evaluations()
  let restoration = Restoration()
  let transactions = Transactions()
  public let delivery: Delivery
  public let pipelines = Pipelines()
  public let outside = OutsideWorld()
  let providing = Providing()
  /// Providers whose declarations are being evaluated, with their sessions.
  var opening: [String: String] = [:]

  /// What programs wait for. Its actions, as those of `delivery.timers`, run only while the engine is there: it owns them.
  var timers = TimerQueue()
  /// What is to be called at the end of the turn.
  var completions: [() -> Void] = []
  /// What this turn has to keep.
  var records: [JournalRecord] = []
  /// What the programs of all namespaces find.
  let library: SharedLibrary
  var notices: [Notice] = []
  /// What chance gives to programs.
  let random: RandomSource
  /// Drafts of clients are numbered.
  var draftsOpened = 0

  /// - Parameters:
  ///   - now: nanoseconds since 1970.
  ///   - freshEpoch: the name of the history, should the storage be empty. The engine draws no random numbers.
  ///   - secrets: the properties whose values only programs and the journal have.
  ///   - random: what chance gives to programs.
  public init(
    storage: any JournalStorage, now: Int, freshEpoch: String, limits: Limits = Limits(), secrets: PathFilter? = nil,
    library: SharedLibrary = SharedLibrary(), random: RandomSource = RandomSource()
  ) {
    self.secrets = secrets
    self.random = random
    self.library = library
    self.storage = storage
    self.now = now
    self.epoch = freshEpoch
    self.limits = limits
    self.delivery = Delivery(
      commitsInMemory: limits.commitsInMemory, bytesInMemory: limits.commitBytesInMemory)
    link.engine = self
    evaluations.engine = self
    restoration.engine = self
    transactions.engine = self
    delivery.engine = self
    pipelines.engine = self
    outside.engine = self
    providing.engine = self
    self.namespaces = [Namespace("", self)]
  }

  deinit {
    link.engine = nil
    for store in stores.all { store.instance.hostTag = nil }
    for namespace in namespaces { namespace.program.close() }
  }

  // MARK: Time

  /// When `pass(to:date:)` must be called next, at the latest.
  public var nextDeadline: Int? {
    guard let timer = timers.nextDeadline() else { return delivery.timers.nextDeadline() }
    return min(timer, delivery.timers.nextDeadline() ?? timer)
  }

  /// When the program waits for something next, and how much it waits for.
  public var nextTimer: Int? { timers.nextDeadline() }
  public var timerCount: Int { timers.count }

  /// The calendar's time, nanoseconds since 1970: what commits are stamped with, and a program's `Date()`.
  public var date: Int { date(of: now) }

  /// The calendar's time at an instant that timers count to.
  public func date(of instant: Int) -> Int {
    let (date, isTooFar) = instant.addingReportingOverflow(calendarShift)
    return isTooFar ? instant : date
  }

  /// What timers have counted when the calendar shows `date`, as it is set now.
  public func instant(at date: Int) -> Int {
    let (instant, isTooFar) = date.subtractingReportingOverflow(calendarShift)
    return isTooFar ? date : instant
  }

  /// Time has passed by itself: runs what has come due, in order of deadline, each timer in a transaction of its own.
  /// All of it happens at `instant`, however late that is, so that nobody makes up for what was missed. Time never goes
  /// back; the calendar does, when somebody sets it.
  /// - Parameter goesOn: asked between timers; what is left when it says no is due at the next call.
  public func pass(to instant: Int, date: Int, while goesOn: () -> Bool = { true }) {
    now = max(now, instant)
    calendarShift = date.subtractingReportingOverflow(now).partialValue
    _ = runDue(at: now, timersMax: limits.timersPerTurn, while: goesOn) { _ in }
  }

  /// Moves time by hand: every timer finds `now` at its deadline, as if nothing ever came late. The calendar goes along.
  public func advance(to instant: Int) {
    _ = advance(to: instant, timersMax: limits.timersPerTurn)
  }

  /// The same for at most so many timers.
  /// - Returns: how many fired, and whether time has got to `instant`.
  public func advance(to instant: Int, timersMax: Int) -> (fired: Int, isThere: Bool) {
    let fired = runDue(at: instant, timersMax: timersMax) { now = max(now, $0) }
    guard fired < timersMax || (timers.nextDeadline() ?? .max) > instant else { return (fired, false) }
    now = max(now, instant)
    return (fired, true)
  }

  /// Whether nothing has happened, nothing is declared and nothing waits: then it has no time yet that could go back.
  public var isUntouched: Bool {
    revision == 0 && timers.count == 0 && storage.oldestRevision == nil
      && namespaces.allSatisfy { $0.declarations.records.isEmpty }
  }

  /// Begins at another time, as long as it is untouched.
  public func begin(at date: Int) {
    precondition(isUntouched)
    (now, calendarShift) = (date, 0)
  }

  /// The calendar is ahead of the machine's by that much: a later start goes on from there.
  public func keep(lead: Int) {
    guard lead != self.lead, poison == nil else { return }
    self.lead = lead
    records.append(.lead(lead))
  }

  /// Begins as far ahead as it was before.
  func begin(leading lead: Int) {
    self.lead = lead
    now = moment(in: lead)
  }

  private static let timersBetweenLooks = 64

  /// Runs what is due at or before an instant, by deadline.
  /// - Parameters:
  ///   - goesOn: asked behind each timer.
  ///   - arrive: called with each deadline before its action.
  private func runDue(
    at instant: Int, timersMax: Int, while goesOn: () -> Bool = { true }, arrive: (Int) -> Void
  ) -> Int {
    var fired = 0
    defer { if fired > 0 { counts.timers += fired } }
    while fired < timersMax, fired == 0 || goesOn() {
      if let next = delivery.timers.nextDeadline(), next <= instant, next < timers.nextDeadline() ?? .max {
        guard let due = delivery.timers.popDue(at: instant) else { break }
        arrive(due.deadline)
        due.action()
        continue
      }
      guard let due = timers.popDue(at: instant) else { break }
      arrive(due.deadline)
      due.action()
      fired += 1
      // Many are short, and together long.
      if fired % Self.timersBetweenLooks == 0, transactions.current == nil {
        recordHeld()
        lookAfterOthers()
      }
    }
    return fired
  }

  func schedule(at deadline: Int, within program: Program? = nil, _ action: @escaping () -> Void) -> any HostTimer {
    let consequence = Consequence(of: self, within: program)
    guard let activity = consequence.activity else {
      return timers.insert(deadline: max(deadline, now)) { [unowned self] in
        consequence.happen(in: self, by: "timer", mayPause: true, action)
      }
    }
    activity.enter()
    let timer = timers.insert(deadline: max(deadline, now)) { [unowned self] in
      consequence.happen(in: self, by: "timer", mayPause: true, action)
      activity.leave()
    }
    return ActivityTimer(timer, activity)
  }

  /// The instant so much later; one that is too far away to be counted never comes.
  public func moment(in nanoseconds: Int) -> Int {
    let (moment, isTooFar) = now.addingReportingOverflow(nanoseconds)
    return isTooFar ? TimerQueue.never : moment
  }

  /// Calls `body` at the end of the turn, with the replies that belong into it.
  public func atEndOfTurn(_ body: @escaping () -> Void) { completions.append(body) }

  /// What is to be called at the end of a turn, before `flush()`.
  public func takeCompletions() -> [() -> Void] {
    guard !completions.isEmpty else { return [] }
    defer { completions.removeAll() }
    return completions
  }

  // MARK: Durability

  /// Hands everything the turn committed to the storage, once. No reply of the turn may leave before it returned.
  ///
  /// A failure poisons the engine: what this turn did was not acknowledged to anybody, and nothing more is accepted.
  /// - Returns: whether there was anything to keep.
  @discardableResult
  public func flush() throws(EngineError) -> Bool {
    try requireHealthy()
    restoration.recordHeld()
    let hasRecords = !records.isEmpty
    if hasRecords {
      defer { delivery.refreshBookmarks() }
      try append(records)
      records.removeAll(keepingCapacity: true)
    }
    tellStartRecord()
    if !outside.effects.isEmpty { outside.performEffects() }
    providing.sendPosted()
    return hasRecords
  }

  func append(_ records: [JournalRecord]) throws(EngineError) {
    do {
      try storage.append(records)
    } catch {
      throw fail(error, keptUpTo: durableRevision)
    }
    durableRevision = revision
  }

  /// The storage has failed: nothing is accepted any more, and everybody is notified of the reason.
  /// - Parameter revision: what came later may be lost.
  public func fail(_ error: any Error, keptUpTo revision: Int) -> EngineError {
    let reason = String(describing: error)
    poison = reason
    durableRevision = revision
    let problem = Problem(ofStorage: "the daemon accepts nothing any more: \(reason)")
    storageProblems.append(problem)
    notices.append(Notice(problem, revision: revision))
    return .poisoned(reason)
  }

  func requireHealthy() throws(EngineError) {
    if let poison { throw .poisoned(poison) }
  }

  // MARK: Sessions

  /// Opens what a client owns: its unnamed results and its subscriptions.
  public func openSession(_ id: String) {
    precondition(sessions[id] == nil, "session \(id) is open already")
    sessions[id] = SessionState(id: id)
  }

  /// A session says who it is, which causes tell from then on.
  public func introduce(_ client: Cause.Client, in session: String) { sessions[session]?.client = client }

  /// Ends everything the session owns: subscriptions first, then its unnamed pipelines are cancelled.
  public func closeSession(_ id: String) {
    guard let session = sessions.removeValue(forKey: id) else { return }
    if !opening.isEmpty { opening = opening.filter { $0.value != id } }
    if !providing.isEmpty { leaveProviders(of: id) }
    delivery.detach(all: session.subscriptions.values)
    evaluations.cancel(of: id)
    for wait in session.waits { delivery.detach(wait) }
    transactions.perform(Cause(by: id)) { UndoLog.withoutNotes { session.closeResults() } }
    endNamespaces(of: id)
    pruneNamespaces()
  }

  func session(_ id: String) -> SessionState {
    guard let session = sessions[id] else { preconditionFailure("session \(id) is not open") }
    return session
  }

  // MARK: Notices

  /// What there is to tell people since the last call, in order.
  public func takeNotices() -> [Notice] {
    if !outside.givenUp.isEmpty { outside.givenUp = [:] }
    guard !notices.isEmpty else { return [] }
    defer { notices.removeAll(keepingCapacity: true) }
    for index in notices.indices {
      if let name = notices[index].unnamed?.givenName { notices[index].pipeline = name }
    }
    return notices
  }
}
