// sub.*: hearing of changes.

internal import Engine
internal import Wire

extension Dispatcher {
  mutating func addSubscriptionCommands() {
    add(SubscriptionOpen.self) { (params, call) throws(RPCError) in
      do throws(EngineError) { return try call.open(params) } catch {
        guard case .malformedPath(let path, let reason) = error else { throw RPCError(error) }
        throw .invalidParams(param: "paths", expected: "paths and patterns", "'\(path)' is not one: \(reason).")
      }
    }
    addCommand(SubscriptionClose.self) { (params, call) throws(EngineError) in
      guard let feed = call.connection.session.feeds[params.sub] else { throw .unknownSubscription(params.sub) }
      call.server.close(feed, .closed)
      return params
    }
  }
}

extension Call {
  fileprivate func open(_ params: SubscriptionOpen.Params) throws(EngineError) -> SubscriptionOpen.Result {
    let mode = params.deliver?.mode ?? .latest
    let subscription = try engine.openSubscription(
      name: params.sub, session: session,
      SubscriptionOptions(
        paths: params.paths, mode: mode == .every ? .every : .latest, start: .init(params.from),
        wantsSnapshot: params.initial == .snapshot, wantsOld: params.old, wantsCause: params.cause))
    connection.open(subscription)
    return SubscriptionOpen.Result(sub: params.sub, rev: engine.revision, effective: Delivery(mode: mode))
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
