// sub.*: what can be done with an open subscription.

internal import Engine
internal import Wire

extension Dispatcher {
  mutating func addSubscriptionControls() {
    addCommand(SubscriptionPause.self) { (params, call) throws(EngineError) in
      try call.engine.delivery.pause(name: params.sub, session: call.session)
      call.connection.deliverUrgent(params.sub)
      return params
    }
    addCommand(SubscriptionResume.self) { (params, call) throws(EngineError) in
      try call.engine.delivery.resume(name: params.sub, session: call.session)
      call.connection.deliverUrgent(params.sub)
      return params
    }
    addCommand(SubscriptionDemand.self) { (params, call) throws(EngineError) in
      var count: Int?
      if case .count(let given) = params.add { count = given }
      let left = try call.engine.delivery.demand(name: params.sub, session: call.session, count)
      return SubscriptionDemand.Result(sub: params.sub, demand: left.map { .count($0) } ?? .unlimited)
    }
    addCommand(SubscriptionResync.self) { (params, call) throws(EngineError) in
      let count = try call.engine.delivery.resync(name: params.sub, session: call.session, path: params.path)
      return SubscriptionResync.Result {
        $0.sub = params.sub
        $0.count = count
      }
    }
    addLater(SubscriptionSync.self) { _, call, reply in
      let revision = call.engine.revision
      let connection = call.connection
      for feed in connection.session.feeds.values { call.engine.delivery.release(feed.subscription) }
      connection.sync {
        reply(
          SubscriptionSync.Result {
            $0.rev = revision
            $0.waiting = connection.session.feedsByName.filter(\.subscription.isHeld).map(\.subscription.name)
          })
      }
    }
    add(SubscriptionList.self) { params, call in
      let connections = params.all ? call.server.connectionsByAge : [call.connection]
      return SubscriptionList.Result {
        $0.rev = call.engine.revision
        $0.subs = connections.flatMap { $0.session.feedsByName }.map { SubscriptionInfo($0, call) }
      }
    }
  }
}

extension SubscriptionInfo {
  fileprivate init(_ feed: Feed, _ call: Call) {
    self.init()
    let subscription = feed.subscription
    sub = subscription.name
    session = subscription.session
    paths = subscription.options.paths
    publisher = subscription.options.publisher.map(call.told)
    when = subscription.options.condition.map(call.told)
    deliver = DeliveryOptions(subscription.options)
    deliver.demand = nil
    state = subscription.state
    n = feed.sent
    rev = call.engine.delivery.resumePoint(of: subscription) ?? subscription.delivered
    queued = subscription.queuedCount
    lost = subscription.lost
    demand = subscription.remainingCredit
  }
}
