// session.*: who is there, and what both sides can do.

internal import Engine
internal import EventLoop
internal import Wire

extension Dispatcher {
  mutating func addSessionCommands() {
    add(SessionHello.self) { (params, call) throws(RPCError) in try call.hello(params) }
    add(SessionPing.self) { params, _ in params }
    add(SessionBye.self) { _, call in
      call.connection.finish()
      return Nothing()
    }
  }
}

extension Call {
  fileprivate func hello(_ params: SessionHello.Params) throws(RPCError) -> SessionHello.Result {
    guard params.protocols.contains("1") else {
      throw RPCError(
        .protocolVersion, "None of the protocols offered is spoken here.", ["supported": ["1"]],
        hint: "This is combined \(Server.version); install a client that speaks protocol 1.")
    }
    let wanted = params.features.compactMap(Feature.init)
    connection.session.client = params.client
    connection.session.cause = params.client.map { Cause.Client(name: $0.name, pid: $0.pid) }
    if let client = connection.session.cause { engine.introduce(client, in: session) }
    connection.session.features = Set(wanted)
    if server.hearsIdleRequests || wanted.contains(.requests) { server.noteListeners() }
    connection.session.isStrict = params.strict
    if let role = params.role { connection.session.role.lower(to: role) }
    server.tellBeginning(to: connection)
    let peer = connection.session.peer
    return SessionHello.Result {
      $0.session = session
      $0.server = server.agent
      $0.epoch = engine.epoch
      $0.rev = engine.revision
      $0.oldestRev = engine.delivery.oldestRevision
      $0.durableRev = engine.durableRevision
      $0.clock = server.clockReading
      $0.features = Feature.allCases.map(\.rawValue)
      $0.limits = server.sessionLimits
      $0.you.uid = Int(peer.uid)
      $0.you.gid = Int(peer.gid)
      $0.you.role = connection.session.role.rawValue
      $0.secrets = engine.secretPatterns
    }
  }
}

extension Server {
  /// Who we are.
  var agent: Agent { Agent(name: "combined", version: Server.version, pid: Int(PeerCredentials.own.pid)) }

  var clockReading: ClockReading {
    ClockReading {
      $0.mode = clockOwner == nil ? .real : .virtual
      $0.now = Timestamp(nanoseconds: engine.date)
    }
  }

  /// What one connection may use.
  var sessionLimits: SessionLimits {
    SessionLimits {
      $0.frame = settings.frameBytesMax
      $0.batch = settings.batchMax
      $0.inflight = settings.inflightMax
      $0.subs = engine.limits.subscriptionsPerSession
      $0.queue = settings.eventBytesQueued
    }
  }
}
