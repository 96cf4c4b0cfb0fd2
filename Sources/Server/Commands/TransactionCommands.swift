// tx.*: several writes as one.

internal import Engine
internal import Language
internal import Wire

extension Dispatcher {
  mutating func addTransactionCommands() {
    addLater(TransactionCommit.self) { (params, call) throws(RPCError) in
      guard params.until != .derived else { return nil }
      return try call.commit(params, call.options(params.note, params.until))
    } _: { (params, call, reply) throws(RPCError) in
      let options = call.options(params.note, params.until)
      call.settle(options, reply, try call.commit(params, options)) { $0.settled = $1 }
    }
  }
}

extension Call {
  fileprivate func commit(_ params: TransactionCommit.Params, _ given: Engine.WriteOptions) throws(RPCError)
    -> TransactionCommit.Result
  {
    var options = given
    options.force = params.force
    do throws(EngineError) {
      let receipt = try engine.commit(
        params.ops.map {
          Engine.Assignment(
            path: $0.path, value: PortableValue($0.value), patch: $0.patch == nil ? nil : EnginePatchFormat($0.format))
        },
        if: params.conditions.map {
          Engine.Condition(path: $0.path, revision: $0.rev, value: $0.value.map { PortableValue($0) })
        }, options)
      return TransactionCommit.Result(receipt)
    } catch { throw RPCError(error) }
  }
}

extension TransactionCommit.Result {
  init(_ receipt: Engine.WriteReceipt) {
    self.init {
      $0.rev = receipt.revision
      $0.changed = receipt.changes
    }
  }
}
