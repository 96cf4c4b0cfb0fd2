// rpc.discover: the protocol's description of itself, and of what exists here now.

internal import Engine
internal import Wire

extension Dispatcher {
  mutating func addDiscoveryCommands() {
    add(Discover.self) { _, call in
      OpenRPC.document(stores: .array(call.engine.storeList.map { StoreInfo($0).json }))
    }
  }
}
