// What has happened and nothing was expected of yet: what `:expect` takes from, and `:strict` looks through.
import ClientConnection
import Wire

/// Changes in the order in which they came. Knows nothing of the daemon: it is told what was asked and what came.
struct EventLedger {
  struct Event: Equatable {
    /// As it is typed in the namespace.
    var path: String
    /// `nil`: it is gone.
    var value: JSONValue?
    var old: JSONValue?
    var rev = 0
    var cause: ChangeCause?
    /// Whether the path came to be: that is no change.
    var isNew = false
    /// Whether a statement of this session wrote it that names it.
    var isOwnDoing = false
  }

  /// What a change is expected to be.
  struct Item: Equatable {
    var path: String
    /// `nil`: it is gone.
    var value: JSONValue?
  }

  enum Outcome: Equatable {
    case met
    case wrong(Event, instead: [Item])
    case missing([Item])
  }

  private(set) var events: [Event] = []
  /// The paths of which something has been heard.
  private(set) var seen: Set<String> = []
  /// Of how many changes nothing is known, since they came too fast: then nothing can be said to have not happened.
  var lost = 0
  /// Whether everything that happens comes here.
  var isOpen = false
  /// What strict tests look at, and where that is said; `nil` when this is none.
  var strict: (filter: PathFilter, place: Session.CommandPlace?)?
  /// The session that asks.
  var session = ""
  private var texts: [RequestID: String] = [:]
  private static let textsMax = 2_000

  static let subscription = "expect"

  /// Something was asked by a statement or command of this text.
  mutating func asked(_ id: RequestID, for text: String) {
    if texts.count >= Self.textsMax { texts = [:] }
    texts[id] = text
  }

  mutating func add(_ commit: SubscriptionEvent.Change, local: (String) -> String?) {
    let text = commit.cause.flatMap { $0.by == session ? $0.req.flatMap { texts[$0] } : nil }
    for change in commit.changes {
      guard let path = local(change.path) else { continue }
      seen.insert(path)
      // In this type, nil would be the JSON of that name.
      let value: JSONValue? = change.op == .remove ? .none : .some(change.value ?? .null)
      events.append(
        Event(
          path: path, value: value, old: change.old, rev: commit.rev,
          cause: commit.cause, isNew: change.old == nil && change.op != .remove,
          isOwnDoing: text.map { WrittenPath(path).isWritten(in: $0) } == true))
    }
  }

  /// The changes that a filter chooses and that this session has not made itself.
  func unexpected(_ filter: PathFilter) -> [Event] {
    events.filter { !$0.isNew && !$0.isOwnDoing && filter.matches($0.path) }
  }

  mutating func forget(_ filter: PathFilter) { events.removeAll { filter.matches($0.path) } }

  /// Compares the next changes of the paths that `items` name. What was looked at is taken out, unless some are missing.
  mutating func take(_ items: [Item], inOrder: Bool) -> Outcome {
    let paths = Set(items.map(\.path))
    var rest = events.indices.filter { paths.contains(events[$0].path) && !events[$0].isNew }
    var due = items
    var used: Set<Int> = []
    while let item = due.first, let first = rest.first {
      // What one commit changes happens at once. In any order, whatever comes next must be one of those that are due.
      let group = inOrder ? rest.prefix { events[$0].rev == events[first].rev } : [first]
      let pair =
        inOrder
        ? group.firstIndex { events[$0].is(item) }.map { (0, $0) }
        : due.firstIndex { events[first].is($0) }.map { ($0, 0) }
      guard let (dueIndex, restIndex) = pair else {
        let event = events[first]
        take(out: used.union([first]))
        return .wrong(event, instead: due)
      }
      used.insert(rest.remove(at: restIndex))
      due.remove(at: dueIndex)
    }
    guard due.isEmpty else { return .missing(due) }
    take(out: used)
    return .met
  }

  private mutating func take(out used: Set<Int>) {
    events = events.indices.filter { !used.contains($0) }.map { events[$0] }
  }
}

extension EventLedger.Event {
  fileprivate func `is`(_ item: EventLedger.Item) -> Bool {
    guard path == item.path else { return false }
    guard let value, let expected = item.value else { return value == nil && item.value == nil }
    return Self.isSame(value, expected)
  }

  /// `5` and `5.0` are one number, since a `Double` may come as either.
  private static func isSame(_ left: JSONValue, _ right: JSONValue) -> Bool {
    switch (left, right) {
    case (.int(let int), .double(let double)), (.double(let double), .int(let int)): Double(int) == double
    case (.array(let left), .array(let right)): left.count == right.count && zip(left, right).allSatisfy(isSame)
    case (.object(let left), .object(let right)):
      left.count == right.count
        && left.allSatisfy { member in right.contains { $0.name == member.name && isSame($0.value, member.value) } }
    default: left == right
    }
  }
}
