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
    connection.session.features = Set(wanted)
    connection.session.isStrict = params.strict
    let peer = connection.session.peer
    return SessionHello.Result(
      session: session, server: server.agent, epoch: engine.epoch, rev: engine.revision,
      oldestRev: engine.oldestRevision, durableRev: engine.durableRevision, clock: server.clockReading,
      features: Feature.allCases.map(\.rawValue), limits: server.sessionLimits,
      you: PeerInfo(
        uid: Int(peer.uid), gid: Int(peer.gid), role: connection.session.role.rawValue), secrets: engine.secretPatterns)
  }
}

extension Server {
  /// Who we are.
  var agent: Agent { Agent(name: "combined", version: Server.version, pid: Int(PeerCredentials.own.pid)) }

  var clockReading: ClockReading {
    ClockReading(mode: clockOwner == nil ? .real : .virtual, now: Timestamp(nanoseconds: engine.date))
  }

  /// What one connection may use.
  var sessionLimits: SessionLimits {
    SessionLimits(
      frame: settings.frameBytesMax, batch: settings.batchMax, inflight: settings.inflightMax,
      subs: engine.limits.subscriptionsPerSession,
      queue: settings.eventBytesQueued)
  }
}
