// tx.*: several writes as one.

internal import Engine
internal import Language
internal import Wire

extension Dispatcher {
  mutating func addTransactionCommands() {
    addCommand(TransactionCommit.self) { (params, call) throws(EngineError) in
      let receipt = try call.engine.commit(
        params.ops.map { Engine.Assignment(path: $0.path, value: PortableValue($0.value)) },
        if: params.conditions.map {
          Engine.Condition(path: $0.path, revision: $0.rev, value: $0.value.map { PortableValue($0) })
        },
        Engine.WriteOptions(
          session: call.session, request: call.id?.description, note: params.note, force: params.force))
      return TransactionCommit.Result(rev: receipt.revision, changed: receipt.changes)
    }
  }
}
