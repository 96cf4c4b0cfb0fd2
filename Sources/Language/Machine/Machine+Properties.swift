/// Properties of instances: reading, and writing in the order of Swift and Combine.
///
/// A write announces first (`objectWillChange`, `willSet`, `$x` with the new value), stores, then tells the host and
/// `didSet`. A property that nothing listens to is just stored.
extension Machine {
  func read(_ instance: Instance, _ slot: Int) throws(Abort) -> Value {
    guard instance.slots.indices.contains(slot) else { return .void }
    if let observation = observations.last, instance.type.storedProperties[slot].isTracked {
      observation.note(instance, slot)
    }
    let value = instance.slots[slot]
    switch value {
    case .weak(let reference):
      let target = reference.value
      let property = instance.type.storedProperties[slot]
      if target.isNull, property.isUnowned {
        throw .fault("attempted to read an unowned reference '\(property.name)' but the object was already deallocated")
      }
      return target
    case .void:
      try checkAccess(to: instance, slot)
      let property = instance.type.storedProperties[slot]
      if property.isLazy { return try makeLazy(instance, property) }
      if property.type.strippingOptionals.0.isVoid || property.type.hasParameters { return value }
      throw .fault("property '\(property.name)' is used before it has a value")
    default: return value
    }
  }

  /// A lazy property's value is made at its first use.
  private func makeLazy(_ instance: Instance, _ property: StoredProperty) throws(Abort) -> Value {
    guard let initial = property.initial else { return .void }
    let arguments: [Value] = initial.selfVariable == nil ? [] : [.instance(instance)]
    let value = try call(compiled(initial), captures: [], arguments)
    instance.put(value, in: property.slot)
    return value
  }

  /// - Parameters:
  ///   - seen: the property as a superclass has it, for an observer of an overriding one that writes it.
  ///   - byOwner: it comes from the process that the object belongs to.
  ///   - isPart: only a part of it is another.
  func write(
    _ instance: Instance, _ slot: Int, _ value: Value, as seen: StoredProperty? = nil, byOwner: Bool = false,
    isPart: Bool = false
  ) throws(Abort) {
    let property = seen ?? instance.type.storedProperties[slot]
    if instance.type.isProvided, !byOwner { return try askToSet(instance, property, value) }
    guard property.isPublished || property.isTracked || property.isObserved || instance.hostTag != nil else {
      return try store(instance, property, value)
    }
    writesBegun &+= 1
    let begun = writesBegun
    let outer = writing
    if instance.hostTag != nil { writing = OngoingWrite(object: instance, slot: slot) }
    defer { writing = outer }
    let kind: WriteKind = isEditing ? .edit : isPart ? .part : .assignment
    if instance.hostTag == nil, let pipeline = program.registry.current {
      instance.writtenByPipelines[slot] = pipeline.making(of: instance.writtenByPipelines[slot], by: kind)
    }
    // What observers write is nobody's edit.
    let editor = beginEdit(by: 0)
    defer { endEdit(editor) }
    let old = instance.storedValue(at: slot)
    if property.isObserved, !isInitializing(instance, property) {
      for observer in property.willSetChain {
        _ = try call(compiled(observer), captures: [], [.instance(instance), value])
      }
    }
    if property.isPublished, let publishers = instance.publishers {
      publishers.announce(slot, value)
      try raisePending()
    }
    if property.isTracked { try instance.publishers?.endObservations(of: slot) }
    try store(instance, property, value)
    // Before `didSet`, which may write the property again, or fail: what is undone then begins with this write.
    if instance.hostTag != nil || instance.storeName != nil {
      // Told of a write, the host can ask for the one around it.
      let own = writing
      writing = outer
      program.host.wrote(instance, slot: slot, old: old, as: kind, begun: begun)
      writing = own
    }
    if let key = property.settingsKey { try settings("").set(key, settingsValue(value), from: instance, self) }
    if property.isObserved, !isInitializing(instance, property) {
      for observer in property.didSetChain {
        _ = try call(compiled(observer), captures: [], [.instance(instance), old])
      }
    }
  }

  private func store(_ instance: Instance, _ property: StoredProperty, _ value: Value) throws(Abort) {
    if case .void = instance.slots[property.slot] { try checkAccess(to: instance, property.slot) }
    if property.isWeak || property.isUnowned {
      instance.put(WeakReference.held(value, isUnowned: property.isUnowned), in: property.slot)
    } else {
      instance.put(value, in: property.slot)
    }
  }

  /// Observers do not run for the first value that `init` gives.
  private func isInitializing(_ instance: Instance, _ property: StoredProperty) -> Bool {
    instance.initializing.contains(property.slot)
  }

  /// Changes a property where it is, if nothing listens; else as reading, changing and writing.
  func modify(_ instance: Instance, _ slot: Int, _ body: (inout Value) throws(Abort) -> Void) throws(Abort) {
    let property = instance.type.storedProperties[slot]
    if instance.type.isProvided { return try askToModify(instance, property, body) }
    if property.isWeak || property.isUnowned || property.needsOldValue || property.settingsKey != nil
      || isHeard(instance, property)
    {
      var value = try read(instance, slot)
      try body(&value)
      try write(instance, slot, value, isPart: true)
      return
    }
    try modifyInPlace(instance, slot, body)
    guard property.isObserved, !isInitializing(instance, property) else { return }
    for observer in property.didSetChain {
      _ = try call(compiled(observer), captures: [], [.instance(instance), .void])
    }
  }

  private func modifyInPlace(
    _ instance: Instance, _ slot: Int, _ body: (inout Value) throws(Abort) -> Void
  ) throws(Abort) {
    var value = try read(instance, slot)
    instance.slots[slot] = .void
    accesses.append((ObjectIdentifier(instance), slot))
    defer {
      instance.put(value, in: slot)
      if let index = accesses.lastIndex(where: { $0 == (ObjectIdentifier(instance), slot) }) {
        accesses.remove(at: index)
      }
    }
    try body(&value)
  }

  /// Whether somebody beside the program's own code is told of the property's changes.
  private func isHeard(_ instance: Instance, _ property: StoredProperty) -> Bool {
    if instance.hostTag != nil { return true }
    guard property.isPublished || property.isTracked || property.isObserved else { return false }
    return instance.publishers != nil || instance.storeName != nil || program.registry.current != nil
  }

  /// Nobody uses a property while it is being changed where it is.
  private func checkAccess(to instance: Instance, _ slot: Int) throws(Abort) {
    guard accesses.contains(where: { $0 == (ObjectIdentifier(instance), slot) }) else { return }
    throw .simultaneousAccess(to: instance.type.storedProperties[slot].name)
  }

  /// The computed property that an object's class has in place of a stored one of its superclass'.
  @inline(__always)
  func computed(_ declaration: Declaration, of instance: Instance) -> (FunctionContext, FunctionContext?)? {
    guard instance.type !== declaration.owner, !instance.type.storageOverrides.isEmpty,
      case .accessors(let getter, let setter)? = instance.type.storageOverrides[declaration.name]?.implementation
    else { return nil }
    return (getter, setter)
  }

  // MARK: The end of an object

  /// What the end of an object is counted as, beside what its `deinit` does.
  private static let deinitializerSteps = 3
  /// The same inside of another `deinit`, which makes or lets go of objects: one that makes its like goes on for ever.
  private static let nestedDeinitializerSteps = 250

  /// A `deinit` cannot wait: whoever let go of the object, in the middle of an assignment perhaps, does so until it returns.
  func deinitialize(_ ghost: Instance) {
    let outer = isDeinitializing
    isDeinitializing = true
    defer { isDeinitializing = outer }
    for context in ghost.type.deinitializers {
      do throws(Abort) {
        try spend(outer ? Self.nestedDeinitializerSteps : Self.deinitializerSteps)
        try activate { () throws(Abort) in _ = try call(compiled(context), captures: [], [.instance(ghost)]) }
      } catch {
        if case .fault(let fault) = error { raise(fault) }
      }
    }
  }
}

extension Nominal {
  /// The computed properties with which a class overrides inherited stored ones.
  var storageOverrides: [String: Declaration] {
    if let known = runtime.storageOverrides { return known }
    var found: [String: Declaration] = [:]
    for ancestor in lineage.reversed() {
      for member in ancestor.memberOrder where member.isOverride && member.kind == .variable && !member.isStatic {
        if case .accessors = member.implementation, storedProperties.contains(where: { $0.name == member.name }) {
          found[member.name] = member
        }
      }
    }
    runtime.storageOverrides = found
    return found
  }
}

extension Instance {
  /// What its properties publish through; made when first asked for.
  func publishers(_ library: Library) -> PropertyPublishers {
    if let publishers { return publishers }
    let made = library.makePublishers()
    publishers = made
    return made
  }
}

extension Machine {
  /// `object.$property`.
  func projection(_ instance: Instance, _ slot: Int, _ element: Type) -> NativeObject {
    instance.publishers(library).projection(
      of: instance, slot, type: .nominal(library.publishedPublisher, [element]))
  }
}
