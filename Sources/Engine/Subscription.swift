public import Language

/// A cursor over the shared log, never a queue of its own: a reader that has stopped costs the same as one that reads.
///
///     opened ──▶ gap? ──▶ snapshot… or replay… ──▶ ready ──▶ live ──▶ ended
///
/// The engine marks it ready to be pulled; whoever delivers pulls events with `Engine.nextEvent` while there is room.
public final class Subscription {
  public let name: String
  public let session: String
  public let options: SubscriptionOptions
  let filter: PathFilter
  /// For whoever delivers: the number of the last message sent.
  public var sent = 0
  /// For whoever delivers: where this subscription's events go.
  public var attachment: AnyObject?

  enum Phase {
    case gap(from: Int, to: Int, reason: SubscriptionEvent.GapReason)
    /// It ends without its client's wish.
    case ending(SubscriptionEvent.EndReason, resume: Int?)
    /// The present values come next; until they are read nothing needs to be marked, for they will be the newest.
    case snapshotDue
    case snapshot(remaining: ArraySlice<Property>, revision: Int)
    /// Reading history up to the revision at which it was opened.
    case replay(until: Int)
    case ready
    case live
    case ended
  }

  var phase: Phase
  /// Everything up to this revision has been delivered or did not concern it.
  var cursor: Int
  /// How many entries its snapshot had.
  var snapshotCount = 0
  /// The properties it listens to.
  var members: [ObjectIdentifier: Property] = [:]
  /// The first and the newest commit after `cursor` that concern it.
  var firstPending: Int?
  var newestPending: Commit?
  /// How many commits wait.
  var pendingCount = 0
  /// Modes that fold: what changed since the last message, in order of first change, and how many commits that folds.
  var dirty: [Property] = []
  var dirtyMarks: Set<ObjectIdentifier> = []
  var foldedCommits = 0
  /// The same, with `old` or a condition: what is told of a property is then not its present value alone.
  var folds: [ObjectIdentifier: Fold] = [:]
  /// In the engine's list of subscriptions that have something to say.
  var isQueued = false
  /// Commits read back from storage while it replays.
  var fetched: ArraySlice<Commit> = []

  /// Events that come before the next change.
  var urgent: [SubscriptionEvent] = []
  var pause: SubscriptionEvent.PauseReason?
  /// How many changes may be told; `nil` is all.
  var credit: Int?
  /// No change before these times.
  var nextAllowed = 0
  var settledAt = 0
  /// What rates hold back is told regardless up to this commit, or of a publisher up to this value.
  var releasedThrough = 0
  /// A timer will look whether a change may be told.
  var isArmed = false
  var isLagging = false
  /// Present values have been asked for again: all, or those of these properties.
  var resync: [Property] = []
  /// A sign of life is due.
  var progressIsDue = false
  var progressTimer: TimerQueue.Timer?
  /// Everything up to here has been told to the client.
  public internal(set) var told = 0
  /// Overflow policy `dropNewest`: what has been dropped and not been told of yet.
  var dropped: (from: Int, to: Int, count: Int)?
  /// How many changes its overflow policy has dropped.
  public internal(set) var lost = 0
  var predicate: Predicate?
  /// Mode `every` with a condition over a store: the store's values at the cursor, by path.
  var stateAtCursor: [String: PortableValue]?
  /// The same: commits that have passed and not been told yet.
  var accepted: [Int] = []
  /// What a condition over a store said of the last commit.
  var verdict: (revision: Int, holds: Bool)?
  /// Called instead of telling anything, with the first change that passes, or with what went wrong in its condition.
  var onVerdict: ((Result<(commit: Commit, position: Int), EngineError>) -> Void)?
  /// The same: looks again at what is there, as when it began.
  var look: (() -> Void)?
  /// What it listens to, if not to properties.
  var stream: StreamSource?

  init(name: String, session: String, options: SubscriptionOptions, filter: PathFilter, phase: Phase, cursor: Int) {
    self.name = name
    self.session = session
    self.options = options
    self.filter = filter
    self.phase = phase
    self.cursor = cursor
    credit = options.credit
  }

  /// How it is, in a word.
  public var state: String {
    if pause != nil { return "paused" }
    if case .live = phase { return "live" }
    return "starting"
  }
  /// Changes that wait.
  public var queuedCount: Int { stream?.waiting.count ?? pendingCount }
  public var remainingCredit: Int? { credit }
  /// Whether it may have something to say that it is kept from saying.
  public var isHeld: Bool { (pause != nil || credit == 0) && queuedCount > 0 }

  func listens(to property: Property) -> Bool { members[ObjectIdentifier(property)] != nil }

  func attach(_ property: Property) {
    guard members.updateValue(property, forKey: ObjectIdentifier(property)) == nil else { return }
    property.watchers.append(self)
  }

  /// Another property has taken this one's path. What is still to be told of it stays: it was its value.
  func forget(_ property: Property) {
    members[ObjectIdentifier(property)] = nil
  }

  /// Adds to what mode `latest` has to tell. Most subscriptions have a handful of paths, where looking beats hashing.
  func addDirty(_ property: Property) {
    if dirty.count < 8 {
      if dirty.contains(where: { $0 === property }) { return }
    } else {
      if dirtyMarks.isEmpty { dirtyMarks = Set(dirty.map { ObjectIdentifier($0) }) }
      if !dirtyMarks.insert(ObjectIdentifier(property)).inserted { return }
    }
    dirty.append(property)
  }

  /// Keeps what mode `latest` tells of a property beside its present value: two values for each path at most.
  func noteFold(_ property: Property, _ change: CommitRecord.Change, _ revision: Int) {
    guard options.wantsOld || predicate != nil else { return }
    let known = folds[ObjectIdentifier(property)]
    folds[ObjectIdentifier(property)] = Fold(
      old: known.map(\.old) ?? change.old, newest: predicate == nil ? nil : (change, revision))
  }

  /// All that was pending has been told.
  func settle() {
    firstPending = nil
    newestPending = nil
    dirty.removeAll(keepingCapacity: true)
    if !dirtyMarks.isEmpty { dirtyMarks.removeAll(keepingCapacity: true) }
    if !folds.isEmpty { folds.removeAll() }
    foldedCommits = 0
    pendingCount = 0
  }
}

/// One message of a subscription, before it has bytes.
public enum SubscriptionEvent {
  case gap(from: Int, to: Int, reason: GapReason, lost: Int? = nil)
  case snapshot(entries: [Property], revision: Int)
  case ready(revision: Int, count: Int)
  case change(ChangeEvent)
  /// A value of the publisher it listens to.
  case value(StreamValue)
  case progress(revision: Int)
  case lag(Lag)
  case paused(PauseReason)
  case resumed
  /// The publisher has finished.
  case complete
  case failed(EngineError)
  /// - Parameter revision: where to resume from.
  case end(reason: EndReason, revision: Int?)

  public enum GapReason: String, Sendable {
    /// History that far back is no longer kept.
    case retention
    /// The history is another one.
    case epoch
    /// More came than the reader took.
    case overflow
    /// Its condition failed while running.
    case filterError
  }

  public enum PauseReason: String, Sendable { case slow, client }

  public struct Lag: Sendable {
    public let behind: Int
    public let nanoseconds: Int
    public let queued: Int
    public let limit: Int
  }

  public enum EndReason: String, Sendable {
    case closed, shutdown, slow, error, removed
  }
}

/// What one or several commits changed, as one subscription sees it.
public struct ChangeEvent {
  /// The newest commit it tells of.
  public let commit: Commit
  /// How many commits are folded into it; 1 when none was.
  public let merged: Int
  /// Positions in `commit.record.changes`, or `nil` when every visible change belongs to it: then its bytes can be shared.
  public let selected: [Int]?
  /// With `merged > 1`: what is told of each path.
  public var folded: [FoldedChange] = []
}

/// What became of a path over several commits.
public struct FoldedChange {
  public let path: String
  /// The commit that its value comes from.
  public let revision: Int
  public let version: Int
  /// `nil` where the path is gone.
  public let value: PortableValue?
  /// What it held before the first of the commits.
  public let old: PortableValue?

  init(_ property: Property, old: PortableValue?) {
    path = property.path
    revision = property.revision
    version = property.isRemoved ? property.version + 1 : property.version
    value = property.isRemoved ? nil : property.told
    self.old = property.isSecret ? old.map { _ in .secret } : old
  }

  init(_ change: CommitRecord.Change, revision: Int, old: PortableValue?) {
    path = change.path
    self.revision = revision
    version = change.version
    value = change.value
    self.old = old
  }
}

/// Of one property, while commits are folded.
struct Fold {
  /// What the first of the commits replaced.
  let old: PortableValue?
  /// The last change that passed the condition: what came after it is not told.
  let newest: (change: CommitRecord.Change, revision: Int)?

  func told(of property: Property) -> FoldedChange {
    guard let newest else { return FoldedChange(property, old: old) }
    guard property.isSecret else { return FoldedChange(newest.change, revision: newest.revision, old: old) }
    var change = newest.change
    (change.value, change.old) = (change.value.map { _ in .secret }, change.old.map { _ in .secret })
    return FoldedChange(change, revision: newest.revision, old: old.map { _ in .secret })
  }
}
