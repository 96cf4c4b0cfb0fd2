// A result that waits for demand: for operators that deliver one value at the end (the reducing family, replaceEmpty,
// replaceError).

/// The stage of an operator whose result may have to wait. The result is a closure with the downstream inside, which is
/// there only while it waits, and goes when it has run or at cancellation.
@usableFromInline
final class HeldResultStage: Stage {
  @usableFromInline let demand = DemandCounter()
  @usableFromInline let held = Protected<(() -> Void)?>(nil)
  /// Whether the downstream's requests go on to the upstream.
  private let passesRequests: Bool

  @usableFromInline
  init(name: String, passesRequests: Bool = false) {
    self.passesRequests = passesRequests
    super.init(name: name)
  }

  @usableFromInline
  override func restoring() -> () -> Void {
    let (asStage, count, held) = (super.restoring(), demand.count, held.withLock { $0 })
    return {
      asStage()
      self.demand.restore(count)
      _ = self.held.exchange(held)
    }
  }

  /// Runs `result` now if something was asked for, otherwise with the next request.
  @inlinable
  func deliverWhenDemanded(_ result: @escaping () -> Void) {
    if isCancelled { return }
    if demand.isPositive {
      result()
      return
    }
    // A request that comes meanwhile finds the result, or is found here.
    hold(result)
  }

  @usableFromInline
  func hold(_ result: @escaping () -> Void) {
    note()
    _ = held.exchange(result)
    if demand.isPositive || isCancelled, let result = held.exchange(nil) {
      if !isCancelled { result() }
    }
  }

  /// One value and the end for `downstream`, when it is asked for.
  @inlinable
  func deliver<S: Subscriber>(_ output: S.Input, to downstream: S) {
    deliverWhenDemanded {
      _ = downstream.receive(output)
      // It may have cancelled inside.
      if !self.isCancelled { downstream.receive(completion: .finished) }
    }
  }

  @usableFromInline
  override func request(_ more: Subscribers.Demand) {
    requirePositive(more, name)
    note()
    demand.add(more, noting: note)
    if let result = held.exchange(nil) {
      result()
    } else if passesRequests {
      requestUpstream(more)
    }
  }

  @usableFromInline
  override func cancel() {
    super.cancel()
    _ = held.exchange(nil)
  }
}
