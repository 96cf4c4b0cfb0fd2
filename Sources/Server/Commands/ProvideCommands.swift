// provide.*: clients whose objects are stores; and what others ask of them.

internal import Engine
internal import EventLoop
internal import Language
internal import Wire

extension Dispatcher {
  mutating func addProvideCommands() {
    addLater(ProvideOpen.self) { (params, call, reply) throws(RPCError) in
      let give = { [link = call.server.link, session = call.session] (request: ProviderRequest) in
        guard let server = link.server, let connection = server.connection(named: session) else { return }
        connection.ask(ProvideRequest(request, of: params.provider, server))
      }
      call.engine.provide(
        params.provider, ProvidedShape(params), session: call.session, patience: params.deadlineMs * 1_000_000,
        missed: params.missed, takesParts: params.parts, give: params.requests == .pushed ? give : nil
      ) {
        switch $0 {
        case .success(let provided): reply(ProvideOpen.Result(provided))
        case .failure(let error): reply.fail(RPCError(error))
        }
      }
    }
    addCommand(ProvideChange.self) { (params, call) throws(EngineError) in
      let revision = try call.engine.change(
        params.provider, params.changes.map { Engine.Assignment($0) }, session: call.session, note: params.note,
        request: call.id?.description)
      return ProvideChange.Result { $0.rev = revision }
    }
    addLater(ProvideNext.self) { (params, call, reply) throws(RPCError) in
      let server = call.server
      let leave = try call.engineCall { () throws(EngineError) in
        try call.engine.nextRequest(params.provider, session: call.session) {
          switch $0 {
          case .success(let request): reply(ProvideRequest(request, of: params.provider, server))
          case .failure(let error): reply.fail(RPCError(error))
          }
        }
      }
      if let leave { reply.onCancel(leave) }
    }
    addCommand(ProvideAnswer.self) { (params, call) throws(EngineError) in
      let answer: Engine.ProviderAnswer =
        params.working
        ? .working
        : params.error.map { .refused($0) } ?? .value(params.value.map { PortableValue($0) } ?? .null)
      let answered = try call.engine.answer(
        params.provider, params.request, answer, params.changes.map { Engine.Assignment($0) }, session: call.session)
      return ProvideAnswer.Result {
        $0.rev = answered.revision
        $0.wanted = answered.isWanted
      }
    }
    addCommand(ProvideClose.self) { (params, call) throws(EngineError) in
      let revision = try call.engine.closeProvider(params.provider, session: call.session, note: params.note)
      return ProvideClose.Result { $0.rev = revision }
    }
  }
}

// MARK: Writes that a provider is asked for

extension Call {
  func condition(_ path: String, _ revision: Int?, _ value: JSONValue? = nil) -> [Engine.Condition] {
    guard revision != nil || value != nil else { return [] }
    return [Engine.Condition(path: path, revision: revision, value: value.map { PortableValue($0) })]
  }

  /// Asks the owner of what is to be written, and answers when that has.
  func request<Result>(
    _ assignments: [Engine.Assignment], if conditions: [Engine.Condition], _ options: Engine.WriteOptions,
    _ reply: Reply<Result>, _ result: @escaping (Engine.WriteReceipt) -> Result,
    settled: @escaping (inout Result, Int) -> Void
  ) {
    let leave = engine.request(assignments, if: conditions, options) {
      switch $0 {
      case .success(let receipt): settle(options, reply, result(receipt), settled)
      case .failure(let error): reply.fail(RPCError(error))
      }
    }
    if let leave { reply.onCancel(leave) }
  }

  func request(_ params: StoreSet.Params, _ options: Engine.WriteOptions, _ reply: Reply<StoreSet.Result>) {
    request(
      [Engine.Assignment(path: params.path, value: PortableValue(params.value))],
      if: condition(params.path, params.ifRev, params.ifValue), options, reply
    ) {
      StoreSet.Result($0)
    } settled: {
      $0.settled = $1
    }
  }

  func isProvided(_ ops: [TransactionCommit.Operation]) -> Bool { ops.contains { engine.isProvided($0.path) } }

  func request(
    _ params: TransactionCommit.Params, _ options: Engine.WriteOptions, _ reply: Reply<TransactionCommit.Result>
  ) {
    request(
      params.ops.map { Engine.Assignment($0) }, if: params.conditions.map { Engine.Condition($0) }, options, reply
    ) {
      TransactionCommit.Result($0)
    } settled: {
      $0.settled = $1
    }
  }

  func isProvided(commit number: Int) -> Bool { engine.commitRecord(number).map { engine.isProvided($0) } ?? false }

  func requestUndo(_ number: Int, _ options: Engine.WriteOptions, _ reply: Reply<TransactionUndo.Result>) {
    let leave = engine.requestUndo(number, options) {
      switch $0 {
      case .success(let made): settle(options, reply, undone(number, made)) { $0.settled = $1 }
      case .failure(let error): reply.fail(refusal(error))
      }
    }
    if let leave { reply.onCancel(leave) }
  }
}

extension Server {
  /// A `store.set` that was recognised by its bytes, of what another process provides.
  func request(_ set: RecognizedSet, at path: String, on connection: Connection) {
    let id = RequestID.number(set.id)
    let call = Call(server: self, connection: connection, id: id, method: StoreSet.method.name)
    do throws(RPCError) {
      let pending = try connection.promise(id)
      let params = StoreSet.Params(path: path, value: set.value)
      call.request(params, call.options(nil, .applied), Reply(pending: pending))
    } catch {
      Dispatcher.refuse(id, error, connection)
    }
  }
}

// MARK: Shapes

extension ProvidedShape {
  init(_ params: ProvideOpen.Params) {
    self.init(
      namespace: params.namespace, types: params.types,
      stores: params.stores.map { store in
        Store(
          name: store.name, className: store.type,
          properties: store.properties.map {
            Property(
              name: $0.name, typeName: $0.type, isSettable: $0.settable, doc: $0.doc,
              value: $0.value.map { PortableValue($0) })
          },
          methods: store.methods.map { method in
            Method(
              name: method.name,
              parameters: method.parameters.map { Parameter(name: $0.name, label: $0.label, typeName: $0.type) },
              result: method.result, isAsync: method.async, isThrowing: method.throws, doc: method.doc)
          }, doc: store.doc, hearsWatchers: params.watchers || store.watchers)
      })
  }
}

extension Engine.Assignment {
  init(_ change: ProvidedChange) {
    self.init(
      path: change.path, value: PortableValue(change.value), patch: change.patch ? .init(change.format) : nil)
  }
}

extension ProvideRequest {
  init(_ request: ProviderRequest, of provider: String, _ server: Server) {
    self.init {
      $0.provider = provider
      $0.request = request.number
      $0.by = request.cause.by
      $0.client = server.connection(named: request.cause.by)?.session.client?.name
      $0.note = request.cause.note
      $0.at = Timestamp(nanoseconds: request.at)
      $0.seen = request.seen
      $0.conditional = request.isConditional
      $0.deadlineMs = request.patience / 1_000_000
      switch request.kind {
      case .set(let changes):
        $0.type = .set
        $0.changes = changes.map { write in
          var change = ProvidedChange(path: write.path, value: (write.patch ?? write.value).json)
          change.patch = write.patch != nil
          return change
        }
      case .call(let path, let arguments):
        $0.type = .call
        $0.method = path
        $0.args = PortableValue.record(arguments).json
      case .cancel(let number):
        $0.type = .cancel
        $0.request = number
      case .watch(let store, let isWatched):
        $0.type = .watch
        $0.store = store
        $0.watched = isWatched
      }
    }
  }
}

extension ProvideOpen.Result {
  fileprivate init(_ provided: Engine.Provided) {
    self.init {
      $0.provider = provided.provider.name
      $0.rev = provided.revision
      $0.stores = provided.paths
      $0.away = provided.away.map { away in
        ProviderAbsence {
          $0.at = away.at.map { Timestamp(nanoseconds: $0) }
          $0.rev = away.revision
          $0.refused = away.refused
        }
      }
    }
  }
}

extension ProviderInfo {
  init(_ provider: Provider, _ server: Server) {
    self.init {
      $0.name = provider.name
      $0.session = provider.session
      $0.client = server.connection(named: provider.session)?.session.client?.name
      $0.heard = Timestamp(nanoseconds: provider.heardAt)
      $0.waiting = provider.unanswered
      $0.owes = provider.owesSince.map { Timestamp(nanoseconds: $0) }
    }
  }

  init(_ state: Engine.ProviderState, _ server: Server) {
    self.init { $0.name = state.name }
    if let provider = state.provider { self.init(provider, server) }
    stores = state.paths
    left = state.leftAt.map { Timestamp(nanoseconds: $0) }
  }
}
