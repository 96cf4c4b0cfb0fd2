// What the stores of a list have besides the properties that it tells: methods, and what is computed.
import ClientConnection
import Wire

extension Session {
  /// So many stores are asked, and so many computed properties.
  private static let storesMax = 64
  private static let valuesMax = 32

  func gatherSchemas(of stores: [StoreInfo], then use: @escaping ([String: StoreSchema.Result]) -> Void) {
    gather(stores.prefix(Self.storesMax), [:], then: use)
  }

  private func gather(
    _ stores: ArraySlice<StoreInfo>, _ schemas: [String: StoreSchema.Result],
    then use: @escaping ([String: StoreSchema.Result]) -> Void
  ) {
    guard let store = stores.first else { return use(schemas) }
    let params = StoreSchema.Params { $0.path = store.path }
    ask(StoreSchema.self, params) { [unowned self] _ in
      // Gone meanwhile.
      gather(stores.dropFirst(), schemas, then: use)
    } then: { [unowned self] schema in
      var schemas = schemas
      schemas[store.path] = schema
      gather(stores.dropFirst(), schemas, then: use)
    }
  }

  /// The computed properties of stores with their values, by store. What is lazy and was never used is not made for it.
  func gatherComputed(of stores: [StoreInfo], then use: @escaping ([String: [ValueRenderer.ComputedValue]]) -> Void) {
    gatherSchemas(of: stores) { [unowned self] schemas in
      let entries = stores.flatMap { store in
        (schemas[store.path]?.computed ?? []).map { (store: store.path, entry: $0) }
      }
      evaluate(entries.prefix(Self.valuesMax), [:], then: use)
    }
  }

  private func evaluate(
    _ entries: ArraySlice<(store: String, entry: ComputedEntry)>, _ found: [String: [ValueRenderer.ComputedValue]],
    then use: @escaping ([String: [ValueRenderer.ComputedValue]]) -> Void
  ) {
    guard let (store, entry) = entries.first else { return use(found) }
    func goOn(_ value: JSONValue?, _ failure: String?) {
      var found = found
      found[store, default: []].append(.init(entry: entry, value: value, failure: failure))
      evaluate(entries.dropFirst(), found, then: use)
    }
    if entry.unmade { return goOn(nil, nil) }
    ask(StoreGet.self, .init(path: entry.path)) { error in
      goOn(nil, error.message)
    } then: { result in
      goOn(result.value, nil)
    }
  }
}
