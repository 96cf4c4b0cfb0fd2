/// What becomes of the work that initial values and `init` have begun: what is kept of it, and how it is called off again.
extension BegunWork {
  /// What is known of it where not all of it goes on: by what has become of the variable or property. What took its place
  /// there is not begun again by anybody.
  public func calledOff(in present: Value) -> HeldValue? {
    switch present {
    case .null: return .data(.null)
    case .array(let values) where values.isEmpty: return .data(.list([]))
    case .set(let values) where values.isEmpty: return .data(.list([]))
    case .dictionary(let values) where values.isEmpty: return .data(.record([]))
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
    case (.data(.record([])), .dictionary): restore(instance, slot: slot, .dictionary([:]))
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
