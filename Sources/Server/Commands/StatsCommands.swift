// server.stats: what has happened, in numbers.

internal import Engine
internal import EventLoop
internal import Language
internal import Wire

extension Dispatcher {
  mutating func addStatsCommands() {
    add(ServerStats.self) { params, call in
      var result = call.server.stats
      let engine = call.engine
      let stores = engine.storeList
      result.present.stores = stores.count
      result.present.properties = stores.reduce(0) { $0 + $1.properties.count }
      if params.lists.contains(.stores) {
        result.stores = stores.map { StoreFigures($0) }.newest(params.limit) { ($0.at.nanoseconds, $0.changes) }
      }
      let pipelines = engine.pipelines.all
      result.present.pipelines = pipelines.count
      if params.lists.contains(.pipelines) {
        result.pipelines = pipelines.map { PipelineFigures($0) }
          .newest(params.limit) { ($0.at?.nanoseconds ?? 0, $0.values) }
      }
      if params.lists.contains(.clients) {
        result.clients = call.server.connectionsByAge.prefix(params.limit)
          .map { ClientInfo($0, asked: $0 === call.connection) }
      }
      return result
    }
  }
}

extension Array {
  /// Those with the greatest keys, these first; others stay as they are.
  fileprivate func newest(_ limit: Int, by key: (Element) -> (Int, Int)) -> [Element] {
    let order = indices.map { (key: key(self[$0]), place: $0) }.sorted {
      $0.key == $1.key ? $0.place < $1.place : $0.key > $1.key
    }
    return order.prefix(limit).map { self[$0.place] }
  }
}

extension Server {
  /// All but what there is one by one.
  fileprivate var stats: ServerStats.Result {
    var traffic = counters.traffic
    var present = PresentFigures()
    for connection in connections.values {
      traffic += connection.traffic
      for feed in connection.session.feeds.values {
        traffic.lost += feed.subscription.lost
        let lag = engine.delivery.lag(of: feed.subscription)
        present.behind = max(present.behind, lag.commits)
        present.behindMs = max(present.behindMs, lag.nanoseconds / 1_000_000)
        present.subs += 1
      }
    }
    present.clients = connections.count
    present.queued = bufferedBytes
    return ServerStats.Result {
      $0.at = Timestamp(nanoseconds: engine.date)
      $0.up = WireDuration(nanoseconds: Int((loop.presentTime - startedTurning).wholeNanoseconds))
      $0.server = agent
      $0.epoch = engine.epoch
      $0.rev = engine.revision
      $0.durableRev = engine.durableRevision
      $0.process.memory = engine.outside.system?.memoryInUse ?? 0
      $0.process.processor = WireDuration(nanoseconds: Int(ProcessorTime.used))
      $0.turns = TurnFigures(loop.turnTimes)
      $0.present = present
      $0.counts.requests = counters.requests
      $0.counts.refused = counters.refused
      $0.counts.commits = engine.revision - startedAtRevision
      $0.counts.changes = engine.counts.changes
      $0.counts.events = traffic.events
      $0.counts.lost = traffic.lost
      $0.counts.evaluations = engine.counts.evaluations
      $0.counts.timers = engine.counts.timers
      $0.counts.expectations = engine.counts.expectations
      $0.counts.connections = sessionCount - earlierSessions
      $0.counts.received = traffic.received
      $0.counts.sent = traffic.sent
    }
  }
}

extension TurnFigures {
  fileprivate init(_ times: TurnTimes) {
    self.init()
    count = times.count
    total = WireDuration(nanoseconds: times.total)
    longest = WireDuration(nanoseconds: times.longest)
    lengths = times.lengths.map { [$0.atMost, $0.count] }
  }
}

extension StoreFigures {
  fileprivate init(_ store: Store) {
    self.init()
    path = store.path
    type = store.className
    namespace = store.namespaceName.isEmpty ? nil : store.namespaceName
    subs = store.subscriptionCount
    var last = 0
    for property in store.visibleProperties {
      properties += 1
      changes += property.version
      rev = max(rev, property.revision)
      last = max(last, property.at)
    }
    at = Timestamp(nanoseconds: last)
  }
}

extension PipelineFigures {
  fileprivate init(_ pipeline: Pipeline) {
    self.init()
    name = pipeline.name
    id = pipeline.id
    state = .init(pipeline)
    values = pipeline.values
    operations = pipeline.operations
    waiting = pipeline.waiting
    dropped = pipeline.dropped
    at = pipeline.lastAt.map { Timestamp(nanoseconds: $0) }
  }
}
