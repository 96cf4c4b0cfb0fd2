/// A cursor over the shared log, never a queue of its own: a reader that has stopped costs the same as one that reads.
///
///     opened ──▶ gap? ──▶ snapshot… or replay… ──▶ ready ──▶ live ──▶ ended
///
/// `Delivery` moves it. What it has to say is taken with `Delivery.next(of:)` while there is room for it.
public final class Subscription {
  public let name: String
  public let session: String
  public let options: SubscriptionOptions
  let filter: PathFilter
  /// It is a reader without rates, demand or a condition: whatever waits may be delivered as it is.
  let isUnrestricted: Bool
  /// And it takes commit by commit, with a policy that drops nothing when a commit is made: its commits may be taken as runs.
  let isPlain: Bool
  /// What it listens to, if not to properties.
  let stream: StreamSource?

  enum Phase {
    case gap(from: Int, to: Int, reason: SubscriptionEvent.GapReason)
    /// It ends without its client's wish.
    case ending(SubscriptionEvent.EndReason, resume: Int?)
    /// The present values come next; until they are read nothing needs to be marked, for they will be the newest.
    case snapshotDue
    /// `Snapshot.rest` comes next.
    case snapshot(revision: Int)
    /// Looking back through history for where it begins: `Subscription.backwards`.
    case backwards
    /// Reading history up to the revision at which it was opened.
    case replay(until: Int)
    case ready
    case live
    case ended
  }

  var phase: Phase
  /// It has ended, or will once its client knows.
  var isEnding: Bool {
    switch phase {
    case .ending, .ended: true
    default: false
    }
  }
  /// Nothing of it is told any more.
  var hasEnded: Bool { if case .ended = phase { true } else { false } }
  /// Everything up to this revision has been delivered or did not concern it, or is among what is found or passed over.
  var cursor: Int
  /// The same without what is looked through in parts, and not told yet.
  var place: Int { overflow.skipped?.from ?? found?.place ?? cursor }
  /// Everything up to here is known to the client.
  public internal(set) var delivered = 0
  /// The properties it listens to.
  var properties = PropertySet()
  /// The commits after `cursor` that concern it.
  var pending = Pending()
  /// Modes that conflate: what these commits come to.
  var conflation = Conflation()
  /// What its overflow policy has dropped.
  var overflow = Overflow()
  /// What holds its changes back.
  var gate: Gate
  var condition: SubscriptionCondition?
  /// Whether it has nothing to say while a program runs: code of that program is asked what of it is delivered, or what it would
  /// say belongs to the transaction that is open, which may yet be undone.
  public var waitsForProgram: Bool { condition != nil || stream?.isInDoubt == true }
  var snapshot = Snapshot()
  /// Asked for what happened since a time: history begins only here, and that is said first.
  var lostBefore: Int?
  /// What it looks for while its phase is `backwards`.
  var backwards: Backwards?
  /// What it has missed, while there is more of it to be looked through.
  var found: MissedChanges?
  /// It has not got to its next event, although there may be one: it goes on in the next turn.
  public internal(set) var isSearching = false
  /// Whether its commits are those of before it was opened.
  var isReadingHistory: Bool {
    switch phase {
    case .backwards, .replay: true
    default: false
    }
  }
  /// Whether it has got to what is new.
  public var isLive: Bool {
    if case .live = phase { return true }
    return false
  }
  /// Commits read back from storage while it replays.
  var fetched: ArraySlice<Commit> = []
  /// Events that come before the next change.
  var urgent: [SubscriptionEvent] = []
  /// Whether it has been notified that it lags behind.
  var isLagging = false
  var progress = Progress()

  /// Who takes its events.
  private var subscriber: (any Subscriber)?
  /// The subscriber knows that there is something to take, and has not yet found that there is nothing more.
  private var isReady = false

  init(
    name: String, session: String, options: SubscriptionOptions, filter: PathFilter, phase: Phase, cursor: Int,
    stream: StreamSource? = nil
  ) {
    self.name = name
    self.session = session
    self.options = options
    self.filter = filter
    self.phase = phase
    self.cursor = cursor
    self.stream = stream
    gate = Gate(credit: options.credit)
    isUnrestricted =
      stream == nil && options.condition == nil && options.credit == nil && options.interval == nil
      && options.settle == nil
    isPlain = isUnrestricted && !options.mode.conflates && [.spill, .conflate, .dropOldest].contains(options.overflow)
  }

  /// How it is, in a word.
  public var state: String {
    if gate.pause != nil { return "paused" }
    if case .live = phase { return "live" }
    return "starting"
  }
  /// Changes that wait.
  public var queuedCount: Int { stream?.waiting.count ?? pending.count }
  /// Of a live one, the events that wait and that nothing holds back, and the commits among which they are.
  public var backlog: (events: Int, commits: Int) {
    guard isLive, gate.pause == nil, gate.credit != 0, options.interval == nil, options.settle == nil else {
      return (0, 0)
    }
    return (min(queuedCount, gate.credit ?? .max), pending.span)
  }
  /// How many changes its overflow policy has dropped.
  public var lost: Int { overflow.lost }
  public var remainingCredit: Int? { gate.credit }
  /// Whether it may have something to say that it is kept from saying.
  public var isHeld: Bool { (gate.pause != nil || gate.credit == 0) && queuedCount > 0 }

  // MARK: Its subscriber

  /// Has its events taken by `subscriber`, which is notified at once if there are any.
  public func deliver(to subscriber: any Subscriber) {
    self.subscriber = subscriber
    if isReady { subscriber.eventsAreReady() }
  }

  /// There may be something to take.
  func makeReady() {
    guard !isReady else { return }
    isReady = true
    subscriber?.eventsAreReady()
  }

  /// Everything there was has been taken.
  func noteEmpty() { isReady = false }

  /// Nobody takes anything from it any more.
  func letGo() { subscriber = nil }

  /// A change of a commit concerns it. The short way of `Delivery.publish`, for the subscriptions that most are.
  /// - Returns: false if it has to be marked the long way.
  @inline(__always)
  func notePlainly(_ revision: Int, of changeCount: Int) -> Bool {
    guard isPlain else { return false }
    switch phase {
    case .gap, .snapshotDue, .ending, .ended: break
    case .snapshot, .backwards, .replay, .ready, .live:
      pending.note(revision, of: changeCount)
      if !isReady { makeReady() }
    }
    return true
  }

  // MARK: What it listens to

  func attach(_ property: Property) {
    if properties.insert(property) { property.subscriptions.append(self) }
  }

  /// All that waited has been delivered.
  func settle() {
    pending.removeAll()
    conflation.removeAll()
  }
}

/// Takes the events of a subscription, with `Delivery.next(of:)`.
public protocol Subscriber: AnyObject {
  /// There may be events to take, from the end of the turn on. Not called again until `Delivery.next(of:)` has returned
  /// nil.
  func eventsAreReady()
}

/// What holds the changes of one subscription back.
struct Gate {
  var pause: SubscriptionEvent.PauseReason?
  /// How many changes may be delivered; nil is all.
  var credit: Int?
  /// No change before these times: the next one of a rate, and the end of a quiet time.
  var nextAllowed = 0
  var settledAt = 0
  /// What rates hold back is delivered regardless up to this commit, or of a publisher up to this value.
  var releasedThrough = 0
  /// A timer will look whether a change may be delivered.
  var isArmed = false

  init(credit: Int?) { self.credit = credit }
}

/// What an overflow policy has dropped.
struct Overflow {
  /// Policy `dropNewest`: commits that have been dropped, of which the client does not know yet.
  var dropped: (from: Int, to: Int, count: Int)?
  /// Policy `dropOldest`: commits that are being passed over, of which the client does not know yet, and where it was before.
  var skipped: (from: Int, count: Int)?
  /// How many changes were dropped so far.
  var lost = 0
  /// Whether there is nothing that the client does not know of.
  var isEmpty: Bool { dropped == nil && skipped == nil }
}

/// Present values on their way to one subscription.
struct Snapshot {
  /// Those that the opening snapshot has still to give.
  var rest: ArraySlice<Property> = []
  /// How many it had.
  var count = 0
  /// Those that were asked for again.
  var resync: [Property] = []
}

/// Signs of life of one subscription.
struct Progress {
  var isDue = false
  var timer: TimerQueue.Timer?
}

/// The properties that a subscription or a wait listens to. Most listen to a handful, where looking beats hashing.
struct PropertySet {
  private var few: [Property] = []
  /// All of them, when they are many.
  private var many: [ObjectIdentifier: Property] = [:]

  var all: [Property] { many.isEmpty ? few : Array(many.values) }

  func contains(_ property: Property) -> Bool {
    if many.isEmpty { return few.contains { $0 === property } }
    return many[ObjectIdentifier(property)] != nil
  }

  /// - Returns: whether it was not among them.
  mutating func insert(_ property: Property) -> Bool {
    guard !contains(property) else { return false }
    if many.isEmpty, few.count < 8 {
      few.append(property)
      return true
    }
    if many.isEmpty {
      many = Dictionary(few.map { (ObjectIdentifier($0), $0) }, uniquingKeysWith: { $1 })
      few = []
    }
    many[ObjectIdentifier(property)] = property
    return true
  }

  mutating func remove(_ property: Property) {
    if many.isEmpty { few.removeAll { $0 === property } } else { many[ObjectIdentifier(property)] = nil }
  }

  mutating func removeAll() {
    few = []
    many = [:]
  }
}
