// server.*: the daemon itself.

internal import Engine
internal import EventLoop
internal import Language
internal import Wire

extension Dispatcher {
  mutating func addServerCommands() {
    add(ServerStatus.self) { _, call in call.server.status }
    addLater(ServerBackup.self) { (params, call, reply) throws(RPCError) in
      try call.server.backUp(to: params.file, reply)
    }
    add(ServerShutdown.self) { params, call in
      call.server.stop(grace: params.graceMs.map { .milliseconds($0) })
      return ServerShutdown.Result { $0.rev = call.engine.revision }
    }
  }
}

extension Server {
  fileprivate var status: ServerStatus.Result {
    ServerStatus.Result {
      $0.server = agent
      $0.startedAt = Timestamp(nanoseconds: startedAt)
      $0.clock = clockReading
      $0.epoch = engine.epoch
      $0.rev = engine.revision
      $0.oldestRev = engine.delivery.oldestRevision
      $0.durableRev = engine.durableRevision
      $0.clients = connections.count
      $0.stores = engine.storeList.count
      $0.properties = engine.storeList.reduce(0) { $0 + $1.properties.count }
      $0.subs = connections.values.reduce(0) { $0 + $1.session.feeds.count }
      $0.requests = counters.requests
      $0.refused = counters.refused
      $0.limits = sessionLimits
      $0.shared = sharedLimits
      $0.grants = settings.capabilities
      $0.problems = problems.isEmpty ? nil : problems.map { StartProblem($0) }
      $0.lastCrash = lastCrash.map { StartProblem($0) }
      let providers = engine.providerStates.map { ProviderInfo($0, self) }
      $0.providers = providers.isEmpty ? nil : providers
      $0.journal = settings.journal
    }
  }

  private var sharedLimits: SharedLimits {
    SharedLimits {
      $0.clients = settings.connectionsMax
      $0.replies = settings.outboxBytesMax
      $0.stallMs = Int(settings.writeStall.wholeNanoseconds / 1_000_000)
      $0.commits = engine.limits.commitsInMemory
      $0.memory = settings.bufferBytesMax
      $0.value = engine.limits.valueBytes
      $0.timers = engine.limits.timersPerTurn
      $0.activation = ActivationLimits(engine.limits.language)
    }
  }
}

extension StartProblem {
  fileprivate init(_ problem: Problem) {
    self.init {
      $0.names = problem.names
      $0.text = problem.fault.message
      $0.file = problem.fault.file
      $0.line = problem.fault.line
      $0.column = problem.fault.column
    }
  }
}

extension ActivationLimits {
  fileprivate init(_ limits: Limits) {
    self.init {
      $0.steps = limits.stepsPerActivation
      $0.calls = limits.callDepth
      $0.elements = limits.valueCount
      $0.growth = limits.memoryBytes
      $0.process = limits.processBytes
    }
  }
}
