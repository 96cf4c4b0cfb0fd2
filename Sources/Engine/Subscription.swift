import Language

/// What a client asked to hear.
public struct SubscriptionOptions: Sendable {
  public enum Mode: String, Sendable {
    /// The newest value of each path; commits in between are folded and counted.
    case latest
    /// Every commit, one message each.
    case every
  }

  public enum Start: Sendable, Equatable {
    case now
    case revision(Int, epoch: String)
  }

  public var paths: [String]
  public var mode: Mode
  public var start: Start
  /// Whether the present values come first.
  public var wantsSnapshot: Bool
  public var wantsOld: Bool
  public var wantsCause: Bool

  public init(
    paths: [String], mode: Mode = .latest, start: Start = .now, wantsSnapshot: Bool = true, wantsOld: Bool = false,
    wantsCause: Bool = false
  ) {
    self.paths = paths
    self.mode = mode
    self.start = start
    self.wantsSnapshot = wantsSnapshot
    self.wantsOld = wantsOld
    self.wantsCause = wantsCause
  }
}

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
  /// Mode `latest`: what changed since the last message, in order of first change, and how many commits that folds.
  var dirty: [Property] = []
  var dirtyMarks: Set<ObjectIdentifier> = []
  var foldedCommits = 0
  /// In the engine's list of subscriptions that have something to say.
  var isQueued = false
  /// Commits read back from storage while it replays.
  var fetched: ArraySlice<Commit> = []

  init(name: String, session: String, options: SubscriptionOptions, filter: PathFilter, phase: Phase, cursor: Int) {
    self.name = name
    self.session = session
    self.options = options
    self.filter = filter
    self.phase = phase
    self.cursor = cursor
  }

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

  /// All that was pending has been told.
  func settle() {
    firstPending = nil
    newestPending = nil
    dirty.removeAll(keepingCapacity: true)
    if !dirtyMarks.isEmpty { dirtyMarks.removeAll(keepingCapacity: true) }
    foldedCommits = 0
  }
}

/// One message of a subscription, before it has bytes.
public enum SubscriptionEvent {
  case gap(from: Int, to: Int, reason: GapReason)
  case snapshot(entries: [Property], revision: Int)
  case ready(revision: Int, count: Int)
  case change(ChangeEvent)
  case end(reason: EndReason, revision: Int)

  public enum GapReason: String, Sendable {
    /// History that far back is no longer kept.
    case retention
    /// The history is another one.
    case epoch
  }

  public enum EndReason: String, Sendable {
    case closed, shutdown, slow
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
  /// With `merged > 1`: the properties whose present values are told.
  public let properties: [Property]
}
