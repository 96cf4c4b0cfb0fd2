// From a method's name to its handler and back to a reply. A handler is a function from typed params to a typed result; it
// never sees a connection's bytes.

internal import Engine
internal import EventLoop
internal import Wire

/// What a handler gets beside its params.
struct Call {
  let server: Server
  let connection: Connection
  /// The request; nil in a notification.
  let id: RequestID?
  let method: String

  var engine: Engine { server.engine }
  var session: String { connection.session.id }
}

/// The table of handlers.
struct Dispatcher {
  private typealias Handler = (_ params: JSONView?, _ id: RequestID?, _ connection: Connection) -> Void

  private var handlers: [String: Handler] = [:]

  /// Adds the handler of a method. Its result is written for exactly its type, without a box in between.
  mutating func add<Definition: MethodDefinition>(
    _ definition: Definition.Type,
    _ body: @escaping (Definition.Params, Call) throws(RPCError) -> Definition.Result
  ) {
    handle(definition) { (params, call) throws(RPCError) in call.connection.reply(call.id, try body(params, call)) }
  }

  /// The same for methods whose result may be a list of thousands: others are looked after while it is written.
  mutating func addLong<Definition: MethodDefinition>(
    _ definition: Definition.Type,
    _ body: @escaping (Definition.Params, Call) throws(EngineError) -> Definition.Result
  ) {
    handle(definition) { (params, call) throws(RPCError) in
      do throws(EngineError) { call.connection.reply(call.id, inParts: try body(params, call)) } catch {
        throw RPCError(error)
      }
    }
  }

  /// The same for methods that may be answered later.
  mutating func addLater<Definition: MethodDefinition>(
    _ definition: Definition.Type,
    _ body: @escaping (Definition.Params, Call, Reply<Definition.Result>) throws(RPCError) -> Void
  ) {
    addLater(definition, now: { (_, _) throws(RPCError) in nil }, body)
  }

  /// The same for methods that are answered at once, most of the time.
  /// - Parameter now: the result, or `nil` to be answered by `later`.
  mutating func addLater<Definition: MethodDefinition>(
    _ definition: Definition.Type, now: @escaping (Definition.Params, Call) throws(RPCError) -> Definition.Result?,
    _ later: @escaping (Definition.Params, Call, Reply<Definition.Result>) throws(RPCError) -> Void
  ) {
    handle(definition) { (params, call) throws(RPCError) in
      if let result = try now(params, call) { return call.connection.reply(call.id, result) }
      let pending = try call.connection.promise(call.id)
      do throws(RPCError) { try later(params, call, Reply(pending: pending)) } catch { pending.fail(error) }
    }
  }

  private mutating func handle<Definition: MethodDefinition>(
    _ definition: Definition.Type, _ body: @escaping (Definition.Params, Call) throws(RPCError) -> Void
  ) {
    let method = Definition.method
    let name = method.name
    precondition(handlers[name] == nil, "\(name) has two handlers")
    let number = WorkNumber.of(name)
    handlers[name] = { params, id, connection in
      connection.server.loop.pulse.begin(workNumber: number | connection.number << WorkNumber.methodBits)
      do throws(RPCError) {
        var decoded: Definition.Params
        do throws(ShapeError) {
          decoded = try Definition.Params(params: params, strict: connection.session.isStrict)
        } catch {
          throw .invalidParams(error)
        }
        let engine = connection.server.engine
        if connection.session.role != .owner,
          let refusal = connection.session.refusal(of: method, params: params, in: engine)
        {
          throw refusal
        }
        // Behind here nobody sees but the one path that each object has.
        decoded.replacePaths(engine.ownPath)
        connection.server.noteAsked(name, params, id, on: connection)
        try body(decoded, Call(server: connection.server, connection: connection, id: id, method: name))
      } catch {
        Self.refuse(id, error, connection)
      }
    }
  }

  /// The same for commands of which every refusal comes from the engine.
  mutating func addCommand<Definition: MethodDefinition>(
    _ definition: Definition.Type,
    _ body: @escaping (Definition.Params, Call) throws(EngineError) -> Definition.Result
  ) {
    add(definition) { (params, call) throws(RPCError) in
      do throws(EngineError) { return try body(params, call) } catch { throw RPCError(error) }
    }
  }

  func dispatch(_ method: String, _ params: JSONView?, _ id: RequestID?, on connection: Connection) {
    if connection.server.shutdown != nil {
      return Self.refuse(id, .shuttingDown(resume: connection.server.bookmark), connection)
    }
    if id == nil, method == CancelParams.name {
      guard let given = try? CancelParams(params: params, strict: false) else { return }
      connection.pending(given.id)?.cancel()
      return
    }
    guard let handler = handlers[method] else {
      return Self.refuse(id, .methodNotFound(method, among: handlers.keys), connection)
    }
    if connection.session.role != .owner, let entry = MethodTable[method],
      let refusal = connection.session.refusal(of: entry)
    {
      return Self.refuse(id, refusal, connection)
    }
    handler(params, id, connection)
  }

  var methods: some Collection<String> { handlers.keys }

  /// A notification is never answered, not even with an error; the log is the only place left for it.
  static func refuse(_ id: RequestID?, _ error: RPCError, _ connection: Connection) {
    guard let id else {
      connection.server.log(.info, "a notification was refused session=\(connection.session.id) \(error.message)")
      return
    }
    connection.fail(id, error)
  }
}

extension Dispatcher {
  /// Everything the daemon can do.
  static func standard() -> Dispatcher {
    var dispatcher = Dispatcher()
    dispatcher.addSessionCommands()
    dispatcher.addDiscoveryCommands()
    dispatcher.addProgramCommands()
    dispatcher.addDeclarationCommands()
    dispatcher.addStoreCommands()
    dispatcher.addTransactionCommands()
    dispatcher.addBusCommands()
    dispatcher.addDraftCommands()
    dispatcher.addProvideCommands()
    dispatcher.addSubscriptionCommands()
    dispatcher.addSubscriptionControls()
    dispatcher.addPipelineCommands()
    dispatcher.addInspectionCommands()
    dispatcher.addClockCommands()
    dispatcher.addHTTPCommands()
    dispatcher.addServerCommands()
    dispatcher.addStatsCommands()
    dispatcher.addServerControls()
    return dispatcher
  }
}

extension RPCError {
  /// The daemon stops; what it has delivered so far ends here.
  static func shuttingDown(resume: Bookmark) -> RPCError {
    RPCError(
      .shuttingDown, "The daemon is stopping.", ["resume": resume.json],
      hint: "Connect again in a moment, and resume from there.")
  }
}
