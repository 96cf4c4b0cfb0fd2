import Language

/// All stores and their properties, by path. Paths are looked up once and written often: the text of a whole property is
/// one dictionary look-up.
struct StoreTable {
  private(set) var stores: [String: Store] = [:]
  /// Names in the order they were defined.
  private(set) var order: [String] = []
  private(set) var properties: [String: Property] = [:]

  subscript(path: String) -> Store? { stores[path] }

  func property(at path: String) -> Property? { properties[path] }

  /// Stores in the order they were defined.
  var all: [Store] { order.compactMap { stores[$0] } }

  mutating func insert(_ store: Store) {
    if stores.updateValue(store, forKey: store.path) == nil { order.append(store.path) }
    for property in store.properties { properties[property.path] = property }
    store.instance.hostTag = store
  }

  mutating func remove(_ store: Store) {
    guard stores[store.path] === store else { return }
    stores[store.path] = nil
    order.removeAll { $0 == store.path }
    for property in store.properties where properties[property.path] === property {
      properties[property.path] = nil
    }
    if store.instance.hostTag === store { store.instance.hostTag = nil }
  }
}
