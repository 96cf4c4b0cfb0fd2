// One result that is not there yet.

/// A publisher of one result that comes later: a value and the end, or a failure.
///
/// The closure given to `init` runs at once, and once, however many subscribe. Each subscriber gets the value when it
/// has asked for it, and `.finished` right after it; a failure does not wait for demand. Subscribers are called in the
/// order in which they subscribed, on the thread that fulfils the promise, and later ones on their own.
public final class Future<Output, Failure: Error>: Publisher {
  /// Fulfils a future. The first call counts. It keeps the future alive.
  public typealias Promise = (Result<Output, Failure>) -> Void

  private struct State {
    var result: Result<Output, Failure>?
    var waiting: [FutureSubscription<Output, Failure>] = []
  }

  private let state = Protected(State())

  /// A future that `attemptToFulfill` fulfils by calling what it gets, now or later, on any thread.
  public init(_ attemptToFulfill: @escaping (@escaping Promise) -> Void) {
    attemptToFulfill { self.fulfil($0) }
  }

  /// Attaches `subscriber`. A request for `.none` traps.
  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    attach(boxed(subscriber))
  }

  @usableFromInline
  func attach(_ box: SubscriberBox<Output, Failure>) {
    let subscription = FutureSubscription(self, box)
    let result = state.withLock { state in
      if state.result == nil { state.waiting.append(subscription) }
      return state.result
    }
    subscription.start(result)
  }

  private func fulfil(_ result: Result<Output, Failure>) {
    let waiting = state.withLock { state in
      if state.result != nil { return [FutureSubscription<Output, Failure>]() }
      state.result = result
      let waiting = state.waiting
      state.waiting = []
      return waiting
    }
    for subscription in waiting { subscription.fulfil(result) }
  }

  fileprivate func remove(_ subscription: FutureSubscription<Output, Failure>) {
    let removed: FutureSubscription<Output, Failure>? = state.withLock { state in
      guard let index = state.waiting.firstIndex(where: { $0 === subscription }) else { return nil }
      return state.waiting.remove(at: index)
    }
    withExtendedLifetime(removed) {}
  }
}

/// One subscriber of a future. The future holds it until there is a result; it does not hold the future.
private final class FutureSubscription<Output, Failure: Error>: Subscription {
  private let serial = Serial()
  private let demand = DemandCounter()

  // Owner of `serial` only.
  private weak var future: Future<Output, Failure>?
  private var box: SubscriberBox<Output, Failure>?
  private var result: Result<Output, Failure>?
  private var hasStarted = false

  init(_ future: Future<Output, Failure>, _ box: SubscriberBox<Output, Failure>) {
    self.future = future
    self.box = box
  }

  /// Gives the subscription, and a result that is there already.
  func start(_ result: Result<Output, Failure>?) {
    serial.perform {
      self.result = result
      self.box?.receive(subscription: self)
      self.hasStarted = true
      self.deliverIfWanted()
    }
  }

  func fulfil(_ result: Result<Output, Failure>) {
    serial.perform {
      self.result = result
      self.deliverIfWanted()
    }
  }

  /// A value is delivered if there is demand, a failure in any case. Owner only.
  private func deliverIfWanted() {
    guard let box, let result else { return }
    switch result {
    case .success(let value):
      guard demand.isPositive, demand.end() else { return }
      self.box = nil
      _ = box.receive(value)
      box.receive(completion: .finished)
    case .failure(let error):
      guard hasStarted, demand.end() else { return }
      self.box = nil
      box.receive(completion: .failure(error))
    }
  }

  func request(_ more: Subscribers.Demand) {
    requirePositive(more, "Future")
    demand.add(more)
    serial.perform { self.deliverIfWanted() }
  }

  func cancel() {
    guard demand.end() else { return }
    serial.perform {
      self.box = nil
      self.result = nil
      self.future?.remove(self)
    }
  }
}

extension FutureSubscription: CustomStringConvertible, CustomReflectable, CustomPlaygroundDisplayConvertible {
  var description: String { "Future" }
  var customMirror: Mirror { Mirror(self, children: []) }
  var playgroundDescription: Any { description }
}

extension Future where Failure == Never {
  /// The value, once it is there. Cancelling the task does not end the wait.
  public final var value: Output {
    get async {
      await withCheckedContinuation { continuation in
        subscribe(
          Subscribers.Sink { _ in
          } receiveValue: { value in
            // Delivered once, to this closure alone, which hands it over.
            nonisolated(unsafe) let value = value
            continuation.resume(returning: value)
          })
      }
    }
  }
}

extension Future {
  /// The value, once it is there, or the failure. Cancelling the task does not end the wait.
  public final var value: Output {
    get async throws {
      try await withCheckedThrowingContinuation { continuation in
        subscribe(
          Subscribers.Sink { completion in
            if case .failure(let error) = completion { continuation.resume(throwing: error) }
          } receiveValue: { value in
            nonisolated(unsafe) let value = value
            continuation.resume(returning: value)
          })
      }
    }
  }
}
