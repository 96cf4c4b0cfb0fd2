// One subscription whose values are waited for.
//
//   next ──► asks for one ──► the value is there already: return it
//                        └──► not yet: suspend; the value, the end or a cancellation resumes
//
// The iterator holds `AsyncValues`, and the publisher holds the subscriber inside, so that letting go of the iterator
// cancels. Continuations are resumed outside the lock.

/// What a step brings.
@usableFromInline
enum AsyncStep<Output, Failure: Error> {
  case value(Output)
  case end(Subscribers.Completion<Failure>)
}

@usableFromInline
final class AsyncValues<Output, Failure: Error> {
  @usableFromInline let subscriber = AsyncValuesSubscriber<Output, Failure>()

  @inlinable
  init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
    publisher.subscribe(subscriber)
  }

  @inlinable
  deinit {
    subscriber.cancel()
  }

  @inlinable
  func next(isolation actor: isolated (any Actor)?) async -> AsyncStep<Output, Failure> {
    // The handler may run on another thread; the subscriber is made for that.
    nonisolated(unsafe) let subscriber = subscriber
    if Task.isCancelled {
      subscriber.cancel()
      return .end(.finished)
    }
    // Often it is there at once; the handler costs more than the rest.
    if let step = subscriber.ask() { return step }
    return await withTaskCancellationHandler {
      let step = await withUnsafeContinuation { continuation in
        if let step = subscriber.wait(continuation) { continuation.resume(returning: Unchecked(step)) }
      }
      return step.value
    } onCancel: {
      subscriber.cancel()
    }
  }
}

/// The subscriber: what it was sent and nobody has taken yet, and who waits.
@usableFromInline
final class AsyncValuesSubscriber<Output, Failure: Error>: Subscriber {
  @usableFromInline typealias Input = Output
  @usableFromInline typealias Step = AsyncStep<Output, Failure>
  @usableFromInline typealias Continuation = UnsafeContinuation<Unchecked<Step>, Never>

  @usableFromInline
  struct State {
    @usableFromInline var subscription: (any Subscription)?
    /// Asked for before the subscription came.
    @usableFromInline var asked = 0
    /// How many values may come.
    @usableFromInline var wanted = 0
    /// Values that came before their step could suspend.
    @usableFromInline var ready = Fifo<Output>()
    @usableFromInline var waiting = Fifo<Continuation>()
    @usableFromInline var hasSubscribed = false
    /// The end, until it has been taken.
    @usableFromInline var end: Subscribers.Completion<Failure>?
    @usableFromInline var hasEnded = false

    @inlinable
    init() {}

    /// What a step gets without waiting.
    @inlinable
    mutating func take() -> Step? {
      if let value = ready.popFirst() { return .value(value) }
      guard hasEnded else { return nil }
      return .end(end.take() ?? .finished)
    }
  }

  @usableFromInline let state = Protected(State())

  @inlinable
  init() {}

  /// Asks for a value, and returns it if it came at once.
  @inlinable
  func ask() -> Step? {
    let (step, subscription): (Step?, (any Subscription)?) = state.withLock { state in
      if let step = state.take() { return (step, nil) }
      state.wanted += 1
      if state.subscription == nil { state.asked += 1 }
      return (nil, state.subscription)
    }
    if let step { return step }
    subscription?.request(.max(1))
    return state.withLock { $0.take() }
  }

  /// Leaves the continuation, or returns what came meanwhile.
  @inlinable
  func wait(_ continuation: Continuation) -> Step? {
    state.withLock { state in
      if let step = state.take() { return step }
      state.waiting.append(continuation)
      return nil
    }
  }

  @inlinable
  func receive(subscription: any Subscription) {
    let asked: Int? = state.withLock { state in
      if state.hasSubscribed || state.hasEnded { return nil }
      state.hasSubscribed = true
      state.subscription = subscription
      defer { state.asked = 0 }
      return state.asked
    }
    guard let asked else {
      subscription.cancel()
      return
    }
    if asked > 0 { subscription.request(.max(asked)) }
  }

  @inlinable
  func receive(_ input: Output) -> Subscribers.Demand {
    let (isWanted, continuation): (Bool, Continuation?) = state.withLock { state in
      if state.hasEnded { return (true, nil) }
      guard state.wanted > 0 else { return (false, nil) }
      state.wanted -= 1
      if let continuation = state.waiting.popFirst() { return (true, continuation) }
      state.ready.append(input)
      return (true, nil)
    }
    if !isWanted {
      violation("a publisher sent `values` more than was asked for", remedy: "A publisher must keep to the demand")
    }
    continuation?.resume(returning: Unchecked(.value(input)))
    return .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    finish(completion)
  }

  @inlinable
  func cancel() {
    finish(nil)?.cancel()
  }

  /// Ends, and wakes everybody who waits; the first gets the failure. Returns what has to be cancelled.
  @discardableResult
  @inlinable
  func finish(_ completion: Subscribers.Completion<Failure>?) -> (any Subscription)? {
    let (subscription, waiting): ((any Subscription)?, Fifo<Continuation>) = state.withLock { state in
      if state.hasEnded { return (nil, Fifo()) }
      let (subscription, waiting) = (state.subscription, state.waiting)
      state.hasEnded = true
      state.subscription = nil
      state.waiting = Fifo()
      if waiting.isEmpty { state.end = completion }
      return (subscription, waiting)
    }
    var left = waiting
    var end = completion ?? .finished
    while let continuation = left.popFirst() {
      continuation.resume(returning: Unchecked(.end(end)))
      end = .finished
    }
    return subscription
  }
}
