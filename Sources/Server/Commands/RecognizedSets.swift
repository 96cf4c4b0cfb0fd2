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
      let session = connection.session
      if !hearsIdleRequests {
        loop.pulse.begin(workNumber: Self.setNumber | connection.number << WorkNumber.methodBits)
        if let receipt = engine.setUnheard(
          set.path, to: PortableValue(set.value), by: session.id, request: set.id, method: StoreSet.method.name,
          client: session.cause)
        {
          return connection.reply(set.id, to: receipt)
        }
      }
      let path = engine.ownPath(set.path)
      // Somebody else has to be asked: see `StoreCommands`.
      if engine.isProvided(path) { return request(set, at: path, on: connection) }
      loop.pulse.begin(workNumber: Self.setNumber | connection.number << WorkNumber.methodBits)
      noteAsked(toSet: path, id, on: connection)
      do throws(EngineError) {
        var options = Engine.WriteOptions(session: session.id, request: String(set.id))
        options.method = StoreSet.method.name
        options.client = session.cause
        let receipt = try engine.set(path, to: PortableValue(set.value), options)
        connection.reply(set.id, to: receipt)
      } catch {
        Dispatcher.refuse(id, RPCError(error), connection)
      }
    }
  }

  private static let setNumber = WorkNumber.of(StoreSet.method.name)
}
