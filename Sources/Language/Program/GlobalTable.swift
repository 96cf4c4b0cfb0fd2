/// The variables at top level, in the order of declaration. A name stands once; one that is declared again stands last.
struct GlobalTable {
  /// With holes where names stood that were declared again.
  private var slots: [GlobalVariable?] = []
  private var places: [String: Int] = [:]

  /// O(n).
  var all: [GlobalVariable] { places.count == slots.count ? slots.map { $0! } : slots.compactMap(\.self) }

  subscript(name: String) -> GlobalVariable? { places[name].flatMap { slots[$0] } }

  /// Amortised O(1).
  mutating func append(_ variable: GlobalVariable) {
    if let place = places[variable.name] {
      slots[place] = nil
      // No more holes than variables.
      if slots.count > 2 * places.count { closeHoles() }
    }
    places[variable.name] = slots.count
    slots.append(variable)
  }

  mutating func removeAll() {
    slots = []
    places = [:]
  }

  private mutating func closeHoles() {
    slots.removeAll { $0 == nil }
    for (place, variable) in slots.enumerated() { places[variable!.name] = place }
  }
}
