import Language

/// How objects become stores and cease to be.
extension Engine {
  /// Makes a store of `instance` at `path`, and of every object its properties hold. Within a transaction, whose commit
  /// tells the values that are news.
  func register(_ instance: Instance, at segments: [String], in namespace: Namespace) {
    if let tag = instance.hostTag, unsafeDowncast(tag, to: Store.self).instance === instance { return }
    let path = segments.joined(separator: ".")
    if let old = stores[path] { withdraw(old) }
    if restoration.isBringingBack {
      restoration.bringBackObjects(of: instance, at: path, in: namespace)
      restoration.bringBackValues(of: instance, at: path, in: namespace)
    }
    let store = Store(path: path, segments: segments, in: namespace, instance: instance)
    var objects: [(slot: Int, name: String, object: Instance)] = []
    for info in instance.properties {
      guard let slot = info.slot else { continue }
      if info.isObject {
        if info.keepsObject {
          store.objects[slot] = info
          restoration.touchedSlots.append((store.path, slot))
        }
        if let object = instance.storedValue(at: slot).object { objects.append((slot, info.name, object)) }
        continue
      }
      guard !info.isLazy, let value = namespace.program.portable(instance.storedValue(at: slot)) else { continue }
      let property = makeProperty(of: store, info, value: value)
      store.properties.append(property)
      while store.bySlot.count <= slot { store.bySlot.append(nil) }
      store.bySlot[slot] = property
    }
    stores.insert(store)
    if store.isTopLevel, let variable = namespace.program.variable(store.localPath) { namespace.touch(variable) }
    delivery.audienceMayHaveChanged()
    transactions.current?.created.append(store)
    for property in store.properties { delivery.attachListeners(to: property) }
    for (slot, name, object) in objects {
      register(object, at: segments + [name], in: namespace)
      store.children[slot] = stores[(segments + [name]).joined(separator: ".")]
    }
  }

  /// The property with the history that its path already has. `revision` 0 marks one whose value is news.
  private func makeProperty(of store: Store, _ info: PropertyInfo, value: PortableValue) -> Property {
    let segments = store.segments + [info.name]
    let path = segments.joined(separator: ".")
    let past = restoration.values[path]
    let isNews = past?.value != value
    return Property(
      path: path, segments: segments, store: store, info: info, isSecret: secrets?.matches(segments) ?? false,
      value: value,
      revision: isNews ? 0 : past?.revision ?? 0, at: isNews ? date : past?.at ?? date, version: past?.version ?? 0)
  }

  /// Takes a store and the objects it holds out of the tree of paths.
  func withdraw(_ store: Store) {
    for child in store.children.values { withdraw(child) }
    transactions.current?.removed += store.properties
    stores.remove(store)
  }

  /// A property that held an object holds another one now, or none.
  func exchangeChild(of store: Store, slot: Int, _ old: Store?, _ transaction: Transaction) {
    let present = store.instance.storedValue(at: slot).object
    guard present !== old?.instance, let info = store.objects[slot], stores[store.path] === store else { return }
    restoration.touchedSlots.append((store.path, slot))
    if let old { withdraw(old) }
    store.children[slot] = nil
    guard let present else { return }
    let segments = store.segments + [info.name]
    register(present, at: segments, in: store.namespace)
    store.children[slot] = stores[segments.joined(separator: ".")]
  }
}
