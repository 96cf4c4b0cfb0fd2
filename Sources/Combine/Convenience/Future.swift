// One result that is not there yet.

public import Synchronization

/// A publisher of one result that comes later: a value and the end, or a failure.
///
/// The closure given to `init` runs at once, and once, however many subscribe. Each subscriber gets the value when it
/// has asked for it, and `.finished` right after it; a failure does not wait for demand. Subscribers are called in the
/// order in which they subscribed, on the thread that fulfils the promise, and later ones on their own.
public final class Future<Output, Failure: Error>: Publisher {
  /// Fulfils a future. The first call counts. It keeps the future alive.
  public typealias Promise = (Result<Output, Failure>) -> Void

  @usableFromInline let phase = Atomic<UInt8>(0)
  /// Belongs to whoever has claimed it; once it is fulfilled, anybody may read it.
  @exclusivity(unchecked) @usableFromInline final var outcome: FutureOutcome?
  @usableFromInline let waiting = Protected<[FutureSubscription]>([])
  @usableFromInline let birth = UndoLog.birth

  /// A future that `attemptToFulfill` fulfils by calling what it gets, now or later, on any thread.
  @inlinable
  public init(_ attemptToFulfill: @escaping (@escaping Promise) -> Void) {
    attemptToFulfill { self.fulfil($0) }
  }

  /// Attaches `subscriber`. A request for `.none` traps.
  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    if let outcome = fulfilled, subscriber._connectWithoutSubscription() {
      switch outcome.result(Output.self, Failure.self) {
      case .success(let value):
        _ = subscriber.receive(value)
        subscriber.receive(completion: .finished)
      case .failure(let error):
        subscriber.receive(completion: .failure(error))
      }
      return
    }
    let subscription = FutureSubscription(boxed(subscriber)) { subscription, box, outcome in
      let box = unsafeDowncast(box, to: SubscriberBox<Output, Failure>.self)
      switch outcome.result(Output.self, Failure.self) {
      case .success(let value):
        _ = box.receive(value)
        // It may have cancelled inside.
        if !subscription.isCancelled { box.receive(completion: .finished) }
      case .failure(let error):
        box.receive(completion: .failure(error))
      }
    }
    subscription.start(wait(subscription) ? nil : fulfilled)
  }

  /// Keeps `subscription` until there is an outcome. False if it is there.
  @usableFromInline
  func wait(_ subscription: FutureSubscription) -> Bool {
    if fulfilled != nil { return false }
    // Before the future knows of it.
    subscription.onCancel = { [weak self] subscription in self?.remove(subscription) }
    return waiting.withLock { waiting in
      let before = phase.bitwiseOr(FuturePhase.awaited, ordering: .acquiringAndReleasing).oldValue
      if before & FuturePhase.fulfilled != 0 { return false }
      waiting.append(subscription)
      return true
    }
  }

  /// The outcome, if it is there.
  @inlinable
  var fulfilled: FutureOutcome? {
    phase.load(ordering: .acquiring) & FuturePhase.fulfilled == 0 ? nil : outcome
  }

  @inlinable
  func fulfil(_ result: Result<Output, Failure>) {
    let before = phase.bitwiseOr(FuturePhase.claimed, ordering: .relaxed).oldValue
    if before & FuturePhase.claimed != 0 { return }
    if UndoLog.mayBeOpen { noteOutcome() }
    outcome = FutureOutcome(result)
    let now = phase.bitwiseOr(FuturePhase.fulfilled, ordering: .acquiringAndReleasing).oldValue
    if now & FuturePhase.awaited != 0 { tellThoseWhoWait() }
  }

  /// It has been claimed, and nothing else has happened.
  @usableFromInline
  func noteOutcome() {
    UndoLog.current(for: birth)?.note {
      self.outcome = nil
      _ = self.phase.bitwiseAnd(FuturePhase.awaited, ordering: .acquiringAndReleasing)
    }
  }

  @usableFromInline
  func tellThoseWhoWait() {
    guard let outcome else { return }
    let present = waiting.exchange([])
    UndoLog.current(for: birth)?.note { _ = self.waiting.exchange(present) }
    for subscription in present { subscription.fulfil(outcome) }
  }

  @usableFromInline
  func remove(_ subscription: FutureSubscription) {
    let removed: FutureSubscription? = waiting.withLock { waiting in
      guard let index = waiting.firstIndex(where: { $0 === subscription }) else { return nil }
      return waiting.remove(at: index)
    }
    if let removed { UndoLog.current?.note { self.waiting.withLock { $0.append(removed) } } }
    withExtendedLifetime(removed) {}
  }
}

/// What has become of a future: bits that are set one after the other, and stay.
@usableFromInline
enum FuturePhase {
  /// Somebody fulfils it: the others come too late.
  @inlinable static var claimed: UInt8 { 1 }
  /// The outcome is there.
  @inlinable static var fulfilled: UInt8 { 2 }
  /// Somebody waits for it.
  @inlinable static var awaited: UInt8 { 4 }
}

/// A result. Neither this nor the subscriptions are generic: the value is in a closure, made where its type is known, so
/// that making and dropping a future looks no metadata up.
@usableFromInline
struct FutureOutcome {
  /// Whether it is a value.
  let waitsForDemand: Bool
  /// Puts the result, whose type only the future knows, where the pointer says.
  @usableFromInline let write: (UnsafeMutableRawPointer) -> Void

  @inlinable
  init<Output, Failure: Error>(_ result: Result<Output, Failure>) {
    let isValue =
      switch result {
      case .success: true
      case .failure: false
      }
    self.init(waitsForDemand: isValue) {
      $0.assumingMemoryBound(to: Result<Output, Failure>?.self).pointee = result
    }
  }

  @usableFromInline
  init(waitsForDemand: Bool, write: @escaping (UnsafeMutableRawPointer) -> Void) {
    self.waitsForDemand = waitsForDemand
    self.write = write
  }

  /// The result. The types are those that it was made with.
  @inlinable
  func result<Output, Failure: Error>(_: Output.Type, _: Failure.Type) -> Result<Output, Failure> {
    var result: Result<Output, Failure>?
    withUnsafeMutablePointer(to: &result) { write(UnsafeMutableRawPointer($0)) }
    return result!
  }
}

/// One subscriber of a future. The future holds it until there is a result; it does not hold the future.
@usableFromInline
final class FutureSubscription: Subscription, Undoable {
  private let serial = Serial()
  private let demand = DemandCounter()
  private let wasCancelled = Atomic<Bool>(false)
  /// Gives the outcome to the subscriber in the box. Made where the types are known; see `SubscriberBox`.
  private let deliver: (FutureSubscription, UntypedSubscriberBox, FutureOutcome) -> Void

  // Owner of `serial` only, and whoever makes it before that.
  @exclusivity(unchecked) private var box: UntypedSubscriberBox?
  @exclusivity(unchecked) private var outcome: FutureOutcome?
  @exclusivity(unchecked) private var hasStarted = false
  /// Makes the future forget it.
  @exclusivity(unchecked) @usableFromInline var onCancel: ((FutureSubscription) -> Void)?

  @usableFromInline
  init(
    _ box: UntypedSubscriberBox,
    deliver: @escaping (FutureSubscription, UntypedSubscriberBox, FutureOutcome) -> Void
  ) {
    self.box = box
    self.deliver = deliver
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

  /// The log that its memory is noted in.
  @exclusivity(unchecked) @usableFromInline var mark = UndoLog.birth

  @usableFromInline
  func restoring() -> () -> Void {
    let (count, wasCancelled, box, outcome) = (demand.count, isCancelled, box, outcome)
    let (hasStarted, onCancel) = (hasStarted, onCancel)
    return {
      self.demand.restore(count)
      self.wasCancelled.store(wasCancelled, ordering: .releasing)
      (self.box, self.outcome, self.hasStarted, self.onCancel) = (box, outcome, hasStarted, onCancel)
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
      self.note()
      self.outcome = outcome
      self.deliverIfWanted()
    }
  }

  /// A value is delivered if there is demand, a failure in any case. Owner only.
  private func deliverIfWanted() {
    guard let box, let outcome, outcome.waitsForDemand ? demand.isPositive : hasStarted, demand.end(noting: note) else {
      return
    }
    release()
    deliver(self, box, outcome)
  }

  private func release() {
    box = nil
    outcome = nil
    onCancel = nil
  }

  @usableFromInline
  func request(_ more: Subscribers.Demand) {
    requirePositive(more, "Future")
    note()
    demand.add(more, noting: note)
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
    note()
    wasCancelled.store(true, ordering: .releasing)
    guard demand.end(noting: note) else { return }
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
