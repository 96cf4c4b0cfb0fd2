// One subscription whose values are waited for.
//
//   next ──► asks for one ──► the value is there already: return it
//                        └──► not yet: suspend; the value, the end or a cancellation resumes
//
// The iterator holds `AsyncValues`, and the publisher holds the subscriber inside, so that letting go of the iterator
// cancels. Continuations are resumed outside the lock.

/// What a step brings.
enum AsyncStep<Output, Failure: Error> {
  case value(Output)
  case end(Subscribers.Completion<Failure>)
}

final class AsyncValues<Output, Failure: Error> {
  private let subscriber = AsyncValuesSubscriber<Output, Failure>()

  init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
    publisher.subscribe(subscriber)
  }

  deinit {
    subscriber.cancel()
  }

  func next(isolation actor: isolated (any Actor)?) async -> AsyncStep<Output, Failure> {
    // The handler may run on another thread; the subscriber is made for that.
    nonisolated(unsafe) let subscriber = subscriber
    return await withTaskCancellationHandler {
      if Task.isCancelled { return .end(.finished) }
      if let step = subscriber.ask() { return step }
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
private final class AsyncValuesSubscriber<Output, Failure: Error>: Subscriber {
  typealias Input = Output
  typealias Step = AsyncStep<Output, Failure>
  typealias Continuation = UnsafeContinuation<Unchecked<Step>, Never>

  private struct State {
    var subscription: (any Subscription)?
    /// Asked for before the subscription came.
    var asked = 0
    /// How many values may come.
    var wanted = 0
    /// Values that came before their step could suspend.
    var ready = Fifo<Output>()
    var waiting = Fifo<Continuation>()
    var hasSubscribed = false
    /// The end, until it has been taken.
    var end: Subscribers.Completion<Failure>?
    var hasEnded = false

    /// What a step gets without waiting.
    mutating func take() -> Step? {
      if let value = ready.popFirst() { return .value(value) }
      guard hasEnded else { return nil }
      return .end(end.take() ?? .finished)
    }
  }

  private let state = Protected(State())

  /// Asks for a value, and returns it if it came at once.
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
  func wait(_ continuation: Continuation) -> Step? {
    state.withLock { state in
      if let step = state.take() { return step }
      state.waiting.append(continuation)
      return nil
    }
  }

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

  func receive(completion: Subscribers.Completion<Failure>) {
    finish(completion)
  }

  func cancel() {
    finish(nil)?.cancel()
  }

  /// Ends, and wakes everybody who waits; the first gets the failure. Returns what has to be cancelled.
  @discardableResult
  private func finish(_ completion: Subscribers.Completion<Failure>?) -> (any Subscription)? {
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
