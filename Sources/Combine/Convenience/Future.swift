// One result that is not there yet.

import Synchronization

/// A publisher of one result that comes later: a value and the end, or a failure.
///
/// The closure given to `init` runs at once, and once, however many subscribe. Each subscriber gets the value when it
/// has asked for it, and `.finished` right after it; a failure does not wait for demand. Subscribers are called in the
/// order in which they subscribed, on the thread that fulfils the promise, and later ones on their own.
public final class Future<Output, Failure: Error>: Publisher {
  /// Fulfils a future. The first call counts. It keeps the future alive.
  public typealias Promise = (Result<Output, Failure>) -> Void

  @usableFromInline let state = Protected(FutureState())

  /// A future that `attemptToFulfill` fulfils by calling what it gets, now or later, on any thread.
  @inlinable
  public init(_ attemptToFulfill: @escaping (@escaping Promise) -> Void) {
    attemptToFulfill { self.fulfil($0) }
  }

  /// Attaches `subscriber`. A request for `.none` traps.
  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    var outcome = state.withLock { $0.outcome }
    if let outcome, subscriber._connectWithoutSubscription() {
      outcome.deliver(boxed(subscriber), nil)
      return
    }
    let subscription = FutureSubscription(boxed(subscriber))
    if outcome == nil {
      // Before the future knows of it.
      subscription.onCancel = { [weak self] subscription in self?.remove(subscription) }
      outcome = state.withLock { state in
        if state.outcome == nil { state.waiting.append(subscription) }
        return state.outcome
      }
    }
    subscription.start(outcome)
  }

  @inlinable
  func fulfil(_ result: Result<Output, Failure>) {
    let outcome: FutureOutcome
    switch result {
    case .success(let value):
      outcome = FutureOutcome(waitsForDemand: true) { box, subscription in
        let box = unsafeDowncast(box, to: SubscriberBox<Output, Failure>.self)
        _ = box.receive(value)
        // It may have cancelled inside.
        if subscription?.isCancelled != true { box.receive(completion: .finished) }
      }
    case .failure(let error):
      outcome = FutureOutcome(waitsForDemand: false) { box, _ in
        unsafeDowncast(box, to: SubscriberBox<Output, Failure>.self).receive(completion: .failure(error))
      }
    }
    let waiting = state.withLock { state in
      if state.outcome != nil { return [FutureSubscription]() }
      state.outcome = outcome
      let waiting = state.waiting
      state.waiting = []
      return waiting
    }
    for subscription in waiting { subscription.fulfil(outcome) }
  }

  @usableFromInline
  func remove(_ subscription: FutureSubscription) {
    let removed: FutureSubscription? = state.withLock { state in
      guard let index = state.waiting.firstIndex(where: { $0 === subscription }) else { return nil }
      return state.waiting.remove(at: index)
    }
    withExtendedLifetime(removed) {}
  }
}

/// What a future knows. Neither this nor the subscriptions are generic: the value is in a closure, made where its type is
/// known, so that making and dropping a future looks no metadata up.
@usableFromInline
struct FutureState {
  @usableFromInline var outcome: FutureOutcome?
  @usableFromInline var waiting: [FutureSubscription] = []

  @usableFromInline
  init() {}
}

/// The result, as what has to be done with a subscriber.
@usableFromInline
struct FutureOutcome {
  /// Whether it is a value.
  let waitsForDemand: Bool
  /// A subscriber that has no subscription knows by itself that it was cancelled.
  @usableFromInline let deliver: (UntypedSubscriberBox, FutureSubscription?) -> Void

  @usableFromInline
  init(waitsForDemand: Bool, deliver: @escaping (UntypedSubscriberBox, FutureSubscription?) -> Void) {
    self.waitsForDemand = waitsForDemand
    self.deliver = deliver
  }
}

/// One subscriber of a future. The future holds it until there is a result; it does not hold the future.
@usableFromInline
final class FutureSubscription: Subscription {
  private let serial = Serial()
  private let demand = DemandCounter()
  private let wasCancelled = Atomic<Bool>(false)

  // Owner of `serial` only, and whoever makes it before that.
  @exclusivity(unchecked) private var box: UntypedSubscriberBox?
  @exclusivity(unchecked) private var outcome: FutureOutcome?
  @exclusivity(unchecked) private var hasStarted = false
  /// Makes the future forget it.
  @exclusivity(unchecked) @usableFromInline var onCancel: ((FutureSubscription) -> Void)?

  @usableFromInline
  init(_ box: UntypedSubscriberBox) {
    self.box = box
  }

  @usableFromInline
  var isCancelled: Bool { wasCancelled.load(ordering: .acquiring) }

  /// Gives the subscription, and a result that is there already.
  @usableFromInline
  func start(_ outcome: FutureOutcome?) {
    switch serial.enter() {
    case .entered:
      startNow(outcome)
      serial.leave()
    case .nested:
      startNow(outcome)
    case .busy:
      if serial.post({ self.startNow(outcome) }) { serial.leave() }
    }
  }

  private func startNow(_ outcome: FutureOutcome?) {
    if let outcome { self.outcome = outcome }
    box?.receive(subscription: self)
    hasStarted = true
    deliverIfWanted()
  }

  @usableFromInline
  func fulfil(_ outcome: FutureOutcome) {
    serial.perform {
      self.outcome = outcome
      self.deliverIfWanted()
    }
  }

  /// A value is delivered if there is demand, a failure in any case. Owner only.
  private func deliverIfWanted() {
    guard let box, let outcome, outcome.waitsForDemand ? demand.isPositive : hasStarted, demand.end() else { return }
    release()
    outcome.deliver(box, self)
  }

  private func release() {
    box = nil
    outcome = nil
    onCancel = nil
  }

  @usableFromInline
  func request(_ more: Subscribers.Demand) {
    requirePositive(more, "Future")
    demand.add(more)
    switch serial.enter() {
    case .entered:
      deliverIfWanted()
      serial.leave()
    case .nested:
      deliverIfWanted()
    case .busy:
      if serial.post({ self.deliverIfWanted() }) { serial.leave() }
    }
  }

  @usableFromInline
  func cancel() {
    wasCancelled.store(true, ordering: .releasing)
    guard demand.end() else { return }
    serial.perform {
      let onCancel = self.onCancel
      self.release()
      onCancel?(self)
    }
  }
}

extension FutureSubscription: CustomStringConvertible, CustomReflectable, CustomPlaygroundDisplayConvertible {
  @usableFromInline var description: String { "Future" }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: []) }
  @usableFromInline var playgroundDescription: Any { description }
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
