import Language

/// How objects become stores and cease to be.
extension Engine {
  /// Makes a store of `instance` at `path`, and of every object its properties hold. Within a transaction, whose commit
  /// tells the values that are news.
  /// - Parameters:
  ///   - isRoot: it is the value of a variable, not of another store's property.
  ///   - holder: whose property holds it.
  func register(
    _ instance: Instance, at segments: [String], in namespace: Namespace, isRoot: Bool = true,
    heldBy holder: (object: Instance, slot: Int)? = nil
  ) {
    var holders: Set<Store.Holder> = []
    if let tag = instance.hostTag {
      let present = unsafeDowncast(tag, to: Store.self)
      if present.instance === instance {
        guard isBetter(segments, isRoot: isRoot, than: present, in: namespace) else { return }
        holders = leave(present)
      }
    }
    if segments.count > Store.depthMax {
      noteDepth(of: namespace.path(of: segments[namespace.isNamed ? 1 : 0]))
      return
    }
    let path = segments.joined(separator: ".")
    if let old = stores[path] { withdraw(old) }
    let wrapped = holder.flatMap { wrappedProperty(in: $0.slot, of: $0.object, by: instance) }
    instance.take(path, slot: holder?.slot, of: holder?.object)
    instance.noteFirstObjects()
    if restoration.isBringingBack {
      restoration.bringBackObjects(of: instance, at: path, in: namespace)
      restoration.bringBackValues(of: instance, at: path, wrapped, in: namespace)
    }
    // Its owner is not there: it has what it had last, for the code that refers to it, and is no store.
    if instance.isProvided, providing.provider(of: segments[0]) == nil {
      for info in instance.properties where info.isObject {
        guard let slot = info.slot, let object = instance.storedValue(at: slot).object else { continue }
        register(
          object, at: segments + [info.keptName], in: namespace, isRoot: false, heldBy: (instance, slot))
      }
      return
    }
    let store = Store(
      path: path, segments: segments, in: namespace, instance: instance, isRoot: isRoot,
      isHidden: isHidden(segments, in: namespace, isRoot: isRoot), wrapped: wrapped)
    store.holders = holders
    var objects: [(slot: Int, name: String, object: Instance)] = []
    for info in instance.properties {
      guard let slot = info.slot else { continue }
      if info.isObject {
        if info.keepsObject {
          store.objects[slot] = info
          restoration.touchedSlots.append((store.path, slot))
        }
        if let object = instance.storedValue(at: slot).object { objects.append((slot, info.keptName, object)) }
        continue
      }
      if info.keepsBinding {
        store.bindings[slot] = info
        restoration.touchedSlots.append((store.path, slot))
        continue
      }
      if info.keepsWork {
        store.work[slot] = info
        let place = path + "." + info.keptName
        if restoration.isBringingBack {
          restoration.empty(slot, of: store, place)
        } else {
          restoration.beginAnew(at: place)
        }
        // That nothing is there is no value for clients.
        continue
      }
      let shown = wrapped?.info.slot == slot ? wrapped : nil
      guard !info.isLazy,
        let value = restoration.initialValue(instance, slot, info, of: shown?.path ?? path + "." + info.keptName)
      else { continue }
      let property = makeProperty(of: store, info, insteadOf: shown, value: value)
      store.properties.append(property)
      while store.bySlot.count <= slot { store.bySlot.append(nil) }
      store.bySlot[slot] = property
    }
    stores.insert(store)
    if isRoot, let variable = namespace.program.variable(at: store.localPath) { namespace.touch(variable) }
    delivery.audienceMayHaveChanged()
    transactions.current?.created.append(store)
    for property in store.properties { delivery.attachListeners(to: property) }
    // An object that a private property holds as well is known by the other one.
    for (slot, name, object) in objects where store.objects[slot]?.isPrivate != true {
      adopt(object, by: store, slot: slot, name)
    }
    for (slot, name, object) in objects where store.objects[slot]?.isPrivate == true {
      adopt(object, by: store, slot: slot, name)
    }
  }

  /// The property of a store whose wrapper an object is.
  private func wrappedProperty(in slot: Int, of holder: Instance, by wrapper: Instance) -> Store.Wrapped? {
    guard let found = holder.wrapper(in: slot), found.object === wrapper, let tag = holder.hostTag else { return nil }
    let store = unsafeDowncast(tag, to: Store.self)
    return Store.Wrapped(
      info: found.value, segments: store.segments + [found.value.name],
      isVisible: !found.value.isPrivate && !store.isHidden)
  }

  /// Whether a place is private, or within one that is.
  private func isHidden(_ segments: [String], in namespace: Namespace, isRoot: Bool) -> Bool {
    if isRoot {
      let name = namespace.local(segments.joined(separator: "."))
      return namespace.program.variable(at: name)?.isPrivateInType ?? false
    }
    guard let parent = stores[segments.dropLast().joined(separator: ".")] else { return false }
    return parent.isHidden || parent.objects.values.contains { $0.isPrivate && $0.keptName == segments.last }
  }

  /// Whether the object of a store is to be known by another place: one that clients see, where they do not see the store,
  /// or the one by which it was known before.
  private func isBetter(_ segments: [String], isRoot: Bool, than present: Store, in namespace: Namespace) -> Bool {
    present.isHidden && !isHidden(segments, in: namespace, isRoot: isRoot)
      || restoration.isExpected(present, at: segments)
  }

  /// The object of a store is known by another place from now on, and only held where the store was.
  /// - Returns: the places that hold it.
  private func leave(_ store: Store) -> Set<Store.Holder> {
    var holders = store.holders
    if store.isRoot {
      holders.insert(Store.Holder(path: store.path, slot: nil))
      if let variable = store.program.variable(at: store.localPath) { store.namespace.touch(variable) }
    } else if let parent = stores[store.segments.dropLast().joined(separator: ".")],
      let slot = parent.children.first(where: { $0.value === store })?.key
    {
      parent.children[slot] = nil
      holders.insert(Store.Holder(path: parent.path, slot: slot))
      restoration.touchedSlots.append((parent.path, slot))
    }
    // Nothing has to look for another place.
    store.holders = []
    withdraw(store)
    return holders
  }

  /// Paths of objects that hold each other in a line would take memory by the square of their number. Said once for a name.
  private func noteDepth(of place: String) {
    guard restoration.tooDeep.insert(place).inserted else { return }
    let fault = Fault(
      message: "objects that are nested in '\(place)' deeper than \(Store.depthMax) have no path and are not kept",
      location: Location(file: place, line: 1, column: 1))
    notices.append(Notice(Problem(names: [], fault: fault), revision: revision))
  }

  /// Makes a store of an object that a property of another one holds, or notes that it is one under another path.
  private func adopt(_ object: Instance, by store: Store, slot: Int, _ name: String) {
    let segments = store.segments + [name]
    // A static variable names its object before any property that holds it.
    if object.hostTag == nil,
      let variable = transactions.current?.initialized.first(where: { $0.present.object === object })
    {
      seat([variable.place ?? variable.name], in: store.namespace)
    }
    register(object, at: segments, in: store.namespace, isRoot: false, heldBy: (store.instance, slot))
    let child = stores[segments.joined(separator: ".")]
    if child?.instance === object {
      store.children[slot] = child
    } else if let tag = object.hostTag {
      unsafeDowncast(tag, to: Store.self).holders.insert(Store.Holder(path: store.path, slot: slot))
    }
  }

  /// An object whose path has ended is known by the next place that holds it; the others hold that one's from now on.
  func rehome(_ old: Store) {
    let object = old.instance
    for holder in old.holders.sorted() {
      guard let slot = holder.slot else {
        let name = old.namespace.local(holder.path)
        guard let variable = old.namespace.program.variable(at: name), !variable.keepsNothing,
          variable.present.object === object
        else { continue }
        register(object, at: old.namespace.segments(of: name), in: old.namespace)
        noteHolder(holder, of: object)
        old.namespace.touch(variable)
        continue
      }
      guard let store = stores[holder.path], let info = store.objects[slot],
        store.instance.storedValue(at: slot).object === object
      else { continue }
      restoration.touchedSlots.append((store.path, slot))
      adopt(object, by: store, slot: slot, info.keptName)
    }
  }

  /// A name holds an object no more that others have found in their environment, and there is no other for them: they could not
  /// be made again.
  func refusalOfLoss(in transaction: Transaction) -> EngineError? {
    for old in transaction.homeless where old.isRoot {
      let users = old.holders.filter { holder in
        guard let slot = holder.slot, let user = stores[holder.path]?.instance,
          user.storedValue(at: slot).object === old.instance, let wanted = user.classFromEnvironment(at: slot)
        else { return false }
        return !old.namespace.program.globals.contains { $0.instance?.isKind(of: wanted) ?? false }
      }
      if !users.isEmpty { return .stillFound(name: old.path, by: users.map(\.path).sorted()) }
    }
    return nil
  }

  /// A name at top level holds an object that is a store under another path.
  func noteHolder(_ holder: Store.Holder, of object: Instance) {
    guard let tag = object.hostTag else { return }
    let store = unsafeDowncast(tag, to: Store.self)
    if store.path != holder.path { store.holders.insert(holder) }
  }

  /// The property with the history that its path already has. `revision` 0 marks one whose value is news.
  private func makeProperty(
    of store: Store, _ own: PropertyInfo, insteadOf wrapped: Store.Wrapped?, value: PortableValue
  ) -> Property {
    let info = wrapped?.info ?? own
    let segments = wrapped?.segments ?? store.segments + [info.name]
    let path = wrapped?.path ?? store.path + "." + info.keptName
    let past = restoration.values[path]
    let isVisible = wrapped?.isVisible ?? (!info.isPrivate && !store.isHidden)
    let isShown = info.isAnnounced && isVisible
    // To clients one that is published from now on is new, whatever it held before.
    let isNews =
      past?.kept.value.isIdentical(to: value) != true || past?.news != nil || isShown && past?.isShown == false
    return Property(
      path: path, segments: segments, store: store, info: info, isVisible: isVisible,
      secrecy: Secrecy(of: info.schema, at: segments, secrets),
      value: value,
      revision: isNews ? 0 : past?.kept.revision ?? 0, at: isNews ? date : past?.kept.at ?? date,
      version: past?.kept.version ?? 0)
  }

  /// Takes a store and the objects it holds out of the tree of paths.
  func withdraw(_ store: Store) {
    for child in store.children.values { withdraw(child) }
    transactions.current?.removed += store.properties
    if !store.holders.isEmpty { transactions.current?.homeless.append(store) }
    stores.remove(store)
  }

  /// A property that held an object holds another one now, or none.
  func exchangeChild(of store: Store, slot: Int, _ old: Store?, _ transaction: Transaction) {
    let present = store.instance.storedValue(at: slot).object
    guard let info = store.objects[slot], stores[store.path] === store else { return }
    // Also where no store comes or goes: what it held may be one under another path.
    restoration.touchedSlots.append((store.path, slot))
    guard present !== old?.instance else { return }
    if let old { withdraw(old) }
    store.children[slot] = nil
    if let present { adopt(present, by: store, slot: slot, info.keptName) }
  }
}
