// tx.*: several writes as one.

internal import Engine
internal import Language
internal import Wire

extension Dispatcher {
  mutating func addTransactionCommands() {
    addLater(TransactionCommit.self) { (params, call) throws(RPCError) in
      guard params.until == .applied, !call.isProvided(params.ops) else { return nil }
      return try call.commit(params, call.options(params.note, params.until))
    } _: { (params, call, reply) throws(RPCError) in
      let options = call.options(params.note, params.until)
      if call.isProvided(params.ops) { return call.request(params, options, reply) }
      call.settle(options, reply, try call.commit(params, options)) { $0.settled = $1 }
    }
    addLater(TransactionUndo.self) { (params, call) throws(RPCError) in
      guard params.until == .applied else { return nil }
      let number = try call.undoable(params)
      if call.isProvided(commit: number) { return nil }
      return try call.undo(number, call.options(params.note ?? "undo of \(number)", params.until))
    } _: { (params, call, reply) throws(RPCError) in
      let number = try call.undoable(params)
      let options = call.options(params.note ?? "undo of \(number)", params.until)
      if call.isProvided(commit: number) { return call.requestUndo(number, options, reply) }
      call.settle(options, reply, try call.undo(number, options)) { $0.settled = $1 }
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
          Engine.Assignment($0)
        }, if: params.conditions.map { Engine.Condition($0) }, options)
      return TransactionCommit.Result(receipt)
    } catch { throw RPCError(error) }
  }
}

extension Engine.Assignment {
  init(_ operation: TransactionCommit.Operation) {
    self.init(
      path: operation.path, value: PortableValue(operation.value),
      patch: operation.patch == nil ? nil : EnginePatchFormat(operation.format))
  }
}

extension Engine.Condition {
  init(_ condition: TransactionCommit.Condition) {
    self.init(path: condition.path, revision: condition.rev, value: condition.value.map { PortableValue($0) })
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

extension Call {
  /// The commit that is to be set back.
  fileprivate func undoable(_ params: TransactionUndo.Params) throws(RPCError) -> Int {
    if let number = params.rev ?? engine.lastCommit(of: session) { return number }
    throw RPCError(
      .validation, "You have changed nothing yet on this connection.", ["path": "rev", "rule": "it names a commit"],
      hint: "Name the commit; the history of a path has them.")
  }

  fileprivate func undo(_ number: Int, _ options: Engine.WriteOptions) throws(RPCError) -> TransactionUndo.Result {
    do throws(Engine.UndoRefusal) { return undone(number, try engine.undo(number, options)) } catch {
      throw refusal(error)
    }
  }

  func undone(_ number: Int, _ made: CommitRecord?) -> TransactionUndo.Result {
    var told = ChangesInReply(engine)
    return TransactionUndo.Result {
      $0.rev = made?.revision ?? engine.revision
      $0.undone = number
      $0.changes = made?.changes.map { told.change($0) } ?? []
    }
  }

  func refusal(_ refusal: Engine.UndoRefusal) -> RPCError {
    switch refusal {
    case .engine(let error): return RPCError(error)
    case .forgotten(let number, let oldest):
      return RPCError(
        .notFound, "Commit \(number) is not in the history any more; it begins with commit \(oldest).",
        ["path": .string("rev")])
    case .noValueBefore(let number, let path):
      return RPCError(
        .validation, "Commit \(number) brought '\(path)' into being, or took it away: it has no value to go back to.",
        ["path": .string(path), "rule": "a commit that is set back changed values"],
        hint: "Remove the declaration instead.")
    case .removedSince(let number, let path):
      return RPCError(
        .notFound, "Commit \(number) changed '\(path)', which has been removed since; nothing of it is set back.",
        ["path": .string(path)],
        hint: "Set what is left of it yourself: the commit's changes are in the history of their paths.")
    case .changedSince(let number, let path, let value, let later):
      let client = server.connection(named: later.cause.by)?.session.client?.name
      let who = client.map { "\($0) (\(later.cause.by))" } ?? later.cause.by
      var error = RPCError(
        .conflict,
        "'\(path)' has changed since commit \(number): commit \(later.revision), by \(who), made it \(value.json).",
        [
          "path": .string(path), "rev": .int(later.revision), "value": value.json, "by": .string(later.cause.by),
        ], hint: "Set back commit \(later.revision) first, or set '\(path)' yourself.")
      if let client { error.fields.append(.init("client", .string(client))) }
      return error
    }
  }
}
