// server.*: the daemon itself.

internal import Engine
internal import EventLoop
internal import Language
internal import Wire

extension Dispatcher {
  mutating func addServerCommands() {
    add(ServerStatus.self) { _, call in call.server.status }
    add(ServerShutdown.self) { params, call in
      call.server.stop(grace: params.graceMs.map { .milliseconds($0) })
      return ServerShutdown.Result(rev: call.engine.revision)
    }
  }
}

extension Server {
  fileprivate var status: ServerStatus.Result {
    ServerStatus.Result(
      server: agent, startedAt: Timestamp(nanoseconds: startedAt), clock: clockReading, epoch: engine.epoch,
      rev: engine.revision, oldestRev: engine.oldestRevision, durableRev: engine.durableRevision,
      clients: connections.count, stores: engine.storeList.count,
      properties: engine.storeList.reduce(0) { $0 + $1.properties.count },
      subs: connections.values.reduce(0) { $0 + $1.session.feeds.count }, requests: counters.requests,
      refused: counters.refused, limits: sessionLimits,
      shared: SharedLimits(
        clients: settings.connectionsMax, replies: settings.outboxBytesMax,
        stallMs: Int(settings.writeStall.wholeNanoseconds / 1_000_000), commits: engine.limits.commitsInMemory,
        memory: settings.bufferBytesMax, value: engine.limits.valueBytes, timers: engine.limits.timersPerTurn,
        activation: ActivationLimits(engine.limits.language)),
      grants: settings.capabilities, problems: engine.problems.isEmpty ? nil : engine.problems.map { StartProblem($0) },
      lastCrash: settings.lastCrash.map { StartProblem($0) }, journal: settings.journal)
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
    }
  }
}
