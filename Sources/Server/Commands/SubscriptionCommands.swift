// sub.*: hearing of changes.

internal import Engine
internal import Wire

extension Dispatcher {
  mutating func addSubscriptionCommands() {
    addCommand(SubscriptionOpen.self) { (params, call) throws(EngineError) in
      let mode = params.deliver?.mode ?? .latest
      let subscription = try call.engine.openSubscription(
        name: params.sub, session: call.session,
        SubscriptionOptions(
          paths: params.paths, mode: mode == .every ? .every : .latest, start: .init(params.from),
          wantsSnapshot: params.initial == .snapshot, wantsOld: params.old, wantsCause: params.cause))
      call.connection.open(subscription)
      return SubscriptionOpen.Result(sub: params.sub, rev: call.engine.revision, effective: Delivery(mode: mode))
    }
    addCommand(SubscriptionClose.self) { (params, call) throws(EngineError) in
      guard let feed = call.connection.session.feeds[params.sub] else { throw .unknownSubscription(params.sub) }
      call.server.close(feed, .closed)
      return params
    }
  }
}

extension SubscriptionOptions.Start {
  fileprivate init(_ start: Start) {
    switch start {
    case .now: self = .now
    case .after(let bookmark): self = .revision(bookmark.rev, epoch: bookmark.epoch)
    }
  }
}
