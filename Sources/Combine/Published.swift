// @Published: a stored property that announces its changes before they happen.

public import Synchronization

/// A property that publishes its changes. Properties of classes only.
///
/// On a write: first the object's `objectWillChange` sends, then subscribers of `$property` get the new value, then the
/// value is stored; reading the property inside a subscriber gives the old value. A new subscriber gets the present
/// value with its first request; one that missed values for lack of demand gets the latest with its next. The publisher
/// never completes. Subscribers are called in subscription order, one delivery at a time. A write from inside a
/// subscriber is announced at once, and is then overwritten by the outer write, as in any `willSet`.
///
/// Reading and writing is safe on any thread. A write that meets another thread's announcement is stored at once and
/// announced when that one is over.
@propertyWrapper
public struct Published<Value> {
  @usableFromInline let life: PublishedLife<Value>

  /// A property with a first value.
  @inlinable
  public init(initialValue: Value) {
    life = PublishedLife(PublishedCore(initialValue))
  }

  /// A property with a first value.
  @inlinable
  public init(wrappedValue: Value) {
    self.init(initialValue: wrappedValue)
  }

  /// Not used: in a class the static subscript is, and elsewhere there is no object to announce.
  @available(*, unavailable, message: "@Published is only available on properties of classes")
  public var wrappedValue: Value {
    get { fatalError("@Published is only available on properties of classes") }
    set { fatalError("@Published is only available on properties of classes") }
  }

  /// The property's value, seen through its object.
  @inlinable
  public static subscript<EnclosingSelf: AnyObject>(
    _enclosingInstance object: EnclosingSelf,
    wrapped wrappedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Value>,
    storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Published<Value>>
  ) -> Value {
    get { object[keyPath: storageKeyPath].life.core.value }
    set { object[keyPath: storageKeyPath].life.core.set(newValue) }
  }

  /// The publisher of the property's values. It can be passed to `assign(to:)`; assigning another one has no effect.
  public var projectedValue: Publisher {
    get { Publisher(life) }
    set {}
  }

  /// The publisher of a @Published property. Any positive demand is accepted; `.none` traps. Never completes.
  public struct Publisher: Combine.Publisher {
    public typealias Output = Value
    public typealias Failure = Never

    @usableFromInline let core: PublishedCore<Value>
    @usableFromInline weak var life: PublishedLife<Value>?

    @inlinable
    init(_ life: PublishedLife<Value>) {
      core = life.core
      self.life = life
    }

    /// Attaches `subscriber`.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
      core.attach(HubMember(boxed(subscriber), HubSubscription(core, subject: core, name: "PublishedSubject")))
    }
  }
}

extension Published: WillChangeAnnouncing {
  func announce(through publisher: ObservableObjectPublisher) {
    life.core.announce(through: publisher)
  }
}

/// For a run-time that keeps its own objects: a property without an enclosing class.
@_spi(Runtime)
extension Published {
  /// The stored value.
  public var current: Value { life.core.value }

  /// Writes in willSet order: objectWillChange, subscribers, store.
  public func set(_ value: Value) { life.core.set(value) }

  /// Stores without announcing: subscribers do not hear of it, new ones get it.
  public func store(_ value: Value) { life.core.store(value) }

  /// Stores again what was there before: nobody who has had it has missed anything.
  public func takeBack(_ value: Value) { life.core.takeBack(value) }
}

/// The value of a @Published property and its subscribers.
@usableFromInline
final class PublishedCore<Value>: ValueHub<Value, Never> {
  /// Whether there are watchers, without locking.
  @usableFromInline let isWatched = Atomic<Bool>(false)
  /// What announces before each write.
  @usableFromInline let watchers = Protected<[ObservableObjectPublisher]>([])

  @inlinable
  override init(_ value: Value) {
    super.init(value)
  }

  @inlinable
  func set(_ value: Value) {
    if isWatched.load(ordering: .acquiring) {
      for watcher in watchers.withLock({ $0 }) { watcher.send() }
    }
    announce(value)
  }

  @usableFromInline
  func announce(through publisher: ObservableObjectPublisher) {
    watchers.withLock { watchers in
      if !watchers.contains(where: { $0 === publisher }) { watchers.append(publisher) }
    }
    isWatched.store(true, ordering: .releasing)
  }
}

/// Lives exactly as long as the property does (its publisher and subscribers may live longer): what `assign(to: &$x)`
/// is bound to.
@usableFromInline
final class PublishedLife<Value> {
  @usableFromInline let core: PublishedCore<Value>
  /// The pipelines that write into the property.
  let inflow = Protected<[ObjectIdentifier: AnyCancellable]>([:])

  @inlinable
  init(_ core: PublishedCore<Value>) {
    self.core = core
  }

  deinit {
    _ = inflow.exchange([:])
  }
}

extension Publisher where Failure == Never {
  /// Writes each value into a @Published property, for as long as the property's object lives. Asks for everything.
  ///
  /// Nothing has to be kept, and the object is not kept alive: when it goes, the subscription is cancelled. After a
  /// completion the property keeps its last value.
  public func assign(to published: inout Published<Output>.Publisher) {
    guard let life = published.life else { return }
    let subscriber = PublishedSubscriber(life)
    subscribe(subscriber)
  }
}

final class PublishedSubscriber<Value>: Subscriber, Cancellable {
  private struct Upstream {
    var subscription: (any Subscription)?
    var hasCome = false
  }

  private weak let life: PublishedLife<Value>?
  private let upstream = Protected(Upstream())

  init(_ life: PublishedLife<Value>) {
    self.life = life
  }

  func receive(subscription: any Subscription) {
    let isFirst = upstream.withLock { upstream in
      if upstream.hasCome { return false }
      upstream = Upstream(subscription: subscription, hasCome: true)
      return true
    }
    guard isFirst else {
      subscription.cancel()
      return
    }
    guard let life else {
      cancel()
      return
    }
    let cancellable = AnyCancellable(self)
    life.inflow.withLock { $0[ObjectIdentifier(self)] = cancellable }
    subscription.request(.unlimited)
  }

  func receive(_ input: Value) -> Subscribers.Demand {
    life?.core.set(input)
    return .none
  }

  func receive(completion: Subscribers.Completion<Never>) {
    // First, so that letting go of this does not cancel an upstream that has ended.
    guard takeUpstream() != nil, let life else { return }
    _ = life.inflow.withLock { $0.removeValue(forKey: ObjectIdentifier(self)) }
  }

  func cancel() {
    takeUpstream()?.cancel()
  }

  private func takeUpstream() -> (any Subscription)? {
    upstream.withLock { $0.subscription.take() }
  }
}

extension PublishedSubscriber: CustomStringConvertible, CustomReflectable {
  var description: String { "PublishedSubscriber" }
  var customMirror: Mirror { Mirror(self, children: []) }
}
