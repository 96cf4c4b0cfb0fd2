// store.*: reading and writing the values of stores.

internal import Engine
internal import Language
internal import Wire

/// Stores that are described between two looks after others.
private let storesAtOnce = 64

extension Dispatcher {
  mutating func addStoreCommands() {
    addLong(StoreList.self) { (params, call) throws(EngineError) in
      let pattern = try params.pattern.map { text throws(EngineError) in try PathPattern(text) }
      let stores = call.engine.storeList.filter { store in
        pattern?.matches(store.path.split(separator: ".").map(String.init)) ?? true
      }
      return StoreList.Result {
        $0.rev = call.engine.revision
        let owners = params.owners ? call.engine.ownership(of: stores) : []
        $0.stores = stores.enumerated().map { index, store in
          if index % storesAtOnce == storesAtOnce - 1 { call.server.lookAfterOthers() }
          var info = StoreInfo(store, withValues: params.values)
          info.provider = call.engine.provider(of: store).map { ProviderInfo($0, call.server) }
          if params.owners { info.owner = StoreOwner(owners[index]) }
          return info
        }
        if params.values || $0.stores.contains(where: { $0.provider != nil }) {
          $0.now = Timestamp(nanoseconds: call.engine.date)
        }
      }
    }
    addCommand(StoreGet.self) { (params, call) throws(EngineError) in
      let reading = try call.engine.get(params.path, isStored: params.stored)
      var result = StoreGet.Result()
      result.path = reading.path
      result.type = reading.typeName
      result.rev = reading.revision
      result.v = reading.version
      result.at = Timestamp(nanoseconds: reading.at)
      if let offset = params.offset {
        (result.text, result.size) = reading.value.text(from: offset, length: params.length)
      } else {
        result.value = reading.value.json
      }
      return result
    }
    addLater(StoreSet.self) { (params, call) throws(RPCError) in
      guard params.until == .applied, !call.engine.isProvided(params.path) else { return nil }
      return StoreSet.Result(try call.set(params, call.options(params.note, params.until)))
    } _: { (params, call, reply) throws(RPCError) in
      let options = call.options(params.note, params.until)
      if call.engine.isProvided(params.path) { return call.request(params, options, reply) }
      let receipt = try call.set(params, options)
      call.settle(options, reply, StoreSet.Result(receipt)) { $0.settled = $1 }
    }
    addLater(StorePatch.self) { (params, call, reply) throws(RPCError) in
      var options = call.options(params.note, params.until)
      options.ifRevision = params.ifRev
      options.force = params.force
      if call.engine.isProvided(params.path) {
        let patch = Engine.Assignment(
          path: params.path, value: PortableValue(params.patch), patch: .init(params.format))
        return call.request([patch], if: call.condition(params.path, params.ifRev), options, reply) {
          StoreSet.Result($0)
        } settled: {
          $0.settled = $1
        }
      }
      let receipt = try call.engineCall { () throws(EngineError) in
        try call.engine.patch(params.path, PortableValue(params.patch), .init(params.format), options)
      }
      call.settle(options, reply, StoreSet.Result(receipt)) { $0.settled = $1 }
    }
    addLater(StoreCall.self) { (params, call, reply) throws(RPCError) in
      let options = call.options(params.note, params.until)
      let arguments = params.arguments.map { PortableValue($0) }
      let leave = call.engine.call(params.path, arguments, options, isSingleFlight: params.isSingleFlight) {
        switch $0 {
        case .success(var outcome):
          outcome.printed = call.replied(outcome.printed)
          call.settle(options, reply, StoreCall.Result(outcome, call.engine)) { $0.settled = $1 }
        case .failure(let error): reply.fail(RPCError(error))
        }
      }
      if let leave { reply.onCancel(leave) }
    }
    addCommand(StoreReset.self) { (params, call) throws(EngineError) in
      let receipt = try call.engine.reset(params.path, call.options(params.note, .applied))
      return TransactionCommit.Result(receipt)
    }
  }
}

extension Call {
  fileprivate func set(_ params: StoreSet.Params, _ options: consuming Engine.WriteOptions) throws(RPCError)
    -> Engine.WriteReceipt
  {
    options.ifRevision = params.ifRev
    if let value = params.ifValue { options.ifValue = PortableValue(value) }
    options.force = params.force
    do throws(EngineError) {
      return try engine.set(params.path, to: PortableValue(params.value), options)
    } catch { throw RPCError(error) }
  }

  /// What every write tells the engine.
  func options(_ note: String?, _ stage: WriteStage) -> Engine.WriteOptions {
    var options = Engine.WriteOptions(session: session, request: id?.description, note: note)
    options.isToBeDurable = stage == .durable
    options.method = method
    options.client = connection.session.cause
    if stage == .derived { options.activity = Activity() }
    return options
  }

  func engineCall<Result>(_ body: () throws(EngineError) -> Result) throws(RPCError) -> Result {
    do throws(EngineError) { return try body() } catch { throw RPCError(error) }
  }

  /// Answers a write at once, when everything that follows from it has happened, or when it is on the disk.
  func settle<Result>(
    _ options: Engine.WriteOptions, _ reply: Reply<Result>, _ result: Result,
    _ note: @escaping (inout Result, Int) -> Void
  ) {
    if options.isToBeDurable { return server.whenDurable { reply(result) } }
    guard let activity = options.activity else { return reply(result) }
    let engine = engine
    func answer() {
      var settled = result
      note(&settled, activity.revision)
      reply(settled)
    }
    if activity.isSettled { return answer() }
    activity.onSettled = { engine.atEndOfTurn(answer) }
    reply.onCancel { activity.onSettled = nil }
  }
}

extension StoreCall.Result {
  fileprivate init(_ outcome: Engine.CallOutcome, _ engine: Engine) {
    self.init {
      $0.rev = outcome.revision
      $0.printed = outcome.printed
      guard let value = outcome.value else { return }
      $0.type = value.typeName
      $0.text = value.text
      $0.value = engine.plain(value.value)?.json
    }
  }
}

extension StoreSet.Result {
  init(_ receipt: Engine.WriteReceipt) {
    self.init()
    rev = receipt.revision
    v = receipt.version
    changed = receipt.changed
  }
}

extension EnginePatchFormat {
  init(_ format: WirePatchFormat) {
    switch format {
    case .native: self = .native
    case .merge: self = .merge
    case .jsonPatch: self = .jsonPatch
    }
  }
}

extension PortableValue {
  /// A piece of the value's JSON text, cut between characters, and the length of the whole.
  fileprivate func text(from offset: Int, length: Int?) -> (String, Int) {
    var writer = JSONWriter()
    write(to: &writer)
    let bytes = Array(writer.text.utf8)
    var start = min(offset, bytes.count)
    while start < bytes.count, bytes[start] & 0xc0 == 0x80 { start += 1 }
    // Escaped once more, as a string, a piece can become several times as long.
    var end = min(start + (length ?? 262_144), bytes.count)
    while end < bytes.count, end > start, bytes[end] & 0xc0 == 0x80 { end -= 1 }
    // A character longer than the piece comes whole: who asks piece by piece gets on.
    if end == start, start < bytes.count {
      end += 1
      while end < bytes.count, bytes[end] & 0xc0 == 0x80 { end += 1 }
    }
    return (String(decoding: bytes[start..<end], as: UTF8.self), bytes.count)
  }
}

extension StoreOwner {
  fileprivate init(_ ownership: Ownership) {
    self.init {
      switch ownership.kind {
      case .daemon: $0.kind = .daemon
      case .namespace(let name): ($0.kind, $0.name) = (.namespace, name)
      case .owned(let name, .session(let session)): ($0.kind, $0.name, $0.session) = (.session, name, session)
      case .owned(let name, .watchers): ($0.kind, $0.name) = (.watchers, name)
      case .store(let path): ($0.kind, $0.name) = (.store, path)
      case .provider(let name): ($0.kind, $0.name) = (.provider, name)
      }
      $0.holders = ownership.holders
      $0.watchers = ownership.watchers
      switch ownership.work {
      case .none: break
      case .waiting: $0.work = .waiting
      case .running: $0.work = .running
      }
      $0.drafts = ownership.drafts.map { draft in
        StoreDraft { ($0.session, $0.draft, $0.path) = (draft.session, draft.name, draft.path) }
      }
    }
  }
}

extension StoreInfo {
  /// A store as clients see it: what is private is not listed.
  init(_ store: Store, withValues: Bool = false) {
    self.init {
      $0.path = store.path
      $0.type = store.className
      $0.namespace = store.namespaceName.isEmpty ? nil : store.namespaceName
      $0.properties = store.visibleProperties.map { property in
        PropertyEntry {
          $0.path = property.path
          $0.type = property.info.typeName
          $0.access = property.info.isSettable ? .readWrite : .readOnly
          $0.observable = property.isWatchable
          $0.secret = property.isSecret
          guard withValues else { return }
          $0.value = property.redacted.json
          $0.rev = property.revision
          $0.at = Timestamp(nanoseconds: property.at)
        }
      }
    }
  }
}
