// buffer: values wait until they are wanted, but not without limit.

extension Publisher {
  /// Holds up to `size` values that the subscriber has not asked for yet.
  ///
  /// - `.keepFull` asks the upstream for `size` values at first, and then for one more for each that has left.
  ///   `.byRequest` asks for everything at once.
  /// - When a value comes and the buffer is full, `whenFull` decides. A custom error cancels the upstream; it is
  ///   delivered when the subscriber asks for more, after what it asks for.
  /// - A normal end follows the last value, when the subscriber still wants more. A failure of the upstream comes at
  ///   once and drops what waits.
  @inlinable
  public func buffer(
    size: Int, prefetch: Publishers.PrefetchStrategy, whenFull: Publishers.BufferingStrategy<Failure>
  ) -> Publishers.Buffer<Self> {
    Publishers.Buffer(upstream: self, size: size, prefetch: prefetch, whenFull: whenFull)
  }
}

extension Publishers {
  /// How a buffer asks its upstream.
  public enum PrefetchStrategy: Equatable, Hashable {
    /// For as many values as there is room for.
    case keepFull

    /// For everything.
    case byRequest
  }

  /// What a full buffer does with another value.
  public enum BufferingStrategy<Failure: Error> {
    /// The new value is dropped.
    case dropNewest

    /// The oldest value makes room.
    case dropOldest

    /// The publisher fails with what the closure makes.
    case customError(() -> Failure)
  }

  /// Holds values until they are wanted, up to a limit.
  public struct Buffer<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// Where the values come from.
    public let upstream: Upstream

    /// How many values can wait.
    public let size: Int

    /// How the upstream is asked.
    public let prefetch: PrefetchStrategy

    /// What happens to a value for which there is no room.
    public let whenFull: BufferingStrategy<Upstream.Failure>

    /// The values of `upstream`, up to `size` of them held.
    @inlinable
    public init(
      upstream: Upstream, size: Int, prefetch: PrefetchStrategy, whenFull: BufferingStrategy<Upstream.Failure>
    ) {
      self.upstream = upstream
      self.size = size
      self.prefetch = prefetch
      self.whenFull = whenFull
    }

    /// Attaches `subscriber`. A request for `.none` does nothing.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(BufferReceiver(BufferStage(subscriber, size, prefetch, whenFull)))
    }
  }
}

/// The values that wait, and the end that waits behind them.
@usableFromInline
final class BufferStage<Downstream: Subscriber>: Stage {
  @usableFromInline let serial = Serial()
  @usableFromInline let demand = DemandCounter()
  @usableFromInline let size: Int
  @usableFromInline let keepsFull: Bool
  @usableFromInline let whenFull: Publishers.BufferingStrategy<Downstream.Failure>
  /// Made where the types are known; see `SubscriberBox`.
  @usableFromInline let drain: (BufferStage) -> Void

  // Owner of `serial` only.
  @exclusivity(unchecked) @usableFromInline var downstream: Downstream?
  @exclusivity(unchecked) @usableFromInline var values = Fifo<Downstream.Input>()
  @exclusivity(unchecked) @usableFromInline var end: Subscribers.Completion<Downstream.Failure>?
  @exclusivity(unchecked) @usableFromInline var isDraining = false

  @inlinable
  init(
    _ downstream: Downstream, _ size: Int, _ prefetch: Publishers.PrefetchStrategy,
    _ whenFull: Publishers.BufferingStrategy<Downstream.Failure>
  ) {
    self.downstream = downstream
    self.size = size
    keepsFull = prefetch == .keepFull
    self.whenFull = whenFull
    drain = { $0.drainAndAsk() }
    super.init(name: "Buffer")
  }

  @usableFromInline
  override func restoring() -> () -> Void {
    let (asStage, count) = (super.restoring(), demand.count)
    let (downstream, values, end) = (downstream, values, end)
    return {
      asStage()
      self.demand.restore(count)
      (self.downstream, self.values, self.end) = (downstream, values, end)
    }
  }

  /// Takes a value in and delivers what is wanted; returns how many values have left. Owner only.
  @inlinable
  func add(_ value: Downstream.Input) -> Int {
    if isEnded { return 0 }
    note()
    if values.count >= size {
      switch whenFull {
      case .dropNewest:
        return 0
      case .dropOldest:
        guard let oldest = values.popFirst() else { return 0 }
        withExtendedLifetime(oldest) {}
      case .customError(let makeError):
        let error = makeError()
        if stop() { end = .failure(error) }
        return 0
      }
    }
    values.append(value)
    return deliver()
  }

  /// Delivers what is wanted, then an end that is due; returns how many values have left. Owner only. What is asked for
  /// or arrives from inside a delivery is dealt with by the loop around it.
  @inlinable
  func deliver() -> Int {
    guard !isDraining, let downstream else { return 0 }
    isDraining = true
    var count = 0
    while !values.isEmpty, demand.take(noting: note), let value = values.popFirst() {
      count &+= 1
      let more = downstream.receive(value)
      if more != .none { demand.add(more, noting: note) }
    }
    isDraining = false
    if end != nil { endIfDue() }
    return count
  }

  /// Owner only, after as much was delivered as is wanted.
  @usableFromInline
  func endIfDue() {
    guard let end, let downstream else { return }
    if case .finished = end, !values.isEmpty || !demand.isPositive { return }
    guard demand.end(noting: note) else { return }
    release()
    downstream.receive(completion: end)
  }

  /// Delivers, and asks for what has left. Owner only.
  @inlinable
  func drainAndAsk() {
    let count = deliver()
    if keepsFull, count > 0 { requestUpstream(.max(count)) }
  }

  /// Delivers, whoever is the owner.
  @usableFromInline
  func perform() {
    switch serial.enter() {
    case .entered:
      drain(self)
      serial.leave()
    case .nested:
      drain(self)
    case .busy:
      if serial.post({ self.drain(self) }) { serial.leave() }
    }
  }

  @usableFromInline
  func receiveWhileBusy(_ value: Downstream.Input) {
    let isOwner = serial.post {
      let count = self.add(value)
      if self.keepsFull, count > 0 { self.requestUpstream(.max(count)) }
    }
    if isOwner { serial.leave() }
  }

  @usableFromInline
  func release() {
    downstream = nil
    end = nil
    values = Fifo()
  }

  @usableFromInline
  override func request(_ more: Subscribers.Demand) {
    if more == .none { return }
    note()
    demand.add(more, noting: note)
    perform()
  }

  @usableFromInline
  override func cancel() {
    note()
    guard demand.end(noting: note) else { return }
    super.cancel()
    serial.perform { self.release() }
  }
}

@usableFromInline
struct BufferReceiver<Downstream: Subscriber>: Subscriber {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let stage: BufferStage<Downstream>

  @inlinable
  init(_ stage: BufferStage<Downstream>) {
    self.stage = stage
  }

  @inlinable
  var combineIdentifier: CombineIdentifier { stage.combineIdentifier }

  /// The upstream is asked first, then the subscription goes down.
  @inlinable
  func receive(subscription: any Subscription) {
    guard stage.begin(subscription), let downstream = stage.downstream else { return }
    subscription.request(stage.keepsFull ? .max(stage.size) : .unlimited)
    downstream.receive(subscription: stage)
  }

  @inlinable
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    if stage.isAwaiting { return .none }
    let count: Int
    switch stage.serial.enter() {
    case .entered:
      count = stage.add(input)
      stage.serial.leave()
    case .nested:
      count = stage.add(input)
    case .busy:
      stage.receiveWhileBusy(input)
      return .none
    }
    return stage.keepsFull ? .max(count) : .none
  }

  @usableFromInline
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    if stage.isAwaiting { return }
    guard stage.complete() else { return }
    stage.serial.perform {
      stage.end = completion
      _ = stage.deliver()
    }
  }
}

extension BufferReceiver: CustomStringConvertible, CustomReflectable {
  @usableFromInline var description: String { "Buffer" }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: []) }
}
