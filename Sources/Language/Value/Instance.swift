internal import Combine

/// An object of a class the program declares.
///
/// Its lifetime is ARC's: the last reference to go runs the program's `deinit` and releases the stored properties.
public final class Instance: ProgramPart {
  let type: Nominal
  var slots: [Value]
  /// The arguments of a generic class, where they are known.
  var typeArguments: TypeArguments?
  /// What its `@Published` properties publish through, and its `objectWillChange`; made when first asked for.
  var publishers: PropertyPublishers?
  /// The engine's own, for finding its store in constant time.
  public var hostTag: AnyObject?
  /// Slots whose first value is being given by `init`, which observers do not hear of.
  var initializing: Set<Int> = []
  /// What pipelines have made of its properties before it became a store.
  var writtenByPipelines: [Int: WrittenByPipelines] = [:]
  /// What its `init` has begun; nil if it has begun nothing.
  var workOwner: WorkOwner?
  /// The name of the store it is, once it is bound to one.
  var storeName: String?
  /// The place of the property whose wrapper it is, as far as that was known when it was made.
  var wrappedPlace: String?
  /// What tells it apart from all others: its number among the objects of the program.
  let identity: Int

  /// An object whose properties have no values yet.
  init(_ type: Nominal, storeName: String?) {
    self.type = type
    slots = Array(repeating: .void, count: type.storedProperties.count)
    self.storeName = storeName
    identity = Instance.nextIdentity(type)
    super.init(of: type.home)
  }

  /// An object outside a running program.
  init(_ type: Nominal, slots: [Value]) {
    self.type = type
    self.slots = slots
    identity = Instance.nextIdentity(type)
    super.init(of: type.home)
  }

  private static func nextIdentity(_ type: Nominal) -> Int { type.home?.abstractMachine?.random.nextIdentity() ?? 0 }

  /// Takes over the storage of an instance that is going, for its `deinit` to run in.
  private init(dying: Instance, slots: [Value], isGhost: Bool) {
    type = dying.type
    self.slots = slots
    publishers = dying.publishers
    identity = dying.identity
    self.isGhost = isGhost
    super.init(of: type.home)
  }

  private init(inPlaceOf other: Instance) {
    (type, slots, identity, isGhost) = (other.type, [], other.identity, true)
    super.init(of: nil)
  }

  private var isGhost = false

  deinit {
    workOwner?.isGone = true
    if !isGhost, type.hasDeinitializer, isComplete, let machine = type.home?.abstractMachine, !machine.isOver {
      // The code of `deinit` may do anything with `self`, even keep it; what it gets is a stand-in with the same
      // properties, so that this object can go.
      // Where the stack is nearly full, it is one that dies later as this one would have.
      if StackGuard.postpone(Instance(dying: self, slots: slots, isGhost: false)) {
        slots = []
        return
      }
      return machine.runDeinitializers {
        let ghost = Instance(dying: self, slots: slots, isGhost: true)
        slots = []
        return ghost
      }
    }
    StackGuard.release(&slots)
  }

  /// One of its class that holds nothing, and of whose end nothing is heard.
  public var empty: Instance { Instance(inPlaceOf: self) }

  override func letGo() {
    var held: [Value] = []
    swap(&held, &slots)
    slots = Array(repeating: .void, count: held.count)
    publishers = nil
  }

  /// What was there goes when the new value is in its place: its end may run code that looks here.
  @inline(__always)
  func put(_ value: Value, in slot: Int) {
    var outgoing = value
    swap(&slots[slot], &outgoing)
  }

  /// Its class, with the generic arguments as far as they are known.
  var ownType: Type {
    .nominal(type, type.genericParameters.map { typeArguments?.substitution[$0] ?? .hole })
  }

  /// What the generic parameters of its class, and of those it inherits from, stand for; as far as that is known.
  var substitution: Substitution { (typeArguments ?? TypeArguments.of(ownType))?.substitution ?? [:] }

  /// An initialiser that gave up halfway leaves an object whose `deinit` does not run.
  private var isComplete: Bool {
    for (slot, property) in type.storedProperties.enumerated() {
      if case .void = slots[slot], !property.isLazy, !property.type.isVoid { return false }
    }
    return true
  }

  /// Whether the property follows from what a pipeline has assigned to it before the object became a store.
  public func isDerived(_ slot: Int) -> Bool {
    switch writtenByPipelines[slot] {
    case .derived, .derivedInPart: true
    case .added, nil: false
    }
  }

  public var className: String { type.name }
  /// It belongs to another process.
  public var isProvided: Bool { type.isProvided }
  /// With the types around it.
  public var qualifiedClassName: String { type.qualifiedName }
  var displayName: String { storeName ?? type.name }

  /// Of a wrapper's own value, the place of the property that it wraps.
  func wrappedPlace(of property: String) -> String? { property == "wrappedValue" ? wrappedPlace : nil }

  /// A property as it is told of to people, by the path that clients know if there is one.
  func displayPath(of property: String) -> String { wrappedPlace(of: property) ?? "\(displayName).\(property)" }

  /// Whether it has found an object in the environment, and holds it there still.
  public func hasInEnvironment(_ object: Instance) -> Bool { classInEnvironment(of: object) != nil }

  /// Whether it has properties that it finds in the environment.
  public var looksIntoEnvironment: Bool { type.storedProperties.contains(where: \.isFromEnvironment) }

  /// The class as which it has found an object in the environment; nil if it has not.
  public func classInEnvironment(of object: Instance) -> String? {
    for property in type.storedProperties where storedValue(at: property.slot).object === object {
      if let wanted = classFromEnvironment(at: property.slot) { return wanted }
    }
    return nil
  }

  /// Of what class an object is that a property finds in the environment; nil if it does not look there.
  public func classFromEnvironment(at slot: Int) -> String? {
    let property = type.storedProperties.first { $0.slot == slot && $0.isFromEnvironment }
    return property?.settledType.nominal?.qualifiedName
  }

  /// Whether it is of a class, or of one that inherits from it.
  public func isKind(of className: String) -> Bool { type.lineage.contains { $0.qualifiedName == className } }

  /// What a stored property holds, without running anything of the program.
  public func storedValue(at slot: Int) -> Value {
    guard slots.indices.contains(slot) else { return .void }
    if case .weak(let reference) = slots[slot] { return reference.value }
    return slots[slot]
  }

  /// What is in the slot is the property's value as it is.
  @inline(__always)
  func isPlain(_ slot: Int) -> Bool {
    switch slots[slot] {
    case .void, .weak: false
    default: true
    }
  }

  func makeWeak(_ slot: Int) {
    if case .weak = slots[slot] { return }
    slots[slot] = WeakReference.held(slots[slot], isUnowned: type.storedProperties[slot].isUnowned)
  }
}

/// What the `@Published` properties of one object publish through: the library's.
class PropertyPublishers {
  /// Tells everybody the value that the property is about to have.
  func announce(_ slot: Int, _ value: Value) {}
  /// Who is to know of the next change of a property that was read under observation.
  private var observations: [Int: [() throws(Abort) -> Void]] = [:]

  /// - Parameter changes: called once, before the property has its next value.
  func observe(_ slot: Int, _ changes: @escaping () throws(Abort) -> Void) {
    observations[slot, default: []].append(changes)
  }

  /// The property is about to change: who has read it under observation is told, once.
  func endObservations(of slot: Int) throws(Abort) {
    guard let present = observations.removeValue(forKey: slot) else { return }
    UndoLog.current?.note { self.observations[slot, default: []].insert(contentsOf: present, at: 0) }
    for changes in present { try changes() }
  }
  /// Whether somebody hears of the property's values, or could ask for the last one.
  func isHeard(_ slot: Int) -> Bool { true }
  /// The property has a value that nobody is to hear of, such as a first value given late.
  func restore(_ slot: Int, _ value: Value) {}
  /// The property has the value again that it had: what was written since is undone.
  func takeBack(_ slot: Int, _ value: Value) {}
  /// `object.$property`.
  func projection(of instance: Instance, _ slot: Int, type: Type) -> NativeObject { NativeObject(type: type) }
}
