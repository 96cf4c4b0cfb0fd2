// The stage of the operators that wait for another publisher's first value, the trigger.

import Synchronization

@usableFromInline
final class UntilStage: Stage {
  @usableFromInline let serial = Serial()
  private let triggered = Atomic<Bool>(false)
  private let trigger = Protected<(any Subscription)?>(nil)
  /// Asked for before the upstream's subscription came.
  private let outstanding = Protected(Subscribers.Demand.none)

  @inlinable
  override init(name: String) {
    super.init(name: name)
  }

  @usableFromInline
  override func restoring() -> () -> Void {
    let (asStage, isTriggered) = (super.restoring(), isTriggered)
    let (trigger, outstanding) = (trigger.withLock { $0 }, outstanding.withLock { $0 })
    return {
      asStage()
      self.triggered.store(isTriggered, ordering: .releasing)
      _ = self.trigger.exchange(trigger)
      _ = self.outstanding.exchange(outstanding)
    }
  }

  // MARK: The upstream

  /// Takes the upstream's subscription, and asks it for what was asked before it came.
  @usableFromInline
  func connect(_ subscription: any Subscription) {
    guard begin(subscription) else { return }
    let demand = outstanding.exchange(.none)
    if demand != .none { requestUpstream(demand) }
  }

  @usableFromInline
  override func request(_ demand: Subscribers.Demand) {
    if !isAwaiting {
      requestUpstream(demand)
      return
    }
    outstanding.withLock { $0 += demand }
    // The subscription may have come meanwhile, and have missed this.
    if !isAwaiting {
      let demand = outstanding.exchange(.none)
      if demand != .none { requestUpstream(demand) }
    }
  }

  @usableFromInline
  override func cancel() {
    super.cancel()
    cancelTrigger()
  }

  // MARK: The trigger

  @usableFromInline
  var isTriggered: Bool { triggered.load(ordering: .acquiring) }

  /// Takes the other publisher's subscription and asks it for one value.
  @usableFromInline
  func connectTrigger(_ subscription: any Subscription) {
    note()
    let isFirst = trigger.withLock { trigger in
      if trigger != nil || isEnded { return false }
      trigger = subscription
      return true
    }
    if isFirst {
      subscription.request(.max(1))
      if isEnded { cancelTrigger() }
    } else {
      subscription.cancel()
    }
  }

  /// The other publisher has spoken. True for the first time.
  @usableFromInline
  func pullTrigger() -> Bool {
    note()
    return !triggered.exchange(true, ordering: .acquiringAndReleasing)
  }

  @usableFromInline
  func cancelTrigger() {
    note()
    trigger.exchange(nil)?.cancel()
  }

  /// The other publisher has ended.
  @usableFromInline
  func releaseTrigger() {
    note()
    _ = trigger.exchange(nil)
  }
}
