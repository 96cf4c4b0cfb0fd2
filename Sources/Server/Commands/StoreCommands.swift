// store.*: reading and writing the values of stores.

internal import Engine
internal import Language
internal import Wire

extension Dispatcher {
  mutating func addStoreCommands() {
    addCommand(StoreList.self) { (params, call) throws(EngineError) in
      let pattern = try params.pattern.map { text throws(EngineError) in try PathPattern(text) }
      let stores = call.engine.storeList.filter { store in
        pattern?.matches(store.path.split(separator: ".").map(String.init)) ?? true
      }
      return StoreList.Result(rev: call.engine.revision, stores: stores.map { StoreInfo($0) })
    }
    addCommand(StoreGet.self) { (params, call) throws(EngineError) in
      let reading = try call.engine.get(params.path)
      return StoreGet.Result(
        path: reading.path, value: reading.value.json, type: reading.typeName, rev: reading.revision,
        v: reading.version, at: Timestamp(nanoseconds: reading.at))
    }
    addCommand(StoreSet.self) { (params, call) throws(EngineError) in
      let receipt = try call.engine.set(
        params.path, to: PortableValue(params.value),
        Engine.WriteOptions(
          session: call.session, request: call.id?.description, note: params.note, ifRevision: params.ifRev,
          ifValue: params.ifValue.map { PortableValue($0) }, force: params.force))
      return StoreSet.Result(rev: receipt.revision, v: receipt.version, changed: receipt.changed)
    }
  }
}

extension StoreInfo {
  /// A store as clients see it: what is private is not listed.
  init(_ store: Store) {
    self.init(
      path: store.path, type: store.className,
      properties: store.properties.filter(\.isVisible).map { property in
        PropertyEntry(
          path: property.path, type: property.info.typeName,
          access: property.info.isSettable ? .readWrite : .readOnly, observable: property.isWatchable)
      })
  }
}
