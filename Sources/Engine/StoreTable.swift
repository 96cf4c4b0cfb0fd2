import Language

/// All stores and their properties, by path. Paths are looked up once and written often: the text of a whole property is
/// one dictionary look-up.
struct StoreTable {
  private(set) var stores: [String: Store] = [:]
  private var placesGiven = 0
  private(set) var properties: [String: Property] = [:]
  /// The stores further down, by each path that theirs begins with: of a namespace, a type or another store.
  private var inner: [String: [ObjectIdentifier: Store]] = [:]

  subscript(path: String) -> Store? { stores[path] }

  func property(at path: String) -> Property? { properties[path] }

  /// Stores in the order their paths came to be. O(n log n).
  var all: [Store] { stores.values.sorted { $0.place < $1.place } }

  /// The store at a path and those below it, in that order too. O(log n) for each.
  func stores(within path: String) -> [Store] {
    let below = inner[path].map { $0.values.sorted { $0.place < $1.place } } ?? []
    return stores[path].map { [$0] + below } ?? below
  }

  mutating func insert(_ store: Store) {
    if let old = stores.updateValue(store, forKey: store.path) {
      store.place = old.place
      for path in old.pathsAbove { inner[path]?[ObjectIdentifier(old)] = nil }
    } else {
      placesGiven += 1
      store.place = placesGiven
    }
    for path in store.pathsAbove { inner[path, default: [:]][ObjectIdentifier(store)] = store }
    for property in store.properties { properties[property.path] = property }
    store.instance.hostTag = store
  }

  mutating func remove(_ store: Store) {
    guard stores[store.path] === store else { return }
    stores[store.path] = nil
    for path in store.pathsAbove {
      inner[path]?[ObjectIdentifier(store)] = nil
      if inner[path]?.isEmpty == true { inner[path] = nil }
    }
    for property in store.properties where properties[property.path] === property {
      properties[property.path] = nil
    }
    if store.instance.hostTag === store { store.instance.hostTag = nil }
  }
}

extension Store {
  /// The paths that its own begins with, but itself.
  fileprivate var pathsAbove: [String] {
    guard segments.count > 1 else { return [] }
    var paths = [segments[0]]
    for name in segments[1..<(segments.count - 1)] { paths.append(paths[paths.count - 1] + "." + name) }
    return paths
  }
}
