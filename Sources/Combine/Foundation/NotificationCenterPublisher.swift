// A notification centre as a publisher, in subscription order.
//
// Linux's centre keeps its observers in a dictionary, so it calls them in any order. Hence there is one observer per
// centre and name, added with the first subscriber and removed with the last, and a hub behind it.

public import Foundation

extension NotificationCenter {
  /// A publisher of the notifications called `name`, of `object` if one is given.
  public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> NotificationCenter.Publisher {
    Publisher(center: self, name: name, object: object)
  }

  /// Delivers notifications while they are posted, to subscribers in the order in which they subscribed.
  ///
  /// A notification without demand is lost. Never completes. Subscribers of one name are called one at a time: a post
  /// that meets another thread's delivery is handed to that thread and returns.
  public struct Publisher: Combine.Publisher {
    public typealias Output = Notification
    public typealias Failure = Never

    /// Where the notifications are posted.
    public let center: NotificationCenter

    /// What they are called.
    public let name: Notification.Name

    /// Who has to have posted them; nil for anybody.
    public let object: AnyObject?

    /// The notifications called `name` that are posted to `center`.
    public init(center: NotificationCenter, name: Notification.Name, object: AnyObject? = nil) {
      self.center = center
      self.name = name
      self.object = object
    }

    /// Attaches `subscriber`, and observes at once. A request for `.none` does nothing.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Notification, S.Failure == Never {
      let hub = NotificationHub.subscribe(to: center, name: name)
      let receiver = NotificationReceiver(subscriber, object, center, hub)
      hub.attach(
        HubMember(boxed(receiver), HubSubscription(hub, subject: hub, name: "Notification", ignoresNone: true)))
    }
  }
}

extension NotificationCenter.Publisher: Equatable {
  /// Whether the same notifications of the same centre are meant.
  public static func == (lhs: NotificationCenter.Publisher, rhs: NotificationCenter.Publisher) -> Bool {
    lhs.center === rhs.center && lhs.name == rhs.name && lhs.object === rhs.object
  }
}

/// The subscribers of one name at one centre.
private final class NotificationHub: Hub<Notification, Never> {
  struct Key: Hashable {
    let center: ObjectIdentifier
    let name: Notification.Name
  }

  struct Entry {
    let hub: NotificationHub
    let center: NotificationCenter
    let observer: any NSObjectProtocol
    var subscribers: Int
  }

  /// The hubs that have subscribers. A centre is alive as long as it is in here.
  static let hubs = Protected<[Key: Entry]>([:])

  let key: Key

  init(_ key: Key) {
    self.key = key
    super.init()
  }

  /// The hub for `name`, with one subscriber more.
  static func subscribe(to center: NotificationCenter, name: Notification.Name) -> NotificationHub {
    let key = Key(center: ObjectIdentifier(center), name: name)
    if let hub = retain(key) { return hub }
    let made = NotificationHub(key)
    let observer = made.observe(center)
    let winner: NotificationHub? = hubs.withLock { hubs in
      if let hub = hubs[key]?.hub {
        hubs[key]?.subscribers += 1
        return hub
      }
      hubs[key] = Entry(hub: made, center: center, observer: observer, subscribers: 1)
      return nil
    }
    guard let winner else { return made }
    center.removeObserver(observer)
    return winner
  }

  private static func retain(_ key: Key) -> NotificationHub? {
    hubs.withLock { hubs in
      hubs[key]?.subscribers += 1
      return hubs[key]?.hub
    }
  }

  /// One subscriber less; without any, the observer goes.
  func release() {
    let gone: Entry? = Self.hubs.withLock { hubs in
      guard var entry = hubs[key] else { return nil }
      entry.subscribers -= 1
      if entry.subscribers == 0 { return hubs.removeValue(forKey: key) }
      hubs[key] = entry
      return nil
    }
    if let gone { gone.center.removeObserver(gone.observer) }
  }

  private func observe(_ center: NotificationCenter) -> any NSObjectProtocol {
    // Posts come from any thread; the hub makes deliveries serial.
    nonisolated(unsafe) weak let hub = self
    return center.addObserver(forName: key.name, object: nil, queue: nil) { notification in
      guard let hub else { return }
      nonisolated(unsafe) let notification = notification
      hub.perform { hub.deliver(notification) }
    }
  }
}

/// Passes the notifications of one object on.
private struct NotificationReceiver<Downstream: Subscriber>: Subscriber
where Downstream.Input == Notification, Downstream.Failure == Never {
  let downstream: Downstream
  let object: AnyObject?
  let center: NotificationCenter
  let hub: NotificationHub
  let combineIdentifier = CombineIdentifier()

  init(_ downstream: Downstream, _ object: AnyObject?, _ center: NotificationCenter, _ hub: NotificationHub) {
    self.downstream = downstream
    self.object = object
    self.center = center
    self.hub = hub
  }

  func receive(subscription: any Subscription) {
    downstream.receive(subscription: NotificationSubscription(subscription, hub))
  }

  func receive(_ notification: Notification) -> Subscribers.Demand {
    if let object, notification.object.map({ $0 as AnyObject }) !== object { return .max(1) }
    return downstream.receive(notification)
  }

  func receive(completion: Subscribers.Completion<Never>) {}
}

/// A hub's subscription that also counts the hub's subscribers.
private final class NotificationSubscription: Subscription, CustomStringConvertible {
  private let link: Protected<(subscription: any Subscription, hub: NotificationHub)?>

  init(_ subscription: any Subscription, _ hub: NotificationHub) {
    link = Protected((subscription, hub))
  }

  func request(_ demand: Subscribers.Demand) {
    link.withLock { $0?.subscription }?.request(demand)
  }

  func cancel() {
    guard let (subscription, hub) = link.exchange(nil) else { return }
    subscription.cancel()
    hub.release()
  }

  var description: String { "NotificationCenter Observer" }
}

extension NotificationSubscription: CustomReflectable, CustomPlaygroundDisplayConvertible {
  var customMirror: Mirror { Mirror(self, children: []) }
  var playgroundDescription: Any { description }
}
