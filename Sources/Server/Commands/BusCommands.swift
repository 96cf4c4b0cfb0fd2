// bus.*: notifications to programs.

internal import Engine
internal import Language
internal import Wire

extension Dispatcher {
  mutating func addBusCommands() {
    addLater(BusPost.self) { (params, call, reply) throws(RPCError) in
      guard !params.name.isEmpty else {
        throw .invalidParams(param: "name", expected: "a text that is not empty", "A notification has a name.")
      }
      switch params.userInfo {
      case nil, .object: break
      default:
        throw .invalidParams(param: "userInfo", expected: "an object", "What a notification tells has names.")
      }
      let options = call.options(params.note, params.until)
      let receipt = try call.engineCall { () throws(EngineError) in
        try call.engine.post(
          params.name, object: params.object.map { PortableValue($0) },
          userInfo: params.userInfo.map { PortableValue($0) }, in: params.namespace ?? "", options)
      }
      let result = BusPost.Result {
        $0.rev = receipt.revision
        $0.receivers = receipt.receivers
      }
      call.settle(options, reply, result) { $0.settled = $1 }
    }
  }
}
