// The `store.set` that a client sends again and again: see `RecurringSet` in `Wire`.

internal import Engine
internal import EventLoop
internal import Language
internal import Wire

extension Server {
  /// What `dispatch` does with a `store.set`, for a request that was recognised by its bytes, of a client that may do everything.
  func set(_ set: RecognizedSet, on connection: Connection) {
    let id = RequestID.number(set.id)
    if !connection.inflight.isEmpty, connection.inflight[id] != nil { return connection.fail(id, .duplicateID(id)) }
    serve(id, on: connection, needsEngine: true) {
      let path = engine.ownPath(set.path)
      // Somebody else has to be asked: see `StoreCommands`.
      if engine.isProvided(path) { return request(set, at: path, on: connection) }
      loop.pulse.begin(workNumber: Self.setNumber | connection.number << WorkNumber.methodBits)
      noteAsked(toSet: path, id, on: connection)
      do throws(EngineError) {
        var options = Engine.WriteOptions(session: connection.session.id, request: String(set.id))
        options.method = "store.set"
        options.client = connection.session.cause
        let receipt = try engine.set(path, to: PortableValue(set.value), options)
        connection.reply(set.id, to: receipt)
      } catch {
        Dispatcher.refuse(id, RPCError(error), connection)
      }
    }
  }

  private static let setNumber = WorkNumber.of(StoreSet.method.name)
}
