// A sequence as a publisher.

extension Sequence {
  /// A publisher of the elements, in order.
  @inlinable
  public var publisher: Publishers.Sequence<Self, Never> { Publishers.Sequence(sequence: self) }
}

extension Publishers {
  /// Delivers the elements of a sequence as far as they are asked for, then finishes with the last one. An empty
  /// sequence finishes without demand. The sequence is iterated anew for each subscriber.
  public struct Sequence<Elements: Swift.Sequence, Failure: Error>: Publisher {
    public typealias Output = Elements.Element

    /// The sequence.
    public let sequence: Elements

    /// A publisher of the elements of `sequence`.
    @inlinable
    public init(sequence: Elements) {
      self.sequence = sequence
    }

    /// Attaches `subscriber`. A request for `.none` does nothing.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Elements.Element, S.Failure == Failure {
      var iterator = sequence.makeIterator()
      if let first = iterator.next() {
        subscriber.receive(subscription: SequenceSubscription(subscriber, sequence, first, iterator))
      } else {
        subscriber.receive(subscription: Subscriptions.empty)
        subscriber.receive(completion: .finished)
      }
    }
  }
}

extension Publishers.Sequence: Equatable where Elements: Equatable {}

/// One thread at a time runs the loop; a request from inside it, or from elsewhere, only adds to the demand.
@usableFromInline
final class SequenceSubscription<Elements: Swift.Sequence, Downstream: Subscriber>: Subscription, Undoable
where Downstream.Input == Elements.Element {
  @usableFromInline let serial = Serial()
  @usableFromInline let demand = DemandCounter()
  @usableFromInline let sequence: Elements
  /// What follows the last value.
  @usableFromInline let completion: Subscribers.Completion<Downstream.Failure>
  /// What this is called when it is over; before, it is called after its sequence.
  @usableFromInline let nameAtTheEnd: StaticString
  /// Made where the types are known; see `SubscriberBox`.
  @usableFromInline let drain: (SequenceSubscription) -> Void

  // Owner of `serial` only.
  @exclusivity(unchecked) @usableFromInline var downstream: Downstream?
  @exclusivity(unchecked) @usableFromInline var next: Elements.Element?
  @exclusivity(unchecked) @usableFromInline var iterator: Elements.Iterator

  @inlinable
  init(
    _ downstream: Downstream, _ sequence: Elements, _ first: Elements.Element, _ iterator: Elements.Iterator,
    completion: Subscribers.Completion<Downstream.Failure> = .finished, nameAtTheEnd: StaticString = "Sequence"
  ) {
    self.downstream = downstream
    self.nameAtTheEnd = nameAtTheEnd
    self.sequence = sequence
    self.completion = completion
    self.iterator = iterator
    next = first
    drain = { $0.deliverAsDemanded() }
  }

  /// The log that its memory is noted in.
  @exclusivity(unchecked) @usableFromInline var mark = UndoLog.birth

  @usableFromInline
  func restoring() -> () -> Void {
    let (count, downstream, next, iterator) = (demand.count, downstream, next, iterator)
    return {
      self.demand.restore(count)
      (self.downstream, self.next, self.iterator) = (downstream, next, iterator)
    }
  }

  @inlinable
  func deliverAsDemanded() {
    guard let downstream else { return }
    while let value = next, demand.take(noting: note) {
      // One ahead, so that the completion follows the last value at once.
      next = iterator.next()
      let more = downstream.receive(value)
      if next == nil {
        self.downstream = nil
        if demand.end(noting: note) { downstream.receive(completion: completion) }
        return
      }
      if more != .none { demand.add(more, noting: note) }
    }
    if demand.isEnded { release() }
  }

  @usableFromInline
  func release() {
    downstream = nil
    next = nil
  }

  @usableFromInline
  func request(_ more: Subscribers.Demand) {
    note()
    demand.add(more, noting: note)
    switch serial.enter() {
    case .entered:
      drain(self)
      serial.leave()
    case .nested:
      break
    case .busy:
      if serial.post({ self.drain(self) }) { serial.leave() }
    }
  }

  @usableFromInline
  func cancel() {
    note()
    guard demand.end(noting: note) else { return }
    switch serial.enter() {
    case .entered:
      release()
      serial.leave()
    case .nested:
      break
    case .busy:
      if serial.post({ self.release() }) { serial.leave() }
    }
  }
}

extension SequenceSubscription: CustomStringConvertible, CustomReflectable, CustomPlaygroundDisplayConvertible {
  @usableFromInline var description: String { demand.isEnded ? "\(nameAtTheEnd)" : "\(sequence)" }
  @usableFromInline var customMirror: Mirror {
    let rest: Any = demand.isEnded ? [Elements.Element]() : sequence
    return Mirror(self, children: ["sequence": rest])
  }
  @usableFromInline var playgroundDescription: Any { description }
}
