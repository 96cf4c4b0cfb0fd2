// Values that wait for demand: for operators that get values before they are asked for.
//
// Values and requests may come from different threads; they take turns (`Serial`). The line refers to the downstream only
// while something waits, through `drain`.

@usableFromInline
final class WaitingLine<Output>: Stage {
  @usableFromInline let serial = Serial()
  @usableFromInline let demand = DemandCounter()
  private let passesRequests: Bool

  // Owner of `serial` only.
  /// What waits; the first `gone` of them are delivered already.
  @exclusivity(unchecked) @usableFromInline var values: [Output] = []
  @exclusivity(unchecked) @usableFromInline var gone = 0
  @exclusivity(unchecked) @usableFromInline var isDraining = false
  /// Delivers what waits, as far as it is wanted. Nil when nothing waits.
  @exclusivity(unchecked) @usableFromInline var drain: (() -> Void)?
  /// The normal end, when it waits behind values.
  @exclusivity(unchecked) @usableFromInline var end: (() -> Void)?

  @usableFromInline
  init(name: String, passesRequests: Bool) {
    self.passesRequests = passesRequests
    super.init(name: name)
  }

  @usableFromInline
  override func restoring() -> () -> Void {
    let (asStage, count) = (super.restoring(), demand.count)
    let (values, gone, drain, end) = (values, gone, drain, end)
    return {
      asStage()
      self.demand.restore(count)
      (self.values, self.gone, self.drain, self.end) = (values, gone, drain, end)
    }
  }

  /// Gives `value` to `downstream`, or lets it wait: without demand, or behind others that wait.
  @inlinable
  func deliver<S: Subscriber>(_ value: Output, to downstream: S) where S.Input == Output {
    switch serial.enter() {
    case .entered:
      deliverNow(value, to: downstream)
      serial.leave()
    case .nested:
      deliverNow(value, to: downstream)
    case .busy:
      if serial.post({ self.deliverNow(value, to: downstream) }) { serial.leave() }
    }
  }

  @inlinable
  func deliverNow<S: Subscriber>(_ value: Output, to downstream: S) where S.Input == Output {
    if drain == nil, demand.take(noting: note) {
      demand.add(downstream.receive(value), noting: note)
    } else if !isCancelled {
      note()
      values.append(value)
      if drain == nil { drain = { self.drainNow(to: downstream) } }
    }
  }

  @inlinable
  func drainNow<S: Subscriber>(to downstream: S) where S.Input == Output {
    if isDraining { return }
    note()
    isDraining = true
    while gone < values.count, demand.take(noting: note) {
      let value = values[gone]
      gone += 1
      demand.add(downstream.receive(value), noting: note)
      // Not at every step: that would be quadratic.
      if gone >= 64, gone * 2 > values.count {
        values.removeFirst(gone)
        gone = 0
      }
    }
    isDraining = false
    guard gone == values.count else { return }
    let end = end
    forget()
    end?()
  }

  /// Ends `downstream` normally, when nothing waits any more.
  @inlinable
  func finish<S: Subscriber>(_ downstream: S) {
    serial.perform {
      self.note()
      if self.drain == nil {
        if self.demand.end(noting: self.note) { downstream.receive(completion: .finished) }
      } else {
        self.end = { if self.demand.end(noting: self.note) { downstream.receive(completion: .finished) } }
      }
    }
  }

  /// Ends `downstream` at once, and forgets what waits.
  @inlinable
  func fail<S: Subscriber>(_ completion: Subscribers.Completion<S.Failure>, _ downstream: S) {
    serial.perform {
      self.note()
      self.forget()
      if self.demand.end(noting: self.note) { downstream.receive(completion: completion) }
    }
  }

  @usableFromInline
  func forget() {
    values = []
    gone = 0
    drain = nil
    end = nil
  }

  @usableFromInline
  override func request(_ more: Subscribers.Demand) {
    requirePositive(more, name)
    // More than everything is nothing more. Of many of these in a row each asks all that are above it.
    if demand.isUnlimited { return }
    note()
    demand.add(more, noting: note)
    serial.perform { self.drain?() }
    if passesRequests { requestUpstream(more) }
  }

  @usableFromInline
  override func cancel() {
    note()
    guard demand.end(noting: note) else { return }
    super.cancel()
    serial.perform { self.forget() }
  }
}
