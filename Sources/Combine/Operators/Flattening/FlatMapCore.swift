// The heart of flatMap.
//
//   upstream ──► outer ──► child 1 ──► side 1 ─┐
//                     └──► child 2 ──► side 2 ─┼─► core: demand, what waits ──► downstream
//
// All of them may live on different threads; they take turns (`Serial`). The outer holds the downstream, the sides hold the
// outer. The core, which the downstream holds, gets at it only while something waits for a request: through `drain`, which
// goes when nothing waits any more.

@usableFromInline
final class FlatMapCore<Output>: Subscription, Undoable {
  /// What may be reached from any thread, to cancel or to ask.
  @usableFromInline
  struct Children {
    @usableFromInline var upstream: (any Subscription)?
    @usableFromInline var places: [Place] = []
    @usableFromInline var free: [Int] = []
    @usableFromInline var isEnded = false

    @inlinable
    init() {}
  }

  /// Where a child's subscription is kept. A free place has no subscription and the number 0.
  @usableFromInline
  struct Place {
    @usableFromInline var number: Int
    @usableFromInline var subscription: (any Subscription)?

    @inlinable
    init(number: Int) {
      self.number = number
    }
  }

  /// Which child: its place, and a number that is used once.
  @usableFromInline
  struct Child {
    @usableFromInline let place: Int
    @usableFromInline let number: Int

    @inlinable
    init(place: Int, number: Int) {
      self.place = place
      self.number = number
    }
  }

  @usableFromInline let serial = Serial()
  @usableFromInline let demand = DemandCounter()
  @usableFromInline let children = Protected(Children())
  @usableFromInline let maxPublishers: Subscribers.Demand

  // Owner of `serial` only.
  /// What came without demand; the first `delivered` of them are gone.
  @exclusivity(unchecked) @usableFromInline var waiting: [(child: Child, value: Output)] = []
  @exclusivity(unchecked) @usableFromInline var delivered = 0
  @exclusivity(unchecked) @usableFromInline var drain: (() -> Void)?
  @exclusivity(unchecked) @usableFromInline var isDraining = false
  @exclusivity(unchecked) @usableFromInline var childrenAlive = 0
  @exclusivity(unchecked) @usableFromInline var lastNumber = 0
  @exclusivity(unchecked) @usableFromInline var isOuterFinished = false
  /// Whether the children have been asked for everything.
  @exclusivity(unchecked) @usableFromInline var isUnlimited = false
  /// Whether the upstream's subscription has come. The upstream's thread only.
  @exclusivity(unchecked) @usableFromInline var hasBegun = false

  /// The log that its memory is noted in.
  @exclusivity(unchecked) @usableFromInline var mark = UndoLog.birth

  @inlinable
  init(maxPublishers: Subscribers.Demand) {
    self.maxPublishers = maxPublishers
  }

  @usableFromInline
  func restoring() -> () -> Void {
    let (count, children, waiting) = (demand.count, children.withLock { $0 }, waiting)
    let (delivered, drain, childrenAlive, lastNumber) = (delivered, drain, childrenAlive, lastNumber)
    let (isOuterFinished, isUnlimited, hasBegun) = (isOuterFinished, isUnlimited, hasBegun)
    return {
      self.demand.restore(count)
      _ = self.children.exchange(children)
      (self.waiting, self.delivered, self.drain) = (waiting, delivered, drain)
      (self.childrenAlive, self.lastNumber) = (childrenAlive, lastNumber)
      (self.isOuterFinished, self.isUnlimited, self.hasBegun) = (isOuterFinished, isUnlimited, hasBegun)
    }
  }

  // MARK: Children

  /// A place for a new child. Owner only.
  @inlinable
  func addChild() -> Child {
    note()
    childrenAlive += 1
    lastNumber += 1
    let number = lastNumber
    let place = children.withLock { children in
      if let place = children.free.popLast() {
        children.places[place].number = number
        return place
      }
      children.places.append(Place(number: number))
      return children.places.count - 1
    }
    return Child(place: place, number: number)
  }

  /// The subscription of `child`; a second one, or one that is too late, is cancelled. Owner only.
  @inlinable
  func connect(_ subscription: any Subscription, to child: Child) {
    note()
    let isTaken = children.withLock { children in
      guard !children.isEnded, children.places[child.place].number == child.number,
        children.places[child.place].subscription == nil
      else { return false }
      children.places[child.place].subscription = subscription
      return true
    }
    if isTaken {
      subscription.request(isUnlimited ? .unlimited : .max(1))
    } else {
      subscription.cancel()
    }
  }

  /// `child` has ended. Owner only.
  @inlinable
  func removeChild(_ child: Child) -> Bool {
    note()
    let subscription: (any Subscription)?? = children.withLock { children in
      guard !children.isEnded, children.places[child.place].number == child.number else { return nil }
      let subscription = children.places[child.place].subscription
      children.places[child.place].number = 0
      children.places[child.place].subscription = nil
      children.free.append(child.place)
      return .some(subscription)
    }
    guard subscription != nil else { return false }
    childrenAlive -= 1
    return true
  }

  /// The subscription of `child`, if it is still there.
  @inlinable
  func subscription(of child: Child) -> (any Subscription)? {
    children.withLock { children in
      guard !children.isEnded, children.places[child.place].number == child.number else { return nil }
      return children.places[child.place].subscription
    }
  }

  /// Cancels the upstream and all children that are still there.
  @usableFromInline
  func cancelAll() {
    note()
    let old = children.withLock { children in
      let old = children
      children = Children()
      children.isEnded = true
      return old
    }
    for place in old.places { place.subscription?.cancel() }
    old.upstream?.cancel()
  }

  /// Forgets what waits. Owner only.
  @usableFromInline
  func forget() {
    note()
    waiting = []
    delivered = 0
    drain = nil
  }

  /// After demand was added: the children may be asked for everything, what waits may be due. Owner only.
  @usableFromInline
  func demandGrew() {
    if isUnlimited || demand.current != .unlimited {
      drain?()
      return
    }
    // Known before what waits is delivered, so that nobody is asked for single values any more.
    note()
    isUnlimited = true
    let alive = children.withLock { children in
      children.places.enumerated().map { Child(place: $0.offset, number: $0.element.number) }
    }
    drain?()
    for child in alive { subscription(of: child)?.request(.unlimited) }
  }

  // MARK: The downstream's side

  @usableFromInline
  func request(_ more: Subscribers.Demand) {
    requirePositive(more, "FlatMap")
    note()
    demand.add(more, noting: note)
    serial.perform { self.demandGrew() }
  }

  @usableFromInline
  func cancel() {
    note()
    guard demand.end(noting: note) else { return }
    cancelAll()
    serial.perform { self.forget() }
  }
}

extension FlatMapCore: CustomStringConvertible, CustomReflectable, CustomPlaygroundDisplayConvertible {
  @usableFromInline var description: String { "FlatMap" }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: []) }
  @usableFromInline var playgroundDescription: Any { "FlatMap" }
}

/// The upstream's subscriber.
@usableFromInline
final class FlatMapOuter<Input, NewPublisher: Publisher, Downstream: Subscriber>: Subscriber
where NewPublisher.Output == Downstream.Input, NewPublisher.Failure == Downstream.Failure {
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline typealias Side = FlatMapSide<Input, NewPublisher, Downstream>

  @usableFromInline let core: FlatMapCore<Downstream.Input>
  @usableFromInline let downstream: Downstream
  @usableFromInline let transform: (Input) -> NewPublisher

  @inlinable
  init(
    _ core: FlatMapCore<Downstream.Input>, _ downstream: Downstream, _ transform: @escaping (Input) -> NewPublisher
  ) {
    self.core = core
    self.downstream = downstream
    self.transform = transform
  }

  @inlinable
  func receive(subscription: any Subscription) {
    core.note()
    core.hasBegun = true
    let isTaken = core.children.withLock { children in
      if children.isEnded || children.upstream != nil { return false }
      children.upstream = subscription
      return true
    }
    if isTaken {
      subscription.request(core.maxPublishers)
    } else {
      subscription.cancel()
    }
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    guard core.hasBegun else { return .none }
    switch core.serial.enter() {
    case .entered:
      addChild(input)
      core.serial.leave()
    case .nested:
      addChild(input)
    case .busy:
      if core.serial.post({ self.addChild(input) }) { core.serial.leave() }
    }
    return .none
  }

  @inlinable
  func addChild(_ input: Input) {
    if core.demand.isEnded { return }
    let publisher = transform(input)
    if core.isUnlimited, core.drain == nil, deliverKnown(publisher) { return }
    publisher.subscribe(Side(self, core.addChild()))
  }

  /// Delivers the result of a publisher that need not be subscribed to. False if it has to be. Owner only, while
  /// everything is wanted and nothing waits.
  @inlinable
  func deliverKnown(_ publisher: NewPublisher) -> Bool {
    switch knownResult(of: publisher) {
    case .unknown:
      return false
    case .value(let value, _):
      // Counts as alive until its end, so that the upstream's end does not come first.
      core.childrenAlive += 1
      if core.demand.take(noting: core.note) { _ = downstream.receive(value) }
      core.childrenAlive -= 1
      if !core.demand.isEnded { childFinished() }
    case .finished:
      if !core.demand.isEnded { childFinished() }
    case .failure(let error):
      fail(.failure(error))
    }
    return true
  }

  /// A child has finished: the upstream may send another. Owner only.
  @inlinable
  func childFinished() {
    if core.isOuterFinished {
      finishIfDone()
    } else if core.maxPublishers != .unlimited {
      core.children.withLock { $0.upstream }?.request(.max(1))
    }
  }

  @usableFromInline
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    core.serial.perform {
      self.core.note()
      self.core.children.withLock { $0.upstream = nil }
      switch completion {
      case .finished:
        self.core.isOuterFinished = true
        self.finishIfDone()
      case .failure:
        self.fail(completion)
      }
    }
  }

  /// Delivers what waits, as far as it is wanted. Each delivered value's child is asked for the next one. Owner only.
  @usableFromInline
  func drain() {
    if core.isDraining { return }
    core.note()
    core.isDraining = true
    while core.delivered < core.waiting.count, core.demand.take(noting: core.note) {
      let (child, value) = core.waiting[core.delivered]
      core.delivered += 1
      core.demand.add(downstream.receive(value), noting: core.note)
      if !core.isUnlimited { core.subscription(of: child)?.request(.max(1)) }
      // Not at every step: that would be quadratic.
      if core.delivered >= 64, core.delivered * 2 > core.waiting.count {
        core.waiting.removeFirst(core.delivered)
        core.delivered = 0
      }
    }
    core.isDraining = false
    if core.delivered == core.waiting.count {
      core.forget()
      finishIfDone()
    }
  }

  @usableFromInline
  func finishIfDone() {
    guard core.isOuterFinished, core.childrenAlive == 0, core.drain == nil else { return }
    core.note()
    guard core.demand.end(noting: core.note) else { return }
    core.cancelAll()
    downstream.receive(completion: .finished)
  }

  @usableFromInline
  func fail(_ completion: Subscribers.Completion<Downstream.Failure>) {
    core.note()
    guard core.demand.end(noting: core.note) else { return }
    core.cancelAll()
    core.forget()
    downstream.receive(completion: completion)
  }
}

/// A child's subscriber.
@usableFromInline
struct FlatMapSide<OuterInput, NewPublisher: Publisher, Downstream: Subscriber>: Subscriber
where NewPublisher.Output == Downstream.Input, NewPublisher.Failure == Downstream.Failure {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline typealias Core = FlatMapCore<Downstream.Input>

  @usableFromInline typealias Outer = FlatMapOuter<OuterInput, NewPublisher, Downstream>

  @usableFromInline let outer: Outer
  @usableFromInline let child: Core.Child

  @inlinable
  init(_ outer: Outer, _ child: Core.Child) {
    self.outer = outer
    self.child = child
  }

  @inlinable
  var core: Core { outer.core }

  @inlinable
  var combineIdentifier: CombineIdentifier { outer.combineIdentifier }

  @inlinable
  func receive(subscription: any Subscription) {
    switch core.serial.enter() {
    case .entered:
      core.connect(subscription, to: child)
      core.serial.leave()
    case .nested:
      core.connect(subscription, to: child)
    case .busy:
      if core.serial.post({ core.connect(subscription, to: child) }) { core.serial.leave() }
    }
  }

  @inlinable
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
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
  func receiveWhileBusy(_ input: Downstream.Input) {
    let isOwner = core.serial.post {
      let more = deliver(input)
      if more != .none { core.subscription(of: child)?.request(more) }
    }
    if isOwner { core.serial.leave() }
  }

  /// Delivers the value, or lets it wait: without demand, or behind others that wait.
  @inlinable
  func deliver(_ input: Downstream.Input) -> Subscribers.Demand {
    guard core.drain == nil, core.demand.take(noting: core.note) else {
      if core.demand.isEnded { return .none }
      wait(input)
      return .none
    }
    let more = outer.downstream.receive(input)
    if more != .none {
      core.demand.add(more, noting: core.note)
      core.demandGrew()
    }
    return core.isUnlimited ? .none : .max(1)
  }

  @usableFromInline
  func wait(_ input: Downstream.Input) {
    core.note()
    core.waiting.append((child, input))
    if core.drain == nil { core.drain = outer.drain }
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    switch core.serial.enter() {
    case .entered:
      end(completion)
      core.serial.leave()
    case .nested:
      end(completion)
    case .busy:
      if core.serial.post({ end(completion) }) { core.serial.leave() }
    }
  }

  @inlinable
  func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
    guard core.removeChild(child) else { return }
    switch completion {
    case .finished:
      outer.childFinished()
    case .failure:
      outer.fail(completion)
    }
  }
}

extension FlatMapOuter: CustomStringConvertible, CustomReflectable {
  @usableFromInline var description: String { "FlatMap" }
  @usableFromInline var customMirror: Mirror { Mirror(self, children: []) }
}

extension FlatMapSide: CustomStringConvertible, CustomReflectable {
  @usableFromInline var description: String { "FlatMap" }
  @usableFromInline var customMirror: Mirror {
    Mirror(self, children: ["parentSubscription": core.combineIdentifier])
  }
}
