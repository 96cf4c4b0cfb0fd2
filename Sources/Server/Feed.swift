// One open subscription as the server sees it, and the queue in which a connection's subscriptions take turns.

internal import Engine
internal import Wire

/// A subscription and where its events go.
final class Feed: Subscriber {
  let subscription: Subscription
  /// It lets go of its feeds when it is closed.
  let connection: Connection
  /// The bytes with which each of its events begins.
  let prefix: EventPrefix
  let shape: EventShape
  /// The number of its last event.
  var sent = 0
  /// Whether events of it may still follow.
  var isOpen = true
  /// Whether the reply to its opening is written: no event of it comes before that.
  var isAnnounced = false

  init(_ subscription: Subscription, form: ValueForm, on connection: Connection) {
    self.subscription = subscription
    self.connection = connection
    prefix = EventPrefix(subscription: subscription.name)
    shape = EventShape(
      old: subscription.options.wantsOld, cause: subscription.options.wantsCause,
      form: subscription.options.mode == .signal ? .none : form)
  }

  /// With patches: which values of these paths the client has, by the commits they come from and their versions.
  var known: [String: (rev: Int, version: Int)] = [:]

  func learn(_ entries: [Property]) {
    guard shape.form == .patch else { return }
    for property in entries { known[property.path] = (property.revision, property.version) }
  }

  func eventsAreReady() { connection.enqueue(self) }

  var isEvery: Bool { subscription.options.mode == .every }
}

/// Feeds that have events, each once, in the order in which they get their turn. A feed of which one
/// event was delivered goes to the end: no subscription of a connection holds up another.
struct FeedQueue {
  private var feeds: [Feed] = []
  private var head = 0

  var isEmpty: Bool { head == feeds.count }

  /// Nobody has to wait for whose turn it is.
  var isOfOne: Bool { feeds.count - head == 1 }

  /// Whose turn it is.
  var first: Feed? { head < feeds.count ? feeds[head] : nil }

  mutating func append(_ feed: Feed) { feeds.append(feed) }

  /// The first has no more events.
  mutating func removeFirst() {
    head += 1
    if head == feeds.count {
      feeds.removeAll(keepingCapacity: true)
      head = 0
    } else if head >= 64, head * 2 > feeds.count {
      feeds.removeFirst(head)
      head = 0
    }
  }

  /// One event of the first was delivered; now it is the next one's turn.
  mutating func rotate() {
    guard feeds.count - head > 1 else { return }
    feeds.append(feeds[head])
    removeFirst()
  }

  func contains(where condition: (Feed) -> Bool) -> Bool { feeds[head...].contains(where: condition) }

  /// Takes out the feeds that `condition` holds for, in order. O(n).
  mutating func take(where condition: (Feed) -> Bool) -> [Feed] {
    let taken = feeds[head...].filter(condition)
    if !taken.isEmpty { feeds = feeds[head...].filter { !condition($0) }; head = 0 }
    return taken
  }
}
