// Objects that announce their changes, and the announcement they get for nothing.

internal import Synchronization

/// A class whose changes can be observed. `objectWillChange` is synthesised: it announces before any `@Published`
/// property, own or inherited, changes.
public protocol ObservableObject: AnyObject {
  /// What announces.
  associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
  where ObjectWillChangePublisher.Failure == Never

  /// Announces before the object changes.
  var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
  /// The same publisher each time, for as long as the object lives. The first use looks the properties up by
  /// reflection; later ones find the publisher in a table.
  public var objectWillChange: ObservableObjectPublisher {
    WillChangePublishers.publisher(for: self)
  }
}

/// A publisher without values, which an object sends before it changes.
///
/// Any demand counts as unlimited. Subscribers are called in subscription order, one delivery at a time.
public final class ObservableObjectPublisher: Publisher {
  public typealias Output = Void
  public typealias Failure = Never

  @usableFromInline let hub = WillChangeHub()

  /// A publisher without subscribers.
  @inlinable
  public init() {}

  /// Attaches `subscriber`.
  @inlinable
  public final func receive<S: Subscriber>(subscriber: S) where S.Input == Void, S.Failure == Never {
    hub.attach(HubMember(boxed(subscriber), HubSubscription(hub, subject: self, name: "ObservableObjectPublisher")))
  }

  /// Announces a change to every subscriber that has asked.
  @inlinable
  public final func send() {
    if hub.isUnobserved { return }
    switch hub.turn.enter() {
    case .entered:
      hub.deliver(())
      hub.leave()
    case .nested:
      hub.deliver(())
    case .busy:
      hub.sendWhileBusy()
    }
  }
}

@usableFromInline
final class WillChangeHub: Hub<Void, Never> {
  @inlinable
  override init() {
    super.init()
  }

  @usableFromInline
  func sendWhileBusy() {
    if post(.value((), version: 0)) { leave() }
  }

  @usableFromInline
  override func asked(by subscription: HubSubscription) {
    subscription.demand.add(.unlimited, noting: subscription.note)
  }
}

/// A property wrapper that announces through its object's `objectWillChange`.
protocol WillChangeAnnouncing {
  func announce(through publisher: ObservableObjectPublisher)
}

/// Which object has which publisher. One table for the process, since objects have no room for it; entries are checked
/// against a weak reference, because an address can be used again, and swept when the table has doubled.
enum WillChangePublishers {
  struct Entry {
    weak var object: AnyObject?
    let publisher: ObservableObjectPublisher
  }

  struct Table {
    var entries: [ObjectIdentifier: Entry] = [:]
    var sweepAt = 64

    /// Drops the entries of dead objects. Returns the live ones that were met.
    mutating func sweepIfDue() -> [AnyObject] {
      guard entries.count >= sweepAt else { return [] }
      var alive: [AnyObject] = []
      for (key, entry) in entries {
        if let object = entry.object {
          alive.append(object)
        } else {
          entries[key] = nil
        }
      }
      sweepAt = max(64, entries.count * 2)
      return alive
    }
  }

  static let table = Mutex(Unchecked(Table()))

  static func publisher(for object: AnyObject) -> ObservableObjectPublisher {
    let key = ObjectIdentifier(object)
    let known = table.withLock { table in
      Unchecked(table.value.entries[key].flatMap { $0.object === object ? $0.publisher : nil })
    }
    if let publisher = known.value { return publisher }

    // Objects that are looked at under the lock are let go after it: the last reference may turn out to be ours.
    let (publisher, isNew, witnesses) = table.withLock { table in
      if let entry = table.value.entries[key], entry.object === object {
        return Unchecked((entry.publisher, false, [AnyObject]()))
      }
      let publisher = ObservableObjectPublisher()
      let witnesses = table.value.sweepIfDue()
      table.value.entries[key] = Entry(object: object, publisher: publisher)
      return Unchecked((publisher, true, witnesses))
    }.value
    if isNew { install(publisher, in: object) }
    withExtendedLifetime(witnesses) {}
    return publisher
  }

  /// Gives `publisher` to every @Published property of the object's class and its superclasses.
  private static func install(_ publisher: ObservableObjectPublisher, in object: AnyObject) {
    var mirror: Mirror? = Mirror(reflecting: object)
    while let current = mirror {
      for child in current.children {
        (child.value as? any WillChangeAnnouncing)?.announce(through: publisher)
      }
      mirror = current.superclassMirror
    }
  }
}
