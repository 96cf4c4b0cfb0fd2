// sub.open and sub.close: hearing of changes.

internal import Engine
internal import Wire

extension Dispatcher {
  mutating func addSubscriptionCommands() {
    add(SubscriptionOpen.self) { (params, call) throws(RPCError) in
      if case .since(let since) = params.from, since.moment(now: call.engine.date) == nil {
        throw .invalidParams(
          param: "from.since", expected: "a time or a duration", "'\(since.since)' is neither a time nor a duration.")
      }
      if let progress = params.progress, progress.nanoseconds <= 0 {
        throw .invalidParams(param: "progress", expected: "more than nothing", "'progress' must be more than nothing.")
      }
      do throws(EngineError) { return try call.open(params) } catch {
        switch error {
        case .malformedPath(let path, let reason):
          throw .invalidParams(
            param: "paths", expected: "paths and patterns", "'\(path)' cannot be subscribed to: \(reason).")
        default: throw RPCError(error)
        }
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
  func open(_ params: SubscriptionOpen.Params) throws(EngineError) -> SubscriptionOpen.Result {
    let options = SubscriptionOptions(params, now: engine.date)
    let subscription = try engine.delivery.open(name: params.sub, session: session, options)
    connection.open(subscription, form: params.value)
    return SubscriptionOpen.Result {
      $0.sub = params.sub
      $0.rev = engine.revision
      $0.effective = DeliveryOptions(options)
      $0.when = subscription.options.condition
    }
  }
}

extension SubscriptionOptions {
  fileprivate init(_ params: SubscriptionOpen.Params, now: Int) {
    let deliver = params.deliver
    let isStream = params.publisher != nil || params.paths.contains { $0.hasPrefix("pipe:") }
    let mode = deliver.map { Mode(rawValue: $0.mode.rawValue)! } ?? (isStream ? .every : .latest)
    self.init(
      paths: params.paths, mode: mode, start: .init(params.from, now: now),
      wantsSnapshot: params.initial == .snapshot, wantsOld: params.old, wantsCause: params.cause)
    publisher = params.publisher
    namespace = params.namespace ?? ""
    condition = params.when
    // Signs of life, not a flood.
    progress = params.progress.map { max(10_000_000, $0.nanoseconds) }
    guard let deliver else {
      if isStream { overflow = .dropOldest }
      return
    }
    if mode.conflates {
      overflow = .conflate
    } else {
      overflow = deliver.overflow.map { Overflow(rawValue: $0.rawValue)! } ?? (isStream ? .dropOldest : .spill)
      // A publisher has no history to go on from, and cannot be held.
      if isStream, overflow == .spill || overflow == .pause { overflow = .dropOldest }
    }
    if let queue = deliver.queue { self.queue = min(queue, 65_536) }
    if let rate = deliver.maxRate {
      interval = Int(1e9 / rate)
    } else if mode == .sample {
      interval = 1_000_000_000
    }
    settle = deliver.settle.map(\.nanoseconds)
    credit = deliver.demand
  }
}

extension DeliveryOptions {
  /// What was granted.
  init(_ options: SubscriptionOptions) {
    self.init()
    mode = Mode(rawValue: options.mode.rawValue)!
    overflow = Overflow(rawValue: options.overflow.rawValue)!
    if options.overflow != .spill, !options.mode.conflates { queue = options.queue }
    maxRate = options.interval.map { 1e9 / Double($0) }
    settle = options.settle.map { WireDuration(nanoseconds: $0) }
    demand = options.credit
  }
}

extension SubscriptionOptions.Start {
  fileprivate init(_ start: Start, now: Int) {
    switch start {
    case .now: self = .now
    case .after(let bookmark): self = .revision(bookmark.rev, epoch: bookmark.epoch)
    case .since(let since): self = .time(since.moment(now: now) ?? now)
    case .last(let last): self = .last(last.last)
    }
  }
}
