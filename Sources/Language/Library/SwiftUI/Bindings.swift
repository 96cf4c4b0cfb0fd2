/// SwiftUI's `Binding`: a way to a place where a value can be read and written; and `Bindable`, which makes them of an
/// object's properties. `$signup.username` is `Bindable(signup).username`.
///
/// SwiftUI's binding to an element of a list means a position. Here it means the element, where elements have an identity:
/// it follows one that is moved, and says so when there is none any more.
final class BindingObject: NativeObject {
  private let reading: () throws(Abort) -> Value
  private let writing: (_ value: Value, _ isPart: Bool) throws(Abort) -> Void
  /// What it is a part of, and what that is to be for a value of this: nil where it is an object, which changes by itself.
  private var outer: (binding: BindingObject, whole: (Value) throws(Abort) -> Value?, isAllOfIt: Bool)?
  /// As a program would write it.
  private var spelling: String { spell() }
  private let spell: () -> String
  /// Where it was made.
  let location: Location
  /// The object's property that it leads to, or into, if that is known.
  let origin: Origin?
  /// Of an element that is meant by its identity: whether a value has that.
  private(set) var identifies: ((Value) throws(Abort) -> Bool)?
  /// Of an element that was asked for by its place: the identity that it is meant by, if it has one.
  private var element: Element?
  private var isConstant = false

  private enum Element {
    case found(ElementFinder)
    case atPlace
  }

  struct Origin {
    let object: Value
    /// Those of the property and of what is inside of it; elements of a list have none.
    let names: [String]
    /// There is nothing else to it: writing there is writing through the binding.
    var isExact = true

    func part(_ names: [String], isExact: Bool) -> Origin {
      Origin(object: object, names: self.names + names, isExact: self.isExact && isExact)
    }

    /// The same where writing is more than that.
    var guarded: Origin { part([], isExact: false) }
  }

  init(
    _ spell: @autoclosure @escaping () -> String, type: Type, at location: Location, from origin: Origin? = nil,
    read: @escaping () throws(Abort) -> Value,
    write: @escaping (_ value: Value, _ isPart: Bool) throws(Abort) -> Void
  ) {
    self.spell = spell
    self.location = location
    self.origin = origin
    reading = read
    writing = write
    super.init(type: type)
  }

  /// A part of another one, which is written as a whole.
  /// - Parameter isAllOfIt: it has nothing beside the part.
  private convenience init(
    _ spell: @autoclosure @escaping () -> String, type: Type, of outer: BindingObject, from origin: Origin?,
    isAllOfIt: Bool = false,
    read: @escaping () throws(Abort) -> Value,
    write: @escaping (_ value: Value, _ isPart: Bool) throws(Abort) -> Void = { _, _ throws(Abort) in },
    whole: @escaping (Value) throws(Abort) -> Value?
  ) {
    self.init(spell(), type: type, at: outer.location, from: origin, read: read, write: write)
    self.outer = (outer, whole, isAllOfIt)
  }

  override var text: String { spelling }

  func read() throws(Abort) -> Value { try reading() }

  /// - Parameter isPart: the value has a part in it that was read from there.
  func write(_ value: Value, isPart: Bool = false) throws(Abort) {
    guard let (outer, whole, isAllOfIt) = outer, let changed = try whole(value) else {
      return try writing(value, isPart)
    }
    try outer.write(changed, isPart: isPart || !isAllOfIt)
  }

  /// Where a value would be written that is told it: the nearest place that is a property, or inside of one by names alone, and
  /// what this would be. Nothing is written.
  /// - Returns: nil where that is not known.
  func placing(_ value: Value) throws(Abort) -> (origin: Origin, value: Value)? {
    if let origin, origin.isExact { return (origin, value) }
    guard let (outer, whole, _) = outer, let changed = try whole(value) else { return nil }
    return try outer.placing(changed)
  }

  /// Refuses what it would not take. Nothing is written.
  func check(_ value: Value) throws(Abort) {
    if isConstant { try writing(value, false) }
    guard let (outer, whole, _) = outer, let changed = try whole(value) else { return }
    try outer.check(changed)
  }

  /// The part that a key path leads to.
  func part(_ path: KeyPathObject, type: Type) -> BindingObject {
    BindingObject(
      self.spelling + "." + path.text.drop { $0 == "\\" || $0 == "." }, type: type, of: self,
      from: origin?.part(path.names, isExact: path.hasNamesOnly)
    ) { () throws(Abort) in
      try path.get(try self.read())
    } write: { value, isPart throws(Abort) in
      var object = try self.read()
      try path.set(&object, value, isPart: isPart)
    } whole: { value throws(Abort) in
      var whole = try self.read()
      guard whole.unboxed.object == nil else { return nil }
      try path.set(&whole, value)
      return whole
    }
  }

  /// The element that is at a place now: by its identity if it has one, else whatever is there.
  func element(at place: Int, type: Type, _ machine: Machine) throws(Abort) -> BindingObject {
    let items = try items()
    let past = machine.program.rebinding?.next()
    let isIdentifiable = type.argument(0).nominal?.isIdentifiable == true
    guard items.indices.contains(place) else {
      guard let past else {
        throw .trap("index \(place) is out of range; '\(spelling)' has \(items.count) elements")
      }
      // What was there may be elsewhere by now, or come back.
      return isIdentifiable && past != .null
        ? element(ElementFinder(past: past, place), type: type, machine) : element(atPlace: place, type: type)
    }
    if isIdentifiable, let identity = try machine.identity(of: items[place]) {
      return element(ElementFinder(identity, place), type: type, machine)
    }
    return element(atPlace: place, type: type)
  }

  private func element(atPlace place: Int, type: Type) -> BindingObject {
    let element = BindingObject("\(self.spelling)[\(place)]", type: type, of: self, from: origin?.guarded) {
      () throws(Abort) in
      let items = try self.items()
      guard items.indices.contains(place) else { throw self.isGone("an element \(place)") }
      return items[place]
    } whole: { value throws(Abort) in
      var items = try self.items()
      guard items.indices.contains(place) else { throw self.isGone("an element \(place)") }
      items[place] = value
      return .array(items)
    }
    element.element = .atPlace
    return element
  }

  /// The element that has an identity, wherever it is.
  func element(_ identity: Value, type: Type, _ machine: Machine) -> BindingObject {
    let element = element(ElementFinder(identity, 0), type: type, machine)
    element.element = nil
    return element
  }

  private func element(_ finder: ElementFinder, type: Type, _ machine: Machine) -> BindingObject {
    let identifies = { (value: Value) throws(Abort) in try finder.identifies(value, machine) }
    let element = BindingObject("\(self.spelling)[id: \(finder.text)]", type: type, of: self, from: origin?.guarded) {
      () throws(Abort) in
      let items = try self.items()
      guard let place = try finder.place(in: items, machine) else { throw self.isGone("an element \(finder.text)") }
      return items[place]
    } whole: { value throws(Abort) in
      var items = try self.items()
      guard let place = try finder.place(in: items, machine) else { throw self.isGone("an element \(finder.text)") }
      // It would be another one, and this lead nowhere.
      guard try identifies(value) else {
        throw .refusal(.value, "'\(self.text)[id: \(finder.text)]' is known by its id, which stays what it is")
      }
      items[place] = value
      return .array(items)
    }
    element.identifies = identifies
    element.element = .found(finder)
    return element
  }

  /// The value under a key of a dictionary, or nil; writing nil takes it out.
  func value(of key: Value, type: Type) -> BindingObject {
    let name = key.portable?.fieldName ?? "…"
    return BindingObject(
      "\(self.spelling)[\"\(name)\"]", type: type, of: self, from: origin?.part([name], isExact: false)
    ) {
      () throws(Abort) in
      guard case .dictionary(let entries) = try self.read().unboxed else { return .null }
      return entries[key]?.some ?? .null
    } whole: { value throws(Abort) in
      guard case .dictionary(var entries) = try self.read().unboxed else { return nil }
      entries[key] = value.unwrapped
      return .dictionary(entries)
    }
  }

  /// The same place, which takes only what lies in a range.
  func limited(to range: Value, _ call: NativeCall) -> BindingObject {
    let limited = BindingObject(self.spelling, type: type, of: self, from: origin?.guarded, isAllOfIt: true) {
      () throws(Abort) in
      try self.read()
    } whole: { value throws(Abort) in
      guard try call.range(range, contains: value) else {
        let bounds = try call.describe(range, as: call.parameterType(0))
        throw .refusal(.value, "\(try call.describe(value, as: call.type("Value"))) is not in \(bounds)")
      }
      return value
    }
    limited.identifies = identifies
    return limited
  }

  /// What is there if a value of it is: of an optional place.
  func unwrapped(type: Type, at location: Location) -> BindingObject {
    BindingObject(self.spelling, type: type, of: self, from: origin?.guarded, isAllOfIt: true) { () throws(Abort) in
      guard let value = try self.read().unwrapped else {
        var fault = Fault(message: "'\(self.text)' is nil now", location: location)
        fault.refusal = .gone
        throw .fault(fault)
      }
      return value
    } whole: { value in
      value.some
    }
  }

  /// One that has a value of its own, and takes no other.
  static func constant(_ value: Value, type: Type, at location: Location) -> BindingObject {
    let constant = BindingObject("constant", type: type, at: location) { () throws(Abort) in
      value
    } write: { _, _ throws(Abort) in
      throw .refusal(.constant, "a constant binding cannot be set")
    }
    constant.isConstant = true
    return constant
  }

  /// The elements on the way to it that were asked for by their places, the outermost first.
  private var elements: [Element] { (outer?.binding.elements ?? []) + (element.map { [$0] } ?? []) }

  /// What those are known by, null for one without an identity that can be kept.
  var identities: [PortableValue] {
    elements.map { if case .found(let finder) = $0 { finder.plain ?? .null } else { .null } }
  }

  /// It has been made again, and means what it meant before, whatever is at those places now.
  func mean(_ identities: [PortableValue]) {
    let elements = elements
    guard elements.count == identities.count else { return }
    for case (.found(let finder), let identity) in zip(elements, identities) where identity != .null {
      finder.find(identity)
    }
  }

  private func items() throws(Abort) -> [Value] {
    guard case .array(let items) = try read().unboxed else { return [] }
    return items
  }

  private func isGone(_ what: String) -> Abort {
    .refusal(.gone, "'\(spelling)' does not have \(what) any more")
  }
}

/// A list's binding is a list of bindings: elements that have an identity are meant by it.
extension BindingObject: CollectingObject {
  func collect() throws(Abort) -> [Value] {
    let list = type.argument(0)
    guard let machine = Machine.current, let own = type.nominal else { return [] }
    let element = Type.nominal(own, [list.argument(0)])
    return try items().indices.map { place throws(Abort) in
      .native(try self.element(at: place, type: element, machine))
    }
  }
}

/// Finds an element again that may have been moved.
private final class ElementFinder {
  private enum Identity {
    case value(Value)
    /// As it was kept; its type is that of the elements' own.
    case plain(PortableValue)
  }

  private var identity: Identity
  /// Where it was last.
  private var last: Int

  init(_ identity: Value, _ place: Int) { (self.identity, last) = (.value(identity), place) }

  /// One that was there before its list was made again.
  init(past identity: PortableValue, _ place: Int) { (self.identity, last) = (.plain(identity), place) }

  func find(_ identity: PortableValue) { self.identity = .plain(identity) }

  var plain: PortableValue? {
    switch identity {
    case .value(let value): value.portable
    case .plain(let plain): plain
    }
  }

  var text: String {
    guard let plain else { return "…" }
    if case .string(let text) = plain { return "\"\(text)\"" }
    return plain.fieldName ?? "…"
  }

  func identifies(_ element: Value, _ machine: Machine) throws(Abort) -> Bool {
    let present = try machine.identity(of: element)
    switch identity {
    case .value(let value): return present == value
    case .plain(let plain):
      guard let present, present.portable == plain else { return false }
      identity = .value(present)
      return true
    }
  }

  func place(in items: [Value], _ machine: Machine) throws(Abort) -> Int? {
    if items.indices.contains(last), try identifies(items[last], machine) { return last }
    for (place, item) in items.enumerated() where try identifies(item, machine) {
      last = place
      return place
    }
    return nil
  }
}

extension Value {
  /// What the elements were known by that a binding leads through, or those that are in it do; nil where none leads through
  /// any.
  public var boundIdentities: [PortableValue]? {
    let identities = bindings.flatMap(\.identities)
    return identities.isEmpty ? nil : identities
  }

  /// The bindings in it mean these elements from now on.
  public func mean(_ identities: [PortableValue]) {
    var rest = identities[...]
    let all = bindings.map { binding in (binding, count: binding.identities.count) }
    guard all.reduce(0, { $0 + $1.count }) == identities.count else { return }
    for (binding, count) in all {
      binding.mean(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
  }

  /// It, if it is a binding, or those in a tuple, an array or a structure, in their order.
  private var bindings: [BindingObject] {
    var found: [BindingObject] = []
    collect(&found, depth: 0)
    return found
  }

  private func collect(_ found: inout [BindingObject], depth: Int) {
    guard depth < 16 else { return }
    switch unboxed {
    case .native(let object): if let binding = object as? BindingObject { found.append(binding) }
    case .array(let elements): for element in elements { element.collect(&found, depth: depth + 1) }
    case .tuple(let tuple): for element in tuple.elements { element.collect(&found, depth: depth + 1) }
    case .record(let record):
      for slot in record.fields.indices { record[slot].collect(&found, depth: depth + 1) }
    default: break
    }
  }
}

extension NativeCall {
  fileprivate func parameterType(_ index: Int) -> Type {
    site.parameterTypes.indices.contains(index) ? site.parameterTypes[index] : .hole
  }
  fileprivate var binding: BindingObject? { self[0].object(BindingObject.self) }
}

extension ScreenLibrary {
  static let bindingTypes: [String: @Sendable () -> LibraryType] = ["Binding": binding, "Bindable": bindable]

  private static func binding() -> LibraryType {
    LibraryType(
      """
      @propertyWrapper @dynamicMemberLookup struct Binding<Value> {}
      extension Binding: RandomAccessCollection where Value: MutableCollection, Value: RandomAccessCollection {
        typealias Element = Binding<Value.Element>
        typealias Index = Value.Index
        typealias Indices = Value.Indices
        typealias SubSequence = Slice<Binding<Value>>
        typealias Iterator = AnyIterator<Binding<Value.Element>>
      }
      extension Binding: Identifiable where Value: Identifiable {
        typealias ID = Value.ID
      }
      """,
      [
        contextual("init(get: @escaping () -> Value, set: @escaping (Value) -> Void)") { call in
          let (get, set) = (call[0].closure, call[1].closure)
          return .native(
            BindingObject("binding", type: call.result, at: call.location) { () throws(Abort) in
              try get.call()
            } write: { value, _ throws(Abort) in
              _ = try set.call(value)
            })
        },
        unary("init(projectedValue: Binding<Value>)") { $0 },
        contextual("init?(_ base: Binding<Value?>)") { call throws(Abort) in
          guard let base = call.binding, try base.read().unwrapped != nil else { return .null }
          return .native(base.unwrapped(type: call.result.wrapped ?? call.result, at: call.location))
        },
        contextual("static func constant(_ value: Value) -> Binding<Value>") { call in
          .native(BindingObject.constant(call[call.arguments.count - 1], type: call.result, at: call.location))
        },
        reference("var wrappedValue: Value { get nonmutating set }") { call throws(Abort) in
          try call.binding?.read() ?? .void
        } set: { call, value throws(Abort) in
          try call.binding?.write(value)
        },
        unary("var projectedValue: Binding<Value> { get }") { $0 },
        contextual("var id: Value.ID { get } where Value: Identifiable") { call throws(Abort) in
          try call.property("id", of: call.binding?.read() ?? .void) ?? .void
        },
        contextual(
          "subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> { get }"
        ) { call in
          guard let path = call[1].object(KeyPathObject.self), let whole = call.binding else { return .void }
          return .native(whole.part(path, type: call.result))
        },
        contextual("subscript<Element>(position: Int) -> Binding<Element> where Value == [Element] { get }") {
          call throws(Abort) in
          guard let list = call.binding else { return .void }
          return .native(try list.element(at: call[1].integer, type: call.result, call.machine))
        },
        contextual(
          "subscript<Element: Identifiable>(id id: Element.ID) -> Binding<Element> where Value == [Element] { get }"
        ) { call in
          guard let list = call.binding else { return .void }
          return .native(list.element(call[1], type: call.result, call.machine))
        },
        contextual(
          "subscript<Key: Hashable, Element>(key: Key) -> Binding<Element?> where Value == [Key: Element] { get }"
        ) { call in
          guard let entries = call.binding else { return .void }
          return .native(entries.value(of: call[1], type: call.result))
        },
        contextual("func limited(to range: ClosedRange<Value>) -> Binding<Value> where Value: Comparable") { call in
          guard let whole = call.binding else { return .void }
          return .native(whole.limited(to: call[1], call))
        },
      ], .wrapper)
  }

  private static func bindable() -> LibraryType {
    LibraryType(
      "@dynamicMemberLookup struct Bindable<Value: AnyObject> {}",
      [
        contextual("init(_ wrappedValue: Value)") { call in
          .native(BindableObject(call[0], call.site.file.slice(call.site.span), type: call.result))
        },
        contextual("var wrappedValue: Value { get }") { $0[0].object(BindableObject.self)?.object ?? .void },
        contextual(
          "subscript<Subject>(dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>) -> Binding<Subject> { get }"
        ) { call in
          guard let bindable = call[0].object(BindableObject.self), let path = call[1].object(KeyPathObject.self) else {
            return .void
          }
          let object = bindable.object
          return .native(
            BindingObject(
              bindable.name + "." + path.text.drop { $0 == "\\" || $0 == "." }, type: call.result, at: call.location,
              from: BindingObject.Origin(object: object, names: path.names, isExact: path.hasNamesOnly)
            ) { () throws(Abort) in
              try path.get(object)
            } write: { value, isPart throws(Abort) in
              var target = object
              try path.set(&target, value, isPart: isPart)
            })
        },
      ])
  }
}

/// `$signup`: an object whose properties are asked for as bindings.
private final class BindableObject: NativeObject {
  let object: Value
  let name: String

  init(_ object: Value, _ spelling: String, type: Type) {
    self.object = object
    name = spelling.hasPrefix("$") ? spelling : "Bindable"
    super.init(type: type)
  }
}
