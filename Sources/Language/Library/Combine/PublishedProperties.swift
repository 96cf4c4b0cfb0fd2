/// `@Published` properties and `objectWillChange` of the program's objects, over the library's own.
///
/// The object's slot holds the value; a publisher beside it, made when somebody first asks, announces what is about to be
/// stored. A write is in this order: `objectWillChange`, `$property` with the new value, stored.
@_spi(Runtime) internal import Combine

/// What the properties of one object publish through.
final class InstancePublishers: PropertyPublishers {
  private var slots: [Int: PropertyPublisher] = [:]
  private(set) var willChange: WillChangeObject?
  /// The chains that write into the object's properties, which end with it; by the numbers of their pipelines.
  fileprivate var inflow: [Int: AnyCancellable] = [:]

  /// Tells everybody the value that the property is about to have.
  override func announce(_ slot: Int, _ value: Value) {
    willChange?.announcer.send()
    slots[slot]?.published.set(value)
  }

  override func isHeard(_ slot: Int) -> Bool { willChange != nil || slots[slot] != nil }

  override func takeBack(_ slot: Int, _ value: Value) {
    slots[slot]?.published.takeBack(value)
  }

  /// The property has a value that nobody is to hear of, such as a first value given late.
  override func restore(_ slot: Int, _ value: Value) {
    slots[slot]?.published.store(value)
  }

  override func projection(of instance: Instance, _ slot: Int, type: Type) -> NativeObject {
    if let known = slots[slot] { return known }
    let made = PropertyPublisher(instance, slot, instance.storedValue(at: slot), type: type)
    slots[slot] = made
    return made
  }

  fileprivate func willChange(_ library: Library) -> WillChangeObject {
    if let willChange { return willChange }
    let made = WillChangeObject(type: library.combineType("ObservableObjectPublisher"))
    willChange = made
    return made
  }
}

/// `$property`.
final class PropertyPublisher: SourceObject {
  fileprivate let published: Published<Value>
  private weak var instance: Instance?
  private let slot: Int

  fileprivate init(_ instance: Instance, _ slot: Int, _ value: Value, type: Type) {
    published = Published(initialValue: value)
    self.instance = instance
    self.slot = slot
    let (published, name) = (published, instance.type.storedProperties[slot].name)
    // Whoever is being connected listens to this property.
    let stream = Deferred { [weak instance] in
      let count = instance.flatMap { instance in
        instance.machine?.program.registry.current?.listens(to: name, of: instance)
      }
      return CountedPublisher(upstream: published.projectedValue.failable, count: count)
    }
    super.init(stream.eraseToAnyPublisher(), type: type)
  }

  /// Writes each value into the property, for as long as its object lives.
  func assign(_ stream: ValuePublisher, _ call: NativeCall) throws(Abort) {
    guard let instance else { return }
    let terminal = Terminal(call, "assign")
    call.machine.program.registry.assign(
      terminal.pipeline, to: instance.type.storedProperties[slot].name, of: instance)
    let publishers = instance.ownPublishers(call.machine.library)
    let id = terminal.pipeline.id
    publishers.inflow[id] = terminal.token()
    UndoLog.current?.note { [weak publishers] in publishers?.inflow[id] = nil }
    let (slot, location, name) = (slot, terminal.pipeline.location, instance.type.storedProperties[slot].name)
    terminal.connect(stream) { [weak instance] value throws(Abort) in
      guard let instance, let machine = instance.machine else { return }
      if machine.isDubious { machine.warn(on: instance, name, at: location) }
      try machine.write(instance, slot, value)
    } complete: { [weak publishers] _ in
      UndoLog.current?.note { [weak publishers, token = publishers?.inflow[id]] in publishers?.inflow[id] = token }
      publishers?.inflow[id] = nil
    }
  }
}

/// An `ObservableObjectPublisher`: the one an object has for nothing, or one that the program makes.
final class WillChangeObject: SourceObject {
  fileprivate let announcer: ObservableObjectPublisher

  init(type: Type) {
    let announcer = ObservableObjectPublisher()
    self.announcer = announcer
    super.init(announcer.map { _ in Value.void }.failable.eraseToAnyPublisher(), type: type)
  }
}

extension Instance {
  fileprivate func ownPublishers(_ library: Library) -> InstancePublishers {
    unsafeDowncast(publishers(library), to: InstancePublishers.self)
  }
}

extension Machine {
  /// `object.objectWillChange`, which every observable object has.
  func willChange(_ instance: Instance) -> NativeObject {
    instance.ownPublishers(library).willChange(library)
  }
}

extension CombineLibrary {
  static func observables() -> [String: Table] {
    [
      "ObservableObject": {
        LibraryType(
          """
          protocol ObservableObject: AnyObject {
            associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
              where ObjectWillChangePublisher.Failure == Never
          }
          """,
          [
            contextual("var objectWillChange: ObjectWillChangePublisher { get }") { call throws(Abort) in
              guard case .instance(let instance) = call[0].unboxed else { throw .trap("not an object") }
              return try call.machine.ownWillChange(instance) ?? .native(call.machine.willChange(instance))
            }
          ])
      },
      "ObservableObjectPublisher": {
        LibraryType(
          """
          final class ObservableObjectPublisher: Publisher { typealias Output = Void; typealias Failure = Never }
          """,
          [
            contextual("init()") { call in .native(WillChangeObject(type: call.result)) },
            contextual("func send()") { call throws(Abort) in
              call[0].object(WillChangeObject.self)?.announcer.send()
              try call.machine.raisePending()
              return .void
            },
          ])
      },
      "Published": {
        LibraryType(
          "struct Published<Value> {}",
          [
            unary("init(initialValue: Value)") { $0 },
            unary("init(wrappedValue: Value)") { $0 },
          ])
      },
      "Published.Publisher": {
        LibraryType("struct Publisher: _PublisherProtocol { typealias Output = Value; typealias Failure = Never }")
      },
    ]
  }
}

extension Machine {
  /// The `objectWillChange` that a class declares itself, where only the protocol is known statically.
  fileprivate func ownWillChange(_ instance: Instance) throws(Abort) -> Value? {
    for ancestor in instance.type.lineage {
      if let own = ancestor.members["objectWillChange"]?.first {
        return try invoke(own, receiver: .instance(instance), [])
      }
    }
    return nil
  }
}
