// server.*: who is there, and what they may use.

internal import Engine
internal import EventLoop
internal import Language
internal import Wire

extension Dispatcher {
  mutating func addServerControls() {
    add(ServerClients.self) { _, call in
      ServerClients.Result {
        $0.clients = call.server.connectionsByAge.map { ClientInfo($0, asked: $0 === call.connection) }
      }
    }
    add(ServerKick.self) { (params, call) throws(RPCError) in
      guard let connection = call.server.connection(named: params.session) else {
        throw RPCError(
          .notFound, "There is no connection '\(params.session)'.", ["path": .string(params.session)],
          hint: "server.clients lists them.")
      }
      call.server.log(
        .notice,
        "a client is sent away session=\(params.session) by=\(call.session) reason=\(params.reason ?? "none given")")
      call.server.stopRunning(for: connection, nil, "its client was sent away")
      call.server.afterRunning {
        for feed in connection.session.feedsByName { connection.server.close(feed, .kicked) }
        connection.notify(.closing(text: "You were sent away\(params.reason.map { ": " + $0 } ?? ".")", setting: nil))
        connection.finish()
      }
      return ServerKick.Result { $0.session = params.session }
    }
    add(ServerConfig.self) { (params, call) throws(RPCError) in
      if let changes = params.set { try call.server.configure(changes) }
      return ServerConfig.Result { $0.settings = call.server.settingList }
    }
  }
}

extension ClientInfo {
  /// - Parameter asked: Whether it is the client that is to be told. What waits for that are answers like this one.
  init(_ connection: Connection, asked: Bool) {
    self.init()
    let session = connection.session
    self.session = session.id
    name = session.client?.name
    version = session.client?.version
    uid = Int(session.peer.uid)
    gid = Int(session.peer.gid)
    pid = Int(session.peer.pid)
    role = session.role.rawValue
    since = Timestamp(nanoseconds: session.since)
    subs = session.feeds.count
    inflight = connection.inflightCount
    unread = asked ? 0 : connection.waitingBytes
    let traffic = connection.traffic
    requests = traffic.requests
    events = traffic.events
    received = traffic.received
    sent = traffic.sent
    lost = traffic.lost
    for feed in session.feeds.values {
      lost += feed.subscription.lost
      queued += feed.subscription.queuedCount
      let lag = connection.delivery.lag(of: feed.subscription)
      behind = max(behind, lag.commits)
      behindMs = max(behindMs, lag.nanoseconds / 1_000_000)
    }
  }
}

/// A number that bounds something, by name.
private struct Setting: Sendable {
  let name: String
  let about: String
  var range = 0...0
  let get: @Sendable (Server) -> Int
  /// Missing for what belongs to the protocol, or is decided when the daemon starts.
  var set: (@Sendable (Server, Int) -> Void)?
  let usual: Int

  static let all: [Setting] = [
    Setting(
      name: "limits.clients", about: "connections at the same time", range: 1...65_536,
      get: { $0.settings.connectionsMax }, set: { $0.settings.connectionsMax = $1 },
      usual: ServerSettings().connectionsMax),
    Setting(
      name: "limits.subs", about: "subscriptions of one connection", range: 1...65_536,
      get: { $0.engine.limits.subscriptionsPerSession }, set: { $0.engine.limits.subscriptionsPerSession = $1 },
      usual: Engine.Limits().subscriptionsPerSession),
    Setting(
      name: "limits.inflight", about: "requests of one connection that have not been answered", range: 1...65_536,
      get: { $0.settings.inflightMax }, set: { $0.settings.inflightMax = $1 }, usual: ServerSettings().inflightMax),
    Setting(
      name: "limits.queue", about: "bytes of unread events after which further ones of a connection are held back",
      range: 4096...(64 << 20), get: { $0.settings.eventBytesQueued }, set: { $0.settings.eventBytesQueued = $1 },
      usual: ServerSettings().eventBytesQueued),
    Setting(
      name: "limits.replies", about: "bytes of unread replies after which further requests of a connection wait",
      range: 65_536...(1 << 30), get: { $0.settings.outboxBytesMax }, set: { $0.settings.outboxBytesMax = $1 },
      usual: ServerSettings().outboxBytesMax),
    Setting(
      name: "limits.stallMs", about: "how long a connection with that much may read nothing before it is closed",
      range: 100...86_400_000, get: { Int($0.settings.writeStall.wholeNanoseconds / 1_000_000) },
      set: { $0.settings.writeStall = .milliseconds($1) },
      usual: Int(ServerSettings().writeStall.wholeNanoseconds / 1_000_000)),
    Setting(
      name: "limits.timers", about: "timers that fire in one turn before others have theirs", range: 1...1_000_000,
      get: { $0.engine.limits.timersPerTurn }, set: { $0.engine.limits.timersPerTurn = $1 },
      usual: Engine.Limits().timersPerTurn),
    Setting(
      name: "limits.memory",
      about: "bytes that may wait for all clients together; over it those with most are given a reason and closed",
      range: (1 << 20)...(1 << 36), get: { $0.settings.bufferBytesMax }, set: { $0.settings.bufferBytesMax = $1 },
      usual: ServerSettings().bufferBytesMax),
    Setting(
      name: "limits.value", about: "bytes of one property's value, as JSON", range: 1024...(64 << 20),
      get: { $0.engine.limits.valueBytes }, set: { $0.engine.limits.valueBytes = $1 },
      usual: Engine.Limits().valueBytes),
    Setting(
      name: "limits.transactionMs",
      about: "how long others wait for a transaction that has changed something, before it is stopped",
      range: 10...3_600_000, get: { Int($0.settings.transactionTime.wholeNanoseconds / 1_000_000) },
      set: { $0.settings.transactionTime = .milliseconds($1) },
      usual: Int(ServerSettings().transactionTime.wholeNanoseconds / 1_000_000)),
    Setting(
      name: "limits.graceMs", about: "how long a stopping daemon waits for clients to take what is theirs",
      range: 0...60_000, get: { Int($0.settings.shutdownGrace.wholeNanoseconds / 1_000_000) },
      set: { $0.settings.shutdownGrace = .milliseconds($1) },
      usual: Int(ServerSettings().shutdownGrace.wholeNanoseconds / 1_000_000)),
    Setting(
      name: "limits.commits", about: "commits in memory, for who is behind; older ones are read from disk",
      get: { $0.engine.limits.commitsInMemory }, usual: Engine.Limits().commitsInMemory),
    Setting(
      name: "limits.frame", about: "bytes of a line", get: { $0.settings.frameBytesMax },
      usual: WireLimits.frameBytesMax),
    Setting(
      name: "limits.batch", about: "members of a batch", get: { $0.settings.batchMax }, usual: WireLimits.batchMax),
    Setting(
      name: "limits.depth", about: "levels of nesting in a message", get: { _ in WireLimits.depthMax },
      usual: WireLimits.depthMax),
    Setting(
      name: "limits.source", about: "bytes of a text to check", get: { $0.engine.limits.language.sourceBytes },
      usual: Engine.Limits().language.sourceBytes),
    activation(
      "limits.steps", "calls and loop turns of one activation of a program", 1000...1_000_000_000_000,
      \.stepsPerActivation),
    activation("limits.calls", "nested calls of a program's functions", 16...100_000, \.callDepth),
    activation("limits.elements", "elements of a collection, bytes of a string", 65_536...(1 << 30), \.valueCount),
    activation(
      "limits.growth", "bytes by which the daemon may grow in one activation of a program", (16 << 20)...(1 << 40),
      \.memoryBytes),
    activation(
      "limits.process", "bytes the daemon may have in all before programs that want more are stopped",
      (64 << 20)...(1 << 40), \.processBytes),
  ]

  private static func activation(
    _ name: String, _ about: String, _ range: ClosedRange<Int>,
    _ place: any WritableKeyPath<Limits, Int> & Sendable
  ) -> Setting {
    Setting(
      name: name, about: about, range: range, get: { $0.engine.limits.language[keyPath: place] },
      set: { $0.engine.limits.language[keyPath: place] = $1 }, usual: Limits.standard[keyPath: place])
  }
}

extension Server {
  /// Sets a limit before the first client: `steps=1000000` for `limits.steps`.
  /// - Returns: what is wrong with it, if it is refused.
  public func limit(_ text: String) -> String? {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false)
    let settable = Setting.all.filter { $0.set != nil }
    let known = settable.map { $0.name.dropFirst("limits.".count) }.joined(separator: ", ")
    guard parts.count == 2, let setting = settable.first(where: { $0.name == "limits." + parts[0] }) else {
      return "--limit takes NAME=NUMBER with one of \(known), not '\(text)'"
    }
    guard let value = Int(parts[1]), setting.range.contains(value) else {
      return
        "--limit \(parts[0]) takes a whole number from \(setting.range.lowerBound) to \(setting.range.upperBound), "
        + "not '\(parts[1])'"
    }
    setting.set?(self, value)
    return nil
  }

  fileprivate var settingList: [SettingInfo] {
    Setting.all.map { setting in
      SettingInfo {
        $0.name = setting.name
        $0.value = setting.get(self)
        $0.usual = setting.usual
        $0.fixed = setting.set == nil
        $0.about = setting.about
      }
    }
  }

  /// All changes or none.
  fileprivate func configure(_ changes: JSONValue) throws(RPCError) {
    guard let members = changes.object else {
      throw .invalidParams(param: "set", expected: "an object", "'set' is an object of settings and values.")
    }
    var accepted: [(set: () -> Void, name: String, value: Int)] = []
    for member in members {
      guard let setting = Setting.all.first(where: { $0.name == member.name }) else {
        var error = RPCError(
          .notFound, "There is no setting '\(member.name)'.", ["path": .string(member.name)])
        error.suggest(
          Wire.didYouMean(member.name, among: Setting.all.map(\.name)), otherwise: "server.config lists the settings.")
        throw error
      }
      guard let set = setting.set else {
        throw RPCError(
          .validation, "'\(setting.name)' cannot be changed.",
          ["path": .string(setting.name), "rule": "it belongs to the protocol, or is decided when the daemon starts"])
      }
      guard let value = member.value.int, setting.range.contains(value) else {
        throw RPCError(
          .validation, "'\(setting.name)' cannot be \(member.value).",
          [
            "path": .string(setting.name),
            "rule": .string("a whole number from \(setting.range.lowerBound) to \(setting.range.upperBound)"),
          ])
      }
      accepted.append(({ [self] in set(self, value) }, setting.name, value))
    }
    for (set, name, value) in accepted {
      set()
      log(.notice, "a setting was changed \(name)=\(value)")
    }
  }
}
