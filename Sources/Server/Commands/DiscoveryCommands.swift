// rpc.discover: the protocol's description of itself, and of what exists here now.

internal import Engine
internal import Wire

extension Dispatcher {
  mutating func addDiscoveryCommands() {
    add(Discover.self) { _, call in
      OpenRPC.document(for: call)
    }
  }
}
