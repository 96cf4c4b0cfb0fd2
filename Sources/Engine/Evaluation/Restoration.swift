import Language

/// What outlives a restart or a redefinition, until the names and objects that it belongs to exist again: the values of
/// properties; and beside them the values of names at top level, which objects are where, and which subscriptions were
/// cancelled.
///
/// The hot path only marks a variable as touched; what it holds is looked at once, at the end of the turn. So a statement
/// that was rolled back leaves nothing behind: by then everything is as it was.
final class Restoration {
  /// It owns this, and is there as long.
  unowned(unsafe) var engine: Engine!
  /// Values from before, by path, until the store they belong to exists again.
  var values: [String: KeptValue] = [:]
  /// Whether a property announced its changes before a redefinition, by path, until its store exists again.
  var wasWatchable: [String: Bool] = [:]
  /// What names and properties held that is no property's data, by place, until it has come back.
  var held: [String: HeldValue] = [:]
  /// The places of which the storage has something.
  var heldPlaces: Set<String> = []
  /// The places whose value is too large to be kept.
  private var tooLarge: Set<String> = []
  /// Names whose objects are nested too deep, which has been said.
  var tooDeep: Set<String> = []
  /// Properties of stores that hold another object now. The stores are not kept for that.
  var touchedSlots: [(store: String, slot: Int)] = []
  /// Names, and properties of stores, that hold the object of another place once that is there.
  private var twins: [(Namespace, name: String, place: String)] = []
  private var latecomers: [(path: String, PropertyInfo, place: String)] = []
  /// Objects that could not be made again, by place, until something else is there.
  private(set) var unmade: [String: Fault] = [:]
  /// Stores that are registered now come back: they take what is kept.
  var isBringingBack = false

  /// What the turn has touched, for the storage.
  func recordHeld() {
    for namespace in engine.namespaces where namespace.hasCalledOff {
      namespace.hasCalledOff = false
      for variable in namespace.program.cancellables where namespace.program.isCancelled(variable) {
        namespace.touch(variable)
      }
    }
    for namespace in engine.namespaces where !namespace.touched.isEmpty {
      let touched = namespace.touched
      namespace.touched = []
      for variable in touched {
        variable.isTouched = false
        guard namespace.program.variable(variable.name) === variable else { continue }
        hold(held(variable, in: namespace), at: namespace.path(of: variable.name), variable.location)
      }
    }
    let slots = touchedSlots
    touchedSlots = []
    for (path, slot) in slots {
      guard let store = engine.stores[path], let info = store.objects[slot] else { continue }
      let place = store.path + "." + info.name
      hold(held(store.instance.storedValue(at: slot), at: place), at: place, nil)
    }
  }

  private func hold(_ value: HeldValue?, at place: String, _ location: Location?) {
    guard let value else {
      if heldPlaces.remove(place) != nil { engine.records.append(.hold(path: place, value: nil)) }
      return
    }
    let plain = value.plain
    let size = plain.byteCount
    guard value != .tooLarge, value != .tooDeep, size <= engine.limits.valueBytes else {
      if heldPlaces.remove(place) != nil || tooLarge.insert(place).inserted {
        tooLarge.insert(place)
        engine.records.append(.hold(path: place, value: nil))
        let reason =
          value == .tooDeep
          ? "is nested deeper than 256 levels"
          : "has \(value == .tooLarge ? "more" : "\(size)") bytes, over the limit of \(engine.limits.valueBytes)"
        let fault = Fault(
          message: "the value of '\(place)' \(reason); it is not kept",
          location: location ?? Location(file: place, line: 1, column: 1))
        engine.notices.append(
          Engine.Notice(kind: .warning(fault), pipeline: nil, session: nil, revision: engine.revision))
      }
      return
    }
    tooLarge.remove(place)
    heldPlaces.insert(place)
    if case .object = value { unmade[place] = nil }
    engine.records.append(.hold(path: place, value: plain))
  }

  /// What a variable holds, if that is something that is kept.
  private func held(_ variable: GlobalVariable, in namespace: Namespace) -> HeldValue? {
    if variable.keepsNothing { return nil }
    if namespace.program.isCancelled(variable) { return .cancelled }
    return held(variable.present, at: namespace.path(of: variable.name))
  }

  private func held(_ value: Value, at place: String) -> HeldValue? {
    guard let object = value.object else {
      switch engine.root.program.plainForm(of: value, within: engine.limits.valueBytes + (1 << 20)) {
      case .plain(let plain): return .data(plain)
      case .tooLarge: return .tooLarge
      case .tooDeep: return .tooDeep
      case .none: return nil
      }
    }
    guard let tag = object.hostTag else { return nil }
    let store = unsafeDowncast(tag, to: Store.self)
    return store.path == place ? .object(className: object.qualifiedClassName) : .same(place: store.path)
  }

  // MARK: Before a redefinition

  /// Remembers what every store of a namespace holds, for the stores that will take their places.
  func keepValues(of namespace: Namespace) {
    for store in engine.stores.all where store.namespace === namespace { keepValues(of: store) }
  }

  func keepValues(of store: Store) {
    for property in store.properties {
      values[property.path] = KeptValue(
        path: property.path, value: property.value, revision: property.revision, at: property.at,
        version: property.version)
      wasWatchable[property.path] = property.isWatchable
    }
  }

  /// Remembers what names and objects of a namespace hold, for those that take their places.
  /// - Parameters:
  ///   - anew: names whose values come to be anew: what they held was another thing's.
  ///   - declared: those of them that are declared with another text. Of the others, what was cancelled stays so.
  func rememberHeld(of namespace: Namespace, anew: Set<String>, declared: Set<String>) {
    recordHeld()
    for variable in namespace.program.variables {
      let (name, value) = (variable.name, held(variable, in: namespace))
      let stays = value == .cancelled ? !declared.contains(name) : !anew.contains(name)
      held[namespace.path(of: name)] = stays ? value : nil
    }
    for store in engine.stores.all where store.namespace === namespace {
      for (slot, info) in store.objects {
        let place = store.path + "." + info.name
        held[place] = held(store.instance.storedValue(at: slot), at: place)
      }
    }
  }

  /// Everything of names that are no more.
  func forget(_ names: [String], in namespace: Namespace) {
    for name in names {
      let place = namespace.path(of: name)
      func isOf(_ path: String) -> Bool { path == place || path.hasPrefix(place + ".") }
      for path in heldPlaces.filter(isOf) {
        heldPlaces.remove(path)
        engine.records.append(.hold(path: path, value: nil))
      }
      held = held.filter { !isOf($0.key) }
      tooDeep.remove(place)
      unmade = unmade.filter { !isOf($0.key) }
      for path in values.keys.filter(isOf) {
        values[path] = nil
        if engine.stores.property(at: path) == nil { engine.records.append(.forget(path: path)) }
      }
    }
  }

  // MARK: Coming back

  /// Gives names that are evaluated again the objects they held, as far as the initial values did not make them.
  func bringBack(_ defined: [Definition], in namespace: Namespace) {
    let program = namespace.program!
    for definition in defined {
      let place = namespace.path(of: definition.name)
      guard let variable = program.variable(definition.name), let held = held[place] else { continue }
      switch held {
      case .cancelled, .tooLarge, .tooDeep: break
      case .data(let past):
        if let mismatch = program.mismatch(of: past, with: variable) { noteLost(place, definition.typeName, mismatch) }
      case .object(let className):
        let present = variable.present.object
        if let present, present.qualifiedClassName == className, present.hostTag == nil { break }
        remake(className, at: place, variable.location) { program.restore(variable, $0) }
      case .same(let other): twins.append((namespace, variable.name, other))
      }
    }
  }

  /// The same for the properties of a store that hold objects; before it is looked at.
  func bringBackObjects(of instance: Instance, at path: String, in namespace: Namespace) {
    let program = namespace.program!
    for info in instance.properties where info.keepsObject {
      let place = path + "." + info.name
      guard let slot = info.slot, let held = held[place] else { continue }
      let present = instance.storedValue(at: slot).object
      switch held {
      case .data: if present != nil { _ = program.restore(instance, info, nil) }
      case .object(let className):
        if let present, present.qualifiedClassName == className, present.hostTag == nil { break }
        remake(className, at: place, nil) { program.restore(instance, info, $0) }
      case .same(let other):
        if let object = engine.stores[other]?.instance {
          _ = program.restore(instance, info, object)
        } else {
          latecomers.append((path, info, other))
        }
      case .cancelled, .tooLarge, .tooDeep: break
      }
    }
  }

  private func remake(
    _ className: String, at place: String, _ location: Location?, _ put: (Instance) -> Bool
  ) {
    let reason: String
    switch namespaceProgram(of: place).remake(className, at: place) {
    case .success(let object):
      if put(object) { return }
      reason = "it does not fit there any more"
    case .failure(let unmade): reason = unmade.reason
    }
    let fault = Fault(
      message: "the object that was assigned to '\(place)' could not be made again: \(reason)",
      location: location ?? Location(file: place, line: 1, column: 1))
    unmade[place] = fault
    engine.notices.append(Engine.Notice(Problem(names: [], fault: fault), revision: engine.revision))
  }

  private func namespaceProgram(of place: String) -> Program { engine.resolve(place).0.program }

  /// Puts back what a store's properties had, where its `init` gave them something else. What pipelines derived from it is
  /// derived anew when something was declared anew; after a restart nothing else may be there than before.
  func bringBackValues(of instance: Instance, at path: String, in namespace: Namespace) {
    let program = namespace.program!
    for info in instance.properties {
      guard let slot = info.slot, !info.isLazy, let past = values[path + "." + info.name]?.value,
        !instance.isDerived(slot) || wasWatchable[path + "." + info.name] == nil,
        program.portable(instance.storedValue(at: slot)) != past
      else { continue }
      let value: Value
      do throws(ValueMismatch) { value = try program.value(past: past, as: info) } catch {
        noteLost(path + "." + info.name, info.typeName, error)
        continue
      }
      if info.isConstant {
        program.restore(instance, slot: slot, value)
      } else {
        _ = try? program.write(instance, info, value)
      }
    }
  }

  /// Says that a value does not fit its type any more.
  private func noteLost(_ place: String, _ typeName: String, _ mismatch: ValueMismatch) {
    let part = mismatch.at.isEmpty ? "" : " at '\(mismatch.at)'"
    let fault = Fault(
      message: "the value of '\(place)' does not fit '\(typeName)' any more, and has its initial value: it expects "
        + "\(mismatch.expected)\(part), and had \(mismatch.got)",
      location: Location(file: place, line: 1, column: 1))
    engine.notices.append(Engine.Notice(Problem(names: [], fault: fault), revision: engine.revision))
  }

  /// Names that held the object of another name hold it again, now that everything is there.
  func joinTwins(in namespace: Namespace) {
    let (own, others) = (twins.filter { $0.0 === namespace }, twins.filter { $0.0 !== namespace })
    twins = others
    let late = latecomers
    latecomers = []
    guard !own.isEmpty || !late.isEmpty else { return }
    engine.transactions.perform(Cause(by: "engine", note: "recovery")) {
      for (path, info, other) in late {
        guard let store = engine.stores[path], let slot = info.slot, let object = engine.stores[other]?.instance else {
          continue
        }
        let before = store.children[slot]
        if namespace.program.restore(store.instance, info, object), let transaction = engine.transactions.current {
          engine.exchangeChild(of: store, slot: slot, before, transaction)
        }
      }
      for (_, name, other) in own {
        guard let variable = namespace.program.variable(name), let object = engine.stores[other]?.instance,
          variable.present.object !== object, namespace.program.restore(variable, object)
        else { continue }
        engine.seat([name], in: namespace)
      }
    }
  }

  /// What has come back needs no new record, unless it is not what was there.
  func settleHeld(_ defined: [Definition], in namespace: Namespace) {
    for definition in defined {
      guard let variable = namespace.program.variable(definition.name) else { continue }
      let place = namespace.path(of: definition.name)
      if case .same? = held[place] { continue }
      if held[place] == nil || held[place] != held(variable, in: namespace) { namespace.touch(variable) }
      held[place] = nil
    }
  }
}

extension HeldValue {
  /// As the storage has it: one field that says what it is.
  var plain: PortableValue {
    switch self {
    case .data(let value): .record([.init("value", value)])
    case .object(let className): .record([.init("class", .string(className))])
    case .same(let place): .record([.init("same", .string(place))])
    case .cancelled: .record([.init("cancelled", .bool(true))])
    case .tooLarge, .tooDeep: .null
    }
  }

  /// Nil for what this version does not know.
  init?(plain: PortableValue) {
    guard case .record(let fields) = plain, let field = fields.first else { return nil }
    switch (field.name, field.value) {
    case ("value", let value): self = .data(value)
    case ("class", .string(let name)): self = .object(className: name)
    case ("same", .string(let place)): self = .same(place: place)
    case ("cancelled", _): self = .cancelled
    default: return nil
    }
  }
}
