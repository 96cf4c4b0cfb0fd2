/// What a program has put into a `UserDefaults`, and the properties that stand for a part of it: `@AppStorage`.
final class Settings {
  private(set) var values: [String: Value] = [:]
  /// What `register(defaults:)` has said: for what has no value.
  private var initial: [String: Value] = [:]
  private var places: [String: [Place]] = [:]

  private struct Place {
    weak var instance: Instance?
    let slot: Int
  }

  func value(_ key: String) -> Value? { values[key] ?? initial[key] }

  var all: [String: Value] { initial.merging(values) { $1 } }

  func register(_ values: [String: Value]) { initial.merge(values) { $1 } }

  /// The property stands for the value under the key, from now on.
  func add(_ instance: Instance, _ slot: Int, _ key: String) {
    places[key, default: []].removeAll { $0.instance == nil }
    places[key, default: []].append(Place(instance: instance, slot: slot))
  }

  /// - Parameter source: the object whose property has been written, which has the value already.
  func set(_ key: String, _ value: Value?, from source: Instance? = nil, _ machine: Machine) throws(Abort) {
    values[key] = value
    for place in places[key] ?? [] {
      guard let instance = place.instance, instance !== source, place.slot < instance.slots.count else { continue }
      let property = instance.type.storedProperties[place.slot]
      guard let given = self.value(key).flatMap({ machine.setting($0, of: property) }),
        given != instance.storedValue(at: place.slot)
      else { continue }
      try machine.write(instance, place.slot, given)
    }
  }
}

/// Those of a program, by the names of their suites.
final class SettingsTable: LibraryState {
  private var named: [String: Settings] = [:]

  subscript(name: String) -> Settings {
    if let known = named[name] { return known }
    let made = Settings()
    named[name] = made
    return made
  }
}

extension Machine {
  /// - Parameter name: the suite's; empty for the standard ones.
  func settings(_ name: String) -> Settings { state(SettingsTable.self)[name] }

  /// A value of the settings as that of a property: an enumeration's is there by its raw value.
  func setting(_ value: Value, of property: StoredProperty) -> Value? {
    let type = property.declaration.result.strippingOptionals.0
    if let nominal = type.nominal, nominal.kind == .enumeration, nominal.rawType != nil {
      return nominal.cases.first { $0.rawValue == value.unboxed }.map { .choice($0) }
    }
    return cast(value, from: .any, to: type)
  }

  /// What the settings have of a property's value: plain data only.
  func settingsValue(_ value: Value) -> Value? { value.enumCase?.rawValue ?? (value.isNull ? nil : value) }
}
