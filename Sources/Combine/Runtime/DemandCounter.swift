// What one downstream still wants: an atomic number, so that a request from any thread counts at once. The unlimited
// case, which is nearly every case, costs a load per delivery.

public import Synchronization

@usableFromInline
struct DemandCounter: ~Copyable {
  /// `Demand.rawValue`, or `ended` after cancellation or completion.
  @usableFromInline let word = Atomic<UInt>(0)

  @inlinable
  static var ended: UInt { .max }

  @inlinable
  init() {}

  /// Whether nothing may be delivered any more.
  @inlinable
  var isEnded: Bool { word.load(ordering: .acquiring) == Self.ended }

  /// Whether a value may be delivered now.
  @inlinable
  var isPositive: Bool {
    let now = word.load(ordering: .acquiring)
    return now != 0 && now != Self.ended
  }

  /// What is wanted now; `.none` when ended.
  @inlinable
  var current: Subscribers.Demand {
    let now = word.load(ordering: .acquiring)
    return now == Self.ended ? .none : Subscribers.Demand(rawValue: now)
  }

  /// Takes one, if there is any. `note` is called before what is counted changes, here and below: it may be undone.
  @inlinable
  func take(noting note: () -> Void) -> Bool {
    if isUnlimited { return true }
    note()
    var now = word.load(ordering: .acquiring)
    while true {
      if now == Subscribers.Demand.unlimited.rawValue { return true }
      if now == 0 || now == Self.ended { return false }
      let result = word.weakCompareExchange(expected: now, desired: now &- 1, ordering: .acquiringAndReleasing)
      if result.exchanged { return true }
      now = result.original
    }
  }

  /// Adds `demand`, unless ended.
  @inlinable
  func add(_ demand: Subscribers.Demand, noting note: () -> Void) {
    if demand == .none || isUnlimited { return }
    note()
    var now = word.load(ordering: .relaxed)
    while now != Self.ended, now != Subscribers.Demand.unlimited.rawValue {
      let sum = (Subscribers.Demand(rawValue: now) + demand).rawValue
      let result = word.weakCompareExchange(expected: now, desired: sum, ordering: .sequentiallyConsistent)
      if result.exchanged { return }
      now = result.original
    }
  }

  /// What it has counted, to be put back by `restore`.
  @inlinable
  var count: UInt { word.load(ordering: .acquiring) }

  /// Counts from there again, after it was ended as well.
  @inlinable
  func restore(_ count: UInt) { word.store(count, ordering: .sequentiallyConsistent) }

  /// Whether nothing is ever counted any more.
  @inlinable
  var isUnlimited: Bool { word.load(ordering: .acquiring) == Subscribers.Demand.unlimited.rawValue }

  /// Ends for good. True for the first caller.
  @inlinable
  func end(noting note: () -> Void) -> Bool {
    if isEnded { return false }
    note()
    return word.exchange(Self.ended, ordering: .acquiringAndReleasing) != Self.ended
  }
}
