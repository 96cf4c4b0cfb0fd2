public import Language

/// A live object the daemon owns: the value of a name at top level or of a static variable, whose class is an
/// `ObservableObject`, or an object that such a store holds in a property.
public final class Store {
  /// How many names a store's path has at most.
  static let depthMax = 128

  /// `signup`, `Model.shared`, or `shelf.settings` for an object within a store.
  public let path: String
  let segments: [String]
  /// Among all stores, in the order of their paths' beginnings; of a store that is there.
  var place = 0
  let namespace: Namespace
  /// An empty one in its place where the object is to go before the store does.
  public private(set) var instance: Instance
  /// It is the value of a variable, not of another store's property.
  let isRoot: Bool
  /// What holds it is private, or what holds that: clients do not see it.
  let isHidden: Bool
  /// Where it is the wrapper of another store's property: this one, which has its value.
  let wrapped: Wrapped?
  /// Everything that has a plain form, in the order of declaration.
  public internal(set) var properties: [Property] = []
  /// By the instance's slot; `nil` where a slot holds nothing that can be kept or watched.
  var bySlot: [Property?] = []
  /// Properties that hold objects, by slot.
  var objects: [Int: PropertyInfo] = [:]
  /// Properties that hold subscriptions, timers or tasks, by slot.
  var work: [Int: PropertyInfo] = [:]
  /// Properties that hold bindings, by slot.
  var bindings: [Int: PropertyInfo] = [:]
  /// The stores of those that do now, by slot.
  var children: [Int: Store] = [:]
  /// Other places that hold, or once held, the same object.
  var holders: Set<Holder> = []

  /// A property of a store; a name at top level where there is no slot.
  struct Holder: Hashable, Comparable {
    let path: String
    let slot: Int?

    static func < (left: Self, right: Self) -> Bool { (left.path, left.slot ?? -1) < (right.path, right.slot ?? -1) }
  }

  /// A property of a program's own wrapper that tells of its changes, such as `@Get(\.users) var users`: it has the value of the
  /// wrapper's, by the path of its own.
  struct Wrapped {
    let info: PropertyInfo
    let segments: [String]
    let isVisible: Bool
    var path: String { segments.joined(separator: ".") }
  }

  init(
    path: String, segments: [String], in namespace: Namespace, instance: Instance, isRoot: Bool, isHidden: Bool,
    wrapped: Wrapped?
  ) {
    self.path = path
    self.segments = segments
    self.namespace = namespace
    self.instance = instance
    self.isRoot = isRoot
    self.isHidden = isHidden
    self.wrapped = wrapped
  }

  deinit {
    for property in properties { property.owner = nil }
  }

  /// The object may go: it is nobody's store any more, and what is known of this one is what was committed.
  func letGoOfInstance() { instance = instance.empty }

  public var className: String { instance.className }
  /// The path as the namespace's own source says it.
  var localPath: String { namespace.local(path) }
  /// Empty for the namespace without a name.
  public var namespaceName: String { namespace.name }
  var program: Program { namespace.program }

  /// What clients see of it, in the order of declaration: also what its wrappers have.
  public var visibleProperties: [Property] {
    let wrappers = children.filter { $0.value.wrapped != nil }
    if wrappers.isEmpty { return properties.filter(\.isVisible) }
    let wrapped = wrappers.compactMap { slot, wrapper in
      wrapper.wrapped?.info.slot.flatMap { wrapper.property(in: $0) }.map { (slot: slot, property: $0) }
    }
    let own = properties.map { (slot: $0.info.slot!, property: $0) }
    return (own + wrapped).sorted { $0.slot < $1.slot }.map(\.property).filter(\.isVisible)
  }

  func property(in slot: Int) -> Property? { slot < bySlot.count ? bySlot[slot] : nil }

  /// How many subscriptions listen to something of it.
  public var subscriptionCount: Int {
    let heard = visibleProperties.filter { !$0.subscriptions.isEmpty }
    guard heard.count > 1 else { return heard.first?.subscriptions.count ?? 0 }
    return Set(heard.flatMap { $0.subscriptions.map { ObjectIdentifier($0) } }).count
  }
}

/// One stored property of a store: its place in the tree of paths, its last value and when it came to be.
public final class Property {
  public let path: String
  let segments: [String]
  /// The store it is a part of, which takes itself out when it goes: commits and subscriptions remember properties for
  /// longer. Not a weak reference, whose side table would make every write slower.
  fileprivate(set) unowned var owner: Store?
  /// That of a property which is there.
  var store: Store {
    guard let owner else { preconditionFailure("the store of '\(path)' is gone") }
    return owner
  }
  public let info: PropertyInfo
  /// The value of the last commit, for the engine only; `redacted` is for everybody.
  var value: PortableValue
  let secrecy: Secrecy
  /// Whether clients are not given its value.
  public var isSecret: Bool { if case .whole = secrecy { true } else { false } }
  public internal(set) var revision: Int
  /// Nanoseconds since 1970.
  public internal(set) var at: Int
  /// How often it has changed.
  public internal(set) var version: Int

  /// Its store is gone, or no longer has it.
  public internal(set) var isRemoved = false

  /// Those that listen to it, in the order in which they began.
  var subscriptions: [Subscription] = []
  var waits: [Wait] = []
  /// The transaction that wrote it last, and the value it had before that transaction's first write.
  var writtenIn = 0
  /// Which of its program's writes that was.
  var writeBegun = 0
  var before: Value?
  /// In place of that value, what was done to a list since then, if nothing else was.
  var edits: [ElementEdit]?
  /// The pipelines that have written it, by number: the last ones of which this was seen.
  private(set) var writers: [Int] = []
  /// A method that subscribes anew at each call makes new ones without end.
  private static let writersMax = 32
  /// Where the elements of its list are, once somebody has asked for one by its identity.
  var identities: IdentityIndex?
  /// The value it will have when that transaction is committed.
  var draft: PortableValue?

  init(
    path: String, segments: [String], store: Store, info: PropertyInfo, isVisible: Bool, secrecy: Secrecy,
    value: PortableValue, revision: Int, at: Int, version: Int
  ) {
    self.path = path
    self.segments = segments
    owner = store
    self.isVisible = isVisible
    self.info = info
    self.secrecy = secrecy
    self.value = value
    self.revision = revision
    self.at = at
    self.version = version
  }

  func noteWriter(_ pipeline: Int) {
    guard !writers.contains(pipeline) else { return }
    if writers.count == Self.writersMax { writers.removeFirst() }
    writers.append(pipeline)
  }

  /// It has another value since that revision.
  /// - Returns: the value before.
  @discardableResult
  func note(_ value: PortableValue, revision: Int, at date: Int) -> PortableValue {
    if identities != nil { followIdentities(to: value) }
    var old = value
    swap(&self.value, &old)
    version += 1
    self.revision = revision
    at = date
    return old
  }

  /// From here on it was written as a whole.
  func forgetEdits(present: Value) {
    guard let edits else { return }
    before = present.undone(edits)
    self.edits = nil
  }

  /// As the storage has it.
  var kept: KeptValue { KeptValue(path: path, value: value, revision: revision, at: at, version: version) }
  /// The value as clients may know it.
  public var redacted: PortableValue { redacted(value) }

  /// One of its values as clients may know it.
  func redacted(_ value: PortableValue) -> PortableValue {
    switch secrecy {
    case .none: value
    case .parts(let secrets): secrets.masking(value, at: segments)
    case .whole: .secret
    }
  }
  /// Whether clients can see it: `private` holds over the wire too.
  public let isVisible: Bool
  /// What is private that hides it: itself, or the place of its store.
  var hiddenName: String { info.isPrivate ? info.name : segments[segments.count - 2] }
  /// Whether it announces its changes.
  public var isWatchable: Bool { info.isAnnounced && isVisible }
}
