/// The subscriptions, timers and tasks that the initial value of a name, or the `init` of an object, has begun, in the order
/// in which it made them: what it will begin again when it is evaluated again.
public struct BegunWork {
  private let works: [WeakReference]
  /// Whether they can be told apart by their order.
  private let isOrdered: Bool

  /// - Parameter value: of a variable or property that keeps such, as it was when the initial value was there.
  public init(in value: Value) {
    let elements = Self.elements(of: value)
    if case .set = value {
      let ordered = elements.compactMap { object in object.madeAs.map { (object, $0) } }.sorted { $0.1 < $1.1 }
      isOrdered = ordered.count == elements.count
      works = (isOrdered ? ordered.map(\.0) : elements).map { WeakReference(.native($0)) }
    } else {
      isOrdered = true
      works = elements.map { WeakReference(.native($0)) }
    }
  }

  private static func elements(of value: Value) -> [NativeObject] {
    switch value {
    case .native(let object): [object]
    case .array(let values): values.compactMap { if case .native(let object) = $0 { object } else { nil } }
    case .set(let values): values.compactMap { if case .native(let object) = $0 { object } else { nil } }
    default: []
    }
  }

  /// What is known of it where not all of it goes on: by what has become of the variable or property. What took its place
  /// there is not begun again by anybody.
  public func calledOff(in present: Value) -> HeldValue? {
    switch present {
    case .null: return .data(.null)
    case .array(let values) where values.isEmpty: return .data(.list([]))
    case .set(let values) where values.isEmpty: return .data(.list([]))
    default: break
    }
    if works.isEmpty {
      let elements = Self.elements(of: present)
      return !elements.isEmpty && elements.allSatisfy(\.isCalledOff) ? .cancelled : nil
    }
    // One that is held elsewhere goes on, as does a timer that was not invalidated.
    let ended = works.indices.filter { works[$0].native?.isCalledOff ?? true }
    if ended.isEmpty { return nil }
    return ended.count == works.count ? .cancelled : isOrdered ? .cancelledOnly(ended) : nil
  }

  /// Has nothing of it go on that had been called off before.
  func callOff(_ held: HeldValue) {
    switch held {
    case .cancelled: for work in works { work.native?.callOff() }
    case .cancelledOnly(let places):
      for place in places where works.indices.contains(place) { works[place].native?.callOff() }
    case .data, .object, .same, .tooLarge, .tooDeep: break
    }
  }
}

extension Program {
  /// Has nothing go on in a property whose `init` has made it go on again.
  public func callOff(_ begun: BegunWork, _ instance: Instance, slot: Int, as held: HeldValue) {
    begun.callOff(held)
    switch (held, instance.storedValue(at: slot)) {
    case (.data(.null), .native): restore(instance, slot: slot, .null)
    case (.data(.list([])), .array): restore(instance, slot: slot, .array([]))
    case (.data(.list([])), .set): restore(instance, slot: slot, .set([]))
    default: break
    }
  }

  /// The same for a variable at top level whose initial value has begun something again.
  public func callOff(_ variable: GlobalVariable, as held: HeldValue) { variable.begun?.callOff(held) }

  /// What is known of a variable at top level that holds subscriptions, timers or tasks, where not all that its initial value
  /// has begun goes on.
  public func calledOff(_ variable: GlobalVariable) -> HeldValue? {
    guard let begun = variable.begun else { return nil }
    let held = begun.calledOff(in: variable.value)
    // What is empty is data.
    if case .data? = held { return nil }
    return held
  }
}
