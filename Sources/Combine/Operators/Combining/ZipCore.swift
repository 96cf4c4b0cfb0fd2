// The heart of Zip, for any number of upstreams: a junction with a queue per upstream.
//
// Every upstream is asked for what the downstream asks for, so a queue is as long as one upstream is ahead of the
// slowest. The end comes as soon as one upstream has finished and all of its values are used.

/// The values of each upstream that wait for their partners.
@usableFromInline
protocol ZipQueues {
  associatedtype Combined
  init()
  /// The oldest of each, if there is one of each.
  mutating func take() -> Combined?
  /// Whether nothing waits from upstream `index`.
  func isEmpty(_ index: Int) -> Bool
}

@usableFromInline
final class ZipCore<Queues: ZipQueues>: Junction {
  // Owner of `serial` only.
  @exclusivity(unchecked) @usableFromInline var queues = Queues()
  /// A bit for each upstream that has finished.
  @exclusivity(unchecked) @usableFromInline var finished: UInt8 = 0
  /// The downstream is being called: what it asks for meanwhile goes up when it returns.
  @exclusivity(unchecked) @usableFromInline var isDelivering = false
  @exclusivity(unchecked) @usableFromInline var askedMeanwhile = Subscribers.Demand.none
  /// How many upstreams have not given their subscription.
  @exclusivity(unchecked) @usableFromInline var awaited: Int

  @inlinable
  init(count: Int) {
    awaited = count
    super.init(count: count, name: "Zip")
  }

  @inlinable
  var hasStarted: Bool { awaited == 0 }

  @usableFromInline
  override func restoring() -> () -> Void {
    let (asJunction, queues) = (super.restoring(), queues)
    let (finished, awaited) = (finished, awaited)
    return {
      asJunction()
      (self.queues, self.finished, self.awaited) = (queues, finished, awaited)
    }
  }

  /// Whether an upstream that has finished has no value left. Owner only.
  @inlinable
  var isExhausted: Bool {
    if finished == 0 { return false }
    return (0..<8).contains { finished & (1 << $0) != 0 && queues.isEmpty($0) }
  }

  @usableFromInline
  override func request(_ more: Subscribers.Demand) {
    requirePositive(more, name)
    switch serial.enter() {
    case .entered:
      serial.leave()
    case .nested:
      if isDelivering {
        askedMeanwhile += more
        return
      }
    case .busy:
      break
    }
    ask(more)
  }

  @usableFromInline
  override func release() {
    queues = Queues()
  }
}

/// The subscriber of one upstream.
@usableFromInline
struct ZipSide<Queues: ZipQueues, Input, Downstream: Subscriber>: Subscriber
where Downstream.Input == Queues.Combined {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let core: ZipCore<Queues>
  @usableFromInline let downstream: Downstream
  @usableFromInline let index: Int
  @usableFromInline let store: (inout Queues, Input) -> Void
  @usableFromInline let combineIdentifier = CombineIdentifier()

  @inlinable
  init(
    _ core: ZipCore<Queues>, _ downstream: Downstream, _ index: Int, store: @escaping (inout Queues, Input) -> Void
  ) {
    self.core = core
    self.downstream = downstream
    self.index = index
    self.store = store
  }

  /// The last upstream to come is the downstream's turn.
  @inlinable
  func receive(subscription: any Subscription) {
    guard core.connect(subscription, at: index) != nil else { return }
    core.serial.perform {
      core.awaited -= 1
      if core.awaited == 0 { downstream.receive(subscription: core) }
    }
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    switch core.serial.enter() {
    case .entered:
      let more = deliver(input)
      core.serial.leave()
      return more
    case .nested:
      return deliver(input)
    case .busy:
      receiveWhileBusy(input)
      return .none
    }
  }

  @usableFromInline
  func receiveWhileBusy(_ input: Input) {
    let isOwner = core.serial.post {
      let more = deliver(input)
      if more != .none { core.ask(more, at: index) }
    }
    if isOwner { core.serial.leave() }
  }

  /// Keeps the value, and delivers a combination if it completes one. What the downstream asks for goes to all.
  @inlinable
  func deliver(_ input: Input) -> Subscribers.Demand {
    if core.demand.isEnded { return .none }
    core.note()
    store(&core.queues, input)
    guard core.hasStarted, let combined = core.queues.take() else { return .none }
    let isNested = core.isDelivering
    core.isDelivering = true
    var more = downstream.receive(combined)
    core.isDelivering = isNested
    if core.askedMeanwhile != .none {
      more += core.askedMeanwhile
      core.askedMeanwhile = .none
    }
    finishIfExhausted()
    if more != .none { core.ask(more, except: index) }
    return more
  }

  @inlinable
  func finishIfExhausted() {
    if core.isExhausted { end(.finished) }
  }

  /// The end, after the subscription if that has not been given yet.
  @usableFromInline
  func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
    guard core.demand.end(noting: core.note) else { return }
    core.cancelUpstreams()
    core.release()
    if !core.hasStarted {
      core.awaited = 0
      downstream.receive(subscription: core)
    }
    downstream.receive(completion: completion)
  }

  @usableFromInline
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    core.serial.perform {
      guard core.disconnect(at: index) else { return }
      switch completion {
      case .finished:
        core.finished |= 1 << UInt8(index)
        finishIfExhausted()
      case .failure:
        end(completion)
      }
    }
  }
}

extension ZipSide: CustomStringConvertible, CustomReflectable {
  @usableFromInline var description: String { core.name }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: []) }
}
