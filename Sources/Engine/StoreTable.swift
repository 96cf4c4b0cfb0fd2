import Language

/// All stores and their properties, by path. Paths are looked up once and written often: the text of a whole property is
/// one dictionary look-up.
struct StoreTable {
  private(set) var stores: [String: Store] = [:]
  private var placesGiven = 0
  private(set) var properties: [String: Property] = [:]

  subscript(path: String) -> Store? { stores[path] }

  func property(at path: String) -> Property? { properties[path] }

  /// Stores in the order their paths came to be. O(n log n).
  var all: [Store] { stores.values.sorted { $0.place < $1.place } }

  mutating func insert(_ store: Store) {
    if let old = stores.updateValue(store, forKey: store.path) {
      store.place = old.place
    } else {
      placesGiven += 1
      store.place = placesGiven
    }
    for property in store.properties { properties[property.path] = property }
    store.instance.hostTag = store
  }

  mutating func remove(_ store: Store) {
    guard stores[store.path] === store else { return }
    stores[store.path] = nil
    for property in store.properties where properties[property.path] === property {
      properties[property.path] = nil
    }
    if store.instance.hostTag === store { store.instance.hostTag = nil }
  }
}
